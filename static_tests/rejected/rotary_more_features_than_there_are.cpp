// SPDX-License-Identifier: BSL-1.0
// rejected: six features of four are rotated.
// expect-error: attn::rotary<layout>\(x, positions\): features are rotated in pairs: their number must be even, and no more than x has
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};
constexpr tensor<int, axis<"token", 3>> positions{0, 1, 2};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs, 6>(q, positions);
#else
constexpr auto turned = rotary<half_pairs, 2>(q, positions);
#endif
