// SPDX-License-Identifier: BSL-1.0
// rejected: which GELU? As the activation of a layer.
// expect-error: attn::nn::gated_feed_forward: say which: act::gelu_exact or act::gelu_tanh
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = axis<"model", 3>;
using hidden_layer = axis<"hidden", 5>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y =
    nn::gated_feed_forward<double, model, hidden_layer, output_by_input, act::gelu>{}(x);
#else
constexpr auto y =
    nn::gated_feed_forward<double, model, hidden_layer, output_by_input, act::gelu_tanh>{}(x);
#endif
