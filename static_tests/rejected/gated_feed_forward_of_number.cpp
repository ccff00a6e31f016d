// SPDX-License-Identifier: BSL-1.0
// rejected: a layer of a single number.
// expect-error: attn::nn::gated_feed_forward: x must have an axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = gated<double>{}(tensor<double>{1});
#else
constexpr auto y = gated<double>{}(x);
#endif
