// SPDX-License-Identifier: BSL-1.0
// rejected: a packed feed-forward layer for rows of another width.
// expect-error: attn::nn::feed_forward: the last axis of x must be as wide as d_model
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using plain = nn::feed_forward<float, dim<3>, dim<5>, output_by_input, act::gelu_tanh>;
constexpr auto network = packed(plain{});

#ifdef ATTN_REJECT
constexpr auto y = network(tensor<float, token, dim<4>>{});
#else
constexpr auto y = network(tensor<float, token, dim<3>>{});
#endif
