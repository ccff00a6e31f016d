// SPDX-License-Identifier: BSL-1.0
// rejected: one row has no sequence, so nobody says at which position it is.
// expect-error: attn::rotary<layout>\(x\): x must have a sequence axis in front of its features
// errors: 1
#include <attn.hpp>

using namespace attn;

using d_k = axis<"d_k", 4>;

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(tensor<double, d_k>{}, {.first_position = 7});
#else
constexpr auto turned =
    rotary<half_pairs>(tensor<double, axis<"token", 1>, d_k>{}, {.first_position = 7});
#endif
