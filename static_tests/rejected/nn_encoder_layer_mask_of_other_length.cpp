// SPDX-License-Identifier: BSL-1.0
// rejected: a mask for four tokens, and there are three.
// expect-error: attn: a mask must have the axes of the scores, \(…, query, key\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = layer{}(x, keep_mask<dim<4>, dim<4>>{});
#else
constexpr auto y = layer{}(x, keep_mask<dim<3>, dim<3>>{});
#endif
