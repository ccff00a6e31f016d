// SPDX-License-Identifier: BSL-1.0
// rejected: four positions for three tokens.
// expect-error: attn::rotary<layout>\(x, positions\): one position for each token, the axis before x's last
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q, tensor<int, axis<"token", 4>>{0, 1, 2, 3});
#else
constexpr auto turned = rotary<half_pairs>(q, tensor<int, axis<"token", 3>>{0, 1, 2});
#endif
