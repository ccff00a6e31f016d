// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection that takes one head's values instead of all heads' side by side.
// Article 1: "the concatenated heads are h * d_v wide".
// expect-error: attn::nn::multi_head: the input of out_proj must be the output of v_proj
// errors: 1
#include <attn.hpp>

using namespace attn;

template <std::size_t In, std::size_t Out>
using to = nn::linear<double, dim<In>, dim<Out>, output_by_input>;
template <std::size_t Joined>
using layer = nn::multi_head<dim<2>, to<4, 6>, to<4, 6>, to<4, 6>, to<Joined, 4>>;
constexpr matrix<double, 3, 4> x{};

#ifdef ATTN_REJECT
constexpr auto y = layer<3>{}(x);
#else
constexpr auto y = layer<6>{}(x);
#endif
