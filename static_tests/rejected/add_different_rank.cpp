// SPDX-License-Identifier: BSL-1.0
// rejected: one row added to every row: NumPy broadcasts it, along whichever axis happens to
//   fit; the bias of a layer is `add_bias`.
// expect-error: attn: A \+ B: both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, feature> bias{1, 2};

#ifdef ATTN_REJECT
constexpr auto sum = x + bias;
#else
constexpr auto sum = x + x;
#endif
