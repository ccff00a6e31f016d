// SPDX-License-Identifier: BSL-1.0
// rejected: queries of 6 columns, keys of 4.
// expect-error: attn::nn::multi_head: q_proj and k_proj must have outputs of one size
// errors: 1
#include <attn.hpp>

using namespace attn;

template <std::size_t In, std::size_t Out>
using to = nn::linear<double, dim<In>, dim<Out>, output_by_input>;
template <std::size_t Keys>
using layer = nn::multi_head<dim<2>, to<4, 6>, to<4, Keys>, to<4, 6>, to<6, 4>>;
constexpr matrix<double, 3, 4> x{};

#ifdef ATTN_REJECT
constexpr auto y = layer<4>{}(x);
#else
constexpr auto y = layer<6>{}(x);
#endif
