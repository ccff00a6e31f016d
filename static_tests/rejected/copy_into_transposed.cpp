// SPDX-License-Identifier: BSL-1.0
// rejected: an array that is as large as the tensor, and lies the other way.
// expect-error: attn::copy_into\(a, x\): a must have the sizes of x's axes, or be flat
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr double last() {
  double a[3][2] = {};
  copy_into(a, x);
  return a[1][1];
}
constexpr double copied = last();
#else
constexpr double last() {
  double a[2][3];
  copy_into(a, x);
  return a[1][1];
}
constexpr double copied = last();
#endif
