// SPDX-License-Identifier: BSL-1.0
#include <attn.hpp>

using feature = attn::axis<"feature", 3>;
constexpr attn::tensor<double, feature> x{1, 2, 3};
static_assert(attn::sum<"feature">(x)() == 6);

int main(int count, char**) {
  auto y = x;
  y(0) = count;  // 1 without arguments, as in x
  return attn::sum<"feature">(y)() == 6 ? 0 : 1;
}
