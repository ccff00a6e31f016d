// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/reductions.hpp"

#include "runtime_tests/catch.hpp"

namespace {

// A NaN in each place of N, among numbers, and infinities of both signs.
template <class T, std::size_t N>
void check_nan_everywhere() {
  using attn_tests::launder;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  for (std::size_t at = 0; at < N; ++at) {
    attn::tensor<T, attn::dim<2>, attn::dim<N>> x;
    x(0, (at + 1) % N) = infinity;
    x(0, (at + 2) % N) = -infinity;
    x(0, at) = std::numeric_limits<T>::quiet_NaN();
    for (const auto& y : {attn::sum<1>(launder(x)), attn::mean<1>(launder(x)),
                          attn::amax<1>(launder(x)), attn::amin<1>(launder(x))}) {
      CHECK(y(0) != y(0));
      CHECK(y(1) == 0);  // the row next to it has none
    }
  }
}

}  // namespace

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEMPLATE_TEST_CASE("ops/reduce: a NaN is not lost", "", float, double) {
  check_nan_everywhere<TestType, 3>();
  check_nan_everywhere<TestType, 16>();
  check_nan_everywhere<TestType, 17>();
  check_nan_everywhere<TestType, 40>();
}

TEMPLATE_TEST_CASE("ops/reduce: infinities of both signs make a NaN", "", float, double) {
  constexpr TestType infinity = std::numeric_limits<TestType>::infinity();
  const auto x = attn_tests::launder(attn::tensor<TestType, attn::dim<3>>{infinity, 1, -infinity});
  CHECK(attn::sum<0>(x)() != attn::sum<0>(x)());
  CHECK(attn::amax<0>(x)() == infinity);
  CHECK(attn::amin<0>(x)() == -infinity);
}
