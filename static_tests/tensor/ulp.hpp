// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/ulp.hpp promises.
#pragma once

#include <attn/tensor/ulp.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::ulp_tests {

using namespace attn;
template <class T>
using limits = std::numeric_limits<T>;
template <class T, std::size_t N>
using row = tensor<T, axis<"token", N>>;

static_assert(
    rules::reference_element<rules::element_of_A<float>, rules::element_of_B<double>>::value);
static_assert(
    !rules::reference_element<rules::element_of_A<double>, rules::element_of_B<float>>::value);
static_assert(rules::ulp_call<row<float, 2>, row<double, 2>>::holds);
static_assert(!rules::ulp_call<row<float, 2>, row<float, 3>>::holds);

// Adjacent numbers are 1 apart, in each power of two.
template <class T>
constexpr report numbers() {
  report r;
  const T epsilon = limits<T>::epsilon();
  r.check(ulp(launder(T(1)), T(1)) == 0 && ulp(launder(1 + epsilon), T(1)) == 1);
  r.check(ulp(launder(1 - epsilon / 2), T(1)) == 0.5 && ulp(launder(T(2)), 2 - epsilon) == 1);
  r.check(ulp(launder(-1 - 3 * epsilon), T(-1)) == 3 &&
          ulp(launder(T(-4)), T(-4) - 4 * epsilon) == 1);
  r.check(ulp(launder(T(1)), T(0.5)) == 0.5 / double(epsilon / 2));
  const T largest = limits<T>::max(), smallest = limits<T>::denorm_min(), normal = limits<T>::min();
  r.check(ulp(launder(largest), largest) == 0);
  r.check(ulp(launder(largest - largest * (epsilon / 2)), largest) == 1);
  r.check(ulp(launder(smallest), T(0)) == 1 && ulp(launder(3 * smallest), smallest) == 2);
  r.check(ulp(launder(normal), normal - smallest) == 1 &&
          ulp(launder(normal + smallest), normal) == 1);
  return r;
}

// The unit is that of the largest element of the reference; the error is the largest one.
template <class T>
constexpr report tensors() {
  report r;
  const T epsilon = limits<T>::epsilon();
  const row<T, 3> a = launder(row<T, 3>{0, T(0.5) + epsilon, -4});
  r.check(ulp(a, {0, 0.5, -4}) == 0.25 && ulp(a, {epsilon * 2, 0.5, -4}) == 0.5);
  r.check(ulp(a, a) == 0 && ulp(a, tensor<T, dim<3>>{0, 0.5, -4}) == 0.25);
  r.check(ulp(row<T, 3>{}, launder(row<T, 3>{})) == 0);
  return r;
}

// A float result, and the exact one: at most half a unit where it is rounded once.
constexpr report a_wider_reference() {
  report r;
  const row<float, 3> a{0.1f, 1.0f / 3, 0.7f};
  const row<double, 3> b = launder(row<double, 3>{0.1, 1.0 / 3, 0.7});
  r.check(ulp(a, b) > 0 && ulp(a, b) <= 0.5);
  r.check(ulp(0.1f, launder(0.1)) > 0 && ulp(0.1f, launder(0.1)) <= 0.5);
  r.bits(ulp(a, b));
  return r;
}

constexpr report special_values() {
  report r;
  constexpr double infinity = limits<double>::infinity(), nan = limits<double>::quiet_NaN();
  const auto of = [](double x, double y) { return ulp(row<double, 2>{launder(x), 1}, {y, 1}); };
  r.check(of(infinity, infinity) == 0 && of(nan, nan) == 0 && of(-infinity, -infinity) == 0);
  r.check(of(infinity, -infinity) == infinity && of(nan, 1) == infinity && of(1, nan) == infinity);
  r.check(of(infinity, 1) == infinity && of(1, -infinity) == infinity);
  r.check(of(1e308, -1e308) == infinity && of(1e308, 0) == infinity);
  r.check(of(1e300, 1e-300) > 1e300);  // in units of the 1
  // An infinite element is not the largest one.
  r.check(ulp(row<double, 2>{infinity, launder(1 + limits<double>::epsilon())}, {infinity, 1}) ==
          1);
  r.check(ulp(launder(1e300), limits<double>::denorm_min()) == infinity);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"numbers, float", numbers<float>},       {"numbers, double", numbers<double>},
    {"tensors, float", tensors<float>},       {"tensors, double", tensors<double>},
    {"a wider reference", a_wider_reference}, {"special values", special_values},
};

}  // namespace attn_tests::ulp_tests
