// SPDX-License-Identifier: BSL-1.0
// rejected: the queries of four heads against the keys of two others. The widths are equal; only the
// names of the heads' axes tell. Article 1: "each head has its own W_q, W_k, W_v".
// expect-error: attn::nn::multi_head: the outputs of q_proj and k_proj have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = dim<2>;
using model = dim<4>;
using of_first = axis<"first_head_d_k", 4>;
using of_second = axis<"second_head_d_k", 4>;
using values = dim<4>;
template <class Out>
using to = nn::linear<double, model, Out, output_by_input>;
using back = nn::linear<double, values, model, output_by_input>;
constexpr tensor<double, token, model> x{{1, 2, 3, 4}, {5, 6, 7, 8}};

#ifdef ATTN_REJECT
constexpr auto y = nn::multi_head<dim<2>, to<of_first>, to<of_second>, to<values>, back>{}(x);
#else
constexpr auto y = nn::multi_head<dim<2>, to<of_first>, to<of_first>, to<values>, back>{}(x);
#endif
