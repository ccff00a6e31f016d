// SPDX-License-Identifier: BSL-1.0
// rejected: five features are no pairs.
// expect-error: attn::rotary<layout>\(x\): features are rotated in pairs: their number must be even, and no more than x has
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 3>, axis<"d_k", 5>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q);
#else
constexpr auto turned = rotary<half_pairs, 4>(q);
#endif
