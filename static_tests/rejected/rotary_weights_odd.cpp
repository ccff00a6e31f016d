// SPDX-License-Identifier: BSL-1.0
// rejected: five outputs are no pairs.
// expect-error: attn::half_to_interleaved_pairs<axis>\(W\): features are rotated in pairs: their number must be even, and no more than the axis has
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"model", 6>, axis<"d_k", 5>> w{};

#ifdef ATTN_REJECT
constexpr auto moved = half_to_interleaved_pairs<"d_k">(w);
#else
constexpr auto moved = half_to_interleaved_pairs<"model">(w);
#endif
