// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/compare.hpp promises. NaN is the program's: runtime_tests/tensor/compare.cpp.
#pragma once

#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <limits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::compare_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

template <class T>
inline constexpr T eps = std::numeric_limits<T>::epsilon();
template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();

template <class T>
constexpr report default_tolerances() {
  report r;
  r.check(default_rtol<T> == 64 * eps<T> && default_atol<T> == 8 * eps<T>);
  // Beside 0 the absolute one alone; beside 1 their sum; both to the last step.
  r.check(allclose(launder(8 * eps<T>), T(0)));
  r.check(allclose(launder(-8 * eps<T>), T(0)));
  r.check(!allclose(launder(8 * eps<T> + 8 * eps<T> * eps<T>), T(0)));
  r.check(allclose(launder(1 + 72 * eps<T>), T(1)));
  r.check(!allclose(launder(1 + 73 * eps<T>), T(1)));
  r.check(allclose(launder(-1 - 72 * eps<T>), T(-1)));
  r.check(!allclose(launder(-1 - 73 * eps<T>), T(-1)));
  return r;
}

template <class T>
constexpr report tolerances_of_the_caller() {
  report r;
  r.check(allclose(launder(T(1.25)), T(1), T(0), T(0.25)));
  r.check(allclose(launder(T(0.75)), T(1), T(0), T(0.25)));
  r.check(!allclose(launder(T(1.25) + eps<T>), T(1), T(0), T(0.25)));
  r.check(!allclose(launder(T(0.75) - eps<T>), T(1), T(0), T(0.25)));
  // The relative one is of the second operand, whatever its sign.
  r.check(allclose(launder(T(5)), T(4), T(0.25), T(0)));
  r.check(allclose(launder(T(-5)), T(-4), T(0.25), T(0)));
  r.check(!allclose(launder(T(4)), T(5), T(0.125), T(0)));
  r.check(allclose(launder(T(8)), T(10), T(0.21875), T(0)));
  r.check(!allclose(launder(T(10)), T(8), T(0.21875), T(0)));
  // Nothing allowed: equality, in which zeros are one.
  r.check(allclose(launder(T(0.1)), T(0.1), T(0), T(0)));
  r.check(!allclose(launder(T(1) + eps<T>), T(1), T(0), T(0)));
  r.check(allclose(launder(T(-0.0)), T(0), T(0), T(0)));
  return r;
}

// With s^2 = eps / 2 (float) or eps / 4 (double), rtol |b| = (1 + s)^2 rounds to 1 + 2s; that plus
// eps / 2 is a tie and rounds to 1 + 2s again. Fused, the bound would be one step higher.
template <class T>
constexpr report the_bound_is_rounded_twice() {
  report r;
  constexpr T s = sizeof(T) == 4 ? T(0x1p-12) : T(0x1p-27);
  const T rtol = launder(1 + s), atol = launder(eps<T> / 2);
  r.check(allclose(launder(-s), launder(1 + s), rtol, atol));
  r.check(!allclose(launder(-s - eps<T>), launder(1 + s), rtol, atol));
  return r;
}

template <class T>
constexpr report infinities() {
  report r;
  constexpr T largest = std::numeric_limits<T>::max();
  r.check(allclose(launder(infinity<T>), infinity<T>));
  r.check(allclose(launder(-infinity<T>), -infinity<T>));
  r.check(!allclose(launder(infinity<T>), -infinity<T>));
  r.check(!allclose(launder(-infinity<T>), infinity<T>));
  // rtol |b| is infinite too; that must not let everything through.
  r.check(!allclose(launder(T(1)), infinity<T>));
  r.check(!allclose(launder(T(1)), -infinity<T>));
  r.check(!allclose(launder(infinity<T>), T(1)));
  r.check(!allclose(launder(-infinity<T>), T(1)));
  r.check(!allclose(launder(infinity<T>), largest));
  r.check(!allclose(launder(largest), infinity<T>));
  // Nor may a tolerance without bounds, beside which every distance is small.
  r.check(!allclose(launder(infinity<T>), T(1), T(0), infinity<T>));
  r.check(!allclose(launder(-infinity<T>), T(1), T(0), infinity<T>));
  r.check(!allclose(launder(T(1)), infinity<T>, T(0), infinity<T>));
  r.check(!allclose(launder(T(1)), -infinity<T>, T(0), infinity<T>));
  r.check(bitwise_equal(launder(infinity<T>), infinity<T>));
  r.check(!bitwise_equal(launder(infinity<T>), -infinity<T>));
  r.check(!bitwise_equal(launder(largest), infinity<T>));
  return r;
}

template <class T>
constexpr report bits() {
  report r;
  r.check(bitwise_equal(launder(T(0.1)), T(0.1)));
  r.check(!bitwise_equal(launder(T(1) + eps<T>), T(1)));
  r.check(!bitwise_equal(launder(T(0.0)), T(-0.0)));
  r.check(!bitwise_equal(launder(T(-0.0)), T(0.0)));
  r.check(bitwise_equal(launder(T(-0.0)), T(-0.0)));
  r.check(!bitwise_equal(launder(std::numeric_limits<T>::denorm_min()), T(0)));
  return r;
}

constexpr report bits_of_integers() {
  report r;
  r.check(bitwise_equal(launder(7), 7) && !bitwise_equal(launder(7), 8));
  r.check(bitwise_equal(launder(matrix<int, 1, 2>{{1, -2}}), {{1, -2}}));
  r.check(!bitwise_equal(launder(matrix<int, 1, 2>{{1, -2}}), {{1, 2}}));
  return r;
}

// One element that differs, wherever it is, makes a difference, and none is compared with another.
template <class T, class... Axes>
constexpr void check_each_element(report& r) {
  const auto x = launder(filled<tensor<T, Axes...>>(8));
  r.check(allclose(x, x) && bitwise_equal(x, x));
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto near = x, far = x;
    near.data()[i] = x.data()[i] + 8 * eps<T>;
    far.data()[i] = x.data()[i] + T(0.001);
    r.check(allclose(near, x) && !bitwise_equal(near, x) && !bitwise_equal(x, near));
    r.check(!allclose(far, x) && !allclose(x, far));
    r.check(allclose(far, x, T(0), T(0.002)) && allclose(far, x, T(1'000), T(0)));
  }
}

template <class T>
constexpr report every_element_counts() {
  report r;
  check_each_element<T>(r);
  check_each_element<T, feature>(r);
  check_each_element<T, token, feature>(r);
  check_each_element<T, dim<3>, token, dim<2>>(r);
  return r;
}

constexpr report the_second_may_be_braces() {
  report r;
  const auto x = launder(tensor<double, token, feature>{{1, 2, 3}, {0.1, 0.2, -0.0}});
  r.check(allclose(x, {{1, 2, 3}, {0.1, 0.2, 0}}));
  r.check(!allclose(x, {{1, 2, 3}, {0.1, 0.25, 0}}));
  r.check(allclose(x, {{1, 2, 3}, {0.1, 0.25, 0}}, 0.0, 0.1));
  r.check(bitwise_equal(x, {{1, 2, 3}, {0.1, 0.2, -0.0}}));
  r.check(!bitwise_equal(x, {{1, 2, 3}, {0.1, 0.2, 0.0}}));
  return r;
}

// A second operand with other names, or none, is compared all the same.
template <class T>
constexpr report names_are_gradual() {
  report r;
  const auto named = launder(filled<tensor<T, token, feature>>(9));
  auto unnamed = launder(filled<tensor<T, dim<2>, dim<3>>>(9));
  r.check(allclose(named, unnamed) && allclose(unnamed, named));
  r.check(bitwise_equal(named, unnamed) && bitwise_equal(unnamed, named));
  unnamed(1, 2) += T(0.001);
  r.check(!allclose(named, unnamed) && !allclose(unnamed, named));
  r.check(!bitwise_equal(named, unnamed) && !bitwise_equal(unnamed, named));
  r.check(allclose(named, unnamed, T(0), T(0.002)) && allclose(named, unnamed, T(1'000), T(0)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"names are gradual, float", names_are_gradual<float>},
    {"names are gradual, double", names_are_gradual<double>},
    {"default tolerances, float", default_tolerances<float>},
    {"default tolerances, double", default_tolerances<double>},
    {"tolerances of the caller, float", tolerances_of_the_caller<float>},
    {"tolerances of the caller, double", tolerances_of_the_caller<double>},
    {"the bound is rounded twice, float", the_bound_is_rounded_twice<float>},
    {"the bound is rounded twice, double", the_bound_is_rounded_twice<double>},
    {"infinities, float", infinities<float>},
    {"infinities, double", infinities<double>},
    {"bits, float", bits<float>},
    {"bits, double", bits<double>},
    {"bits of integers", bits_of_integers},
    {"every element counts, float", every_element_counts<float>},
    {"every element counts, double", every_element_counts<double>},
    {"the second may be braces", the_second_may_be_braces},
};

}  // namespace attn_tests::compare_tests
