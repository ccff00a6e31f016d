// SPDX-License-Identifier: BSL-1.0
// rejected: a layer that does not say where its norms stand. In PyTorch norm_first=False is silent, and
// weights of a pre-norm model loaded into it give plausible nonsense.
// expect-error: attn::nn::encoder\[_layer\]: say where the norms stand: post_norm, behind the sums \(PyTorch's default\), or pre_norm
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
constexpr tensor<double, dim<3>, model> x{};

#ifdef ATTN_REJECT
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu>;
#else
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
#endif
constexpr auto y = layer{}(x);
