// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/functions_of_one.hpp"

#include <attn/ops/elementary.hpp>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/fill.hpp"

// A group of vectors with nothing extreme in it, one with a single such element, and what is left over.
TEMPLATE_TEST_CASE("math/exp: of many elements, one by one", "", float, double) {
  using T = TestType;
  for (const T extreme :
       {T(0), T(-800), T(800), std::numeric_limits<T>::infinity(),
        std::numeric_limits<T>::quiet_NaN(), -std::numeric_limits<T>::infinity()}) {
    auto x = attn_tests::launder(attn_tests::filled<attn::tensor<T, attn::dim<613>>>(1, T(80)));
    if (extreme != 0) x(131) = extreme;
    const auto y = attn::exp(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const T expected = attn::math::exp(x(i));
      CHECK((y(i) == expected || (y(i) != y(i) && expected != expected)));
    }
  }
}

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEST_CASE("math/exp: a NaN stays one") {
  using attn_tests::launder;
  const float f = attn::math::exp(launder(std::numeric_limits<float>::quiet_NaN()));
  const double d = attn::math::exp(launder(-std::numeric_limits<double>::quiet_NaN()));
  CHECK(f != f);
  CHECK(d != d);
}
