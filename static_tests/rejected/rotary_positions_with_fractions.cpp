// SPDX-License-Identifier: BSL-1.0
// rejected: positions that are no integers: most likely the angles.
// expect-error: attn::rotary<layout>\(x, positions\): the positions must be integers
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<double, token, axis<"d_k", 4>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q, tensor<double, token>{0, 1, 2});
#else
constexpr auto turned = rotary<half_pairs>(q, tensor<int, token>{0, 1, 2});
#endif
