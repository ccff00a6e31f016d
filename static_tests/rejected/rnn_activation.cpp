// SPDX-License-Identifier: BSL-1.0
// rejected: an activation that maps a tensor to a number.
// expect-error: attn::rnn_step<act>\(x, before, …\): the activation must map a tensor to one with its axes and elements
// errors: 1
#include <attn.hpp>

using namespace attn;

struct first {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return x(0);
  }
};
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr tensor<double, in> x{1, 2, 3};
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, hidden, in> W;
constexpr matrix<double, 5, 5> U;
constexpr tensor<double, hidden> b;

#ifdef ATTN_REJECT
constexpr auto after = rnn_step<first>(x, before, W, U, b);
#else
constexpr auto after = rnn_step<act::relu>(x, before, W, U, b);
#endif
