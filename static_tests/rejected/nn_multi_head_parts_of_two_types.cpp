// SPDX-License-Identifier: BSL-1.0
// rejected: projections of float, and an output of double.
// expect-error: attn::nn::multi_head: the four projections must have one element type
// errors: 1
#include <attn.hpp>

using namespace attn;

template <class T>
using linear_layer = nn::linear<T, dim<4>, dim<4>, output_by_input>;
template <class T>
using layer = nn::multi_head<dim<2>, linear_layer<float>, linear_layer<float>, linear_layer<float>,
                             linear_layer<T>>;
constexpr matrix<float, 3, 4> x{};

#ifdef ATTN_REJECT
constexpr auto y = layer<double>{}(x);
#else
constexpr auto y = layer<float>{}(x);
#endif
