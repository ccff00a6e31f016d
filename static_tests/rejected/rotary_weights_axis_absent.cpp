// SPDX-License-Identifier: BSL-1.0
// rejected: the outputs of a weight are moved along an axis that it does not have.
// Thread: https://github.com/huggingface/transformers/issues/25199
// expect-error: attn::interleaved_to_half_pairs<axis>\(W\): W has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"model", 6>, axis<"d_k", 4>> w{};

#ifdef ATTN_REJECT
constexpr auto moved = interleaved_to_half_pairs<"d_q">(w);
#else
constexpr auto moved = interleaved_to_half_pairs<"d_k">(w);
#endif
