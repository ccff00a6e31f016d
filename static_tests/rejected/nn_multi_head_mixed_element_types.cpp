// SPDX-License-Identifier: BSL-1.0
// rejected: rows of double, a layer of float.
// expect-error: attn::nn::multi_head: sequences must have the element type of the layer; as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
constexpr nn::multi_head_attention<float, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x);
#else
constexpr auto y = layer(as<float>(x));
#endif
