// SPDX-License-Identifier: BSL-1.0
// rejected: a stack of layers of width 4, and a final norm of width 6.
// expect-error: attn::nn::decoder: the final norm must be as wide as the layers
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
using each = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, pre_norm>;

#ifdef ATTN_REJECT
constexpr nn::decoder<each, 2, nn::layer_norm<double, inner>> stack{};
#else
constexpr nn::decoder<each, 2, nn::layer_norm<double, model>> stack{};
#endif
constexpr tensor<double, dim<3>, model> x{};
constexpr auto y = stack(x, x);
