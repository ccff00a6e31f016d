// SPDX-License-Identifier: BSL-1.0
// Functions of rows of special values: zeros of both signs, subnormal and huge numbers, infinities
// and NaN. A function has the same value, bit for bit, with numbers, with dual and recorded, which
// differentiate it, and with counted. All NaNs are one.
#pragma once

#include <attn/analysis.hpp>
#include <attn/learning.hpp>
#include <attn/ops.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests {

template <class T>
struct special_values {
  using limits = std::numeric_limits<T>;
  static constexpr std::size_t count = 13;
  static constexpr T all[count] = {
      T(0),
      T(-0.0),
      T(1),
      T(-1),
      limits::denorm_min(),
      limits::min(),
      limits::infinity(),
      T(-2.5),
      T(100),
      -limits::infinity(),
      limits::max(),
      limits::lowest(),
      limits::quiet_NaN(),
  };

  // f(x) of the rows of N that repeat three of them, for all such triples.
  template <std::size_t N, class F>
  static void for_each_row(const F& f) {
    for (std::size_t i = 0; i < count * count * count; ++i) {
      const T three[] = {all[i % count], all[i / count % count], all[i / count / count]};
      attn::tensor<T, attn::dim<N>> x;
      for (std::size_t k = 0; k < N; ++k) x(k) = three[k % 3];
      f(launder(x));
    }
  }
};

template <class T>
bool same_bits(T a, T b) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return (a != a && b != b) || std::bit_cast<bits>(a) == std::bit_cast<bits>(b);
}

// y(i), of elements that have a value, is `value` of each i; else the first i for which it is not.
template <class T, class Y>
std::size_t first_difference(const T* values, const Y& y) {
  std::size_t i = 0;
  while (i < y.size() && same_bits(values[i], y.data()[i].value)) ++i;
  return i;
}

// f(x), compiled once for each type of x.
template <class F, class X>
[[gnu::noinline]] auto evaluated(const F& f, const X& x) {
  return f(x);
}

// f, of a tensor of any elements, for every row of N.
template <class T, std::size_t N, class F>
void has_the_same_values(const char* name, const F& f) {
  using namespace attn;
  using X = tensor<T, dim<N>>;
  std::size_t different[4] =
      {};  // rows: of dual, of recorded, as parameters and constants, counted
  special_values<T>::template for_each_row<N>([&](const X& x) {
    const auto y = evaluated(f, x);
    using Y = std::remove_cvref_t<decltype(y)>;
    const auto differs = [&](const auto& other) {
      return first_difference(y.data(), other) < Y::volume;
    };
    using D = dual<T, 3>;
    tensor<D, dim<N>> variables;
    for (std::size_t i = 0; i < N; ++i) variables(i) = D::variable(x(i), i % 3);
    different[0] += differs(evaluated(f, variables));
    bool recorded_differs = false;  // or not evaluated
    const auto loss = [&](const auto& parameter) {
      const auto z = evaluated(f, parameter);
      recorded_differs = differs(z);
      return z.data()[Y::volume - 1];
    };
    const T value = value_and_gradient(loss, x).value;
    different[1] += recorded_differs || !same_bits(value, y.data()[Y::volume - 1]);
    different[2] += differs(evaluated(f, as<recorded<T>>(x)));
    operation_count executed;
    different[3] += differs(evaluated(f, counted_in(executed, x)));
  });
  CAPTURE(name);
  CHECK(different[0] == 0);
  CHECK(different[1] == 0);
  CHECK(different[2] == 0);
  CHECK(different[3] == 0);
}

// 1, 2, 3, … as the elements of x are.
template <class Axis, class X>
auto counting(const X&) {
  attn::tensor<double, Axis> y;
  for (std::size_t i = 0; i < y.size(); ++i) y(i) = static_cast<double>(i + 1);
  return attn::as<typename X::value_type>(y);
}
template <class X>
auto as_row(const X& x) {
  return attn::expand<attn::dim<1>, 0>(x);
}
template <class E>
E power(const E& a, const E& b) {
  using attn::math::pow;
  return pow(a, b);
}

}  // namespace attn_tests

// In a function with T and N: an expression of x, whose elements are S.
#define ATTN_SAME_VALUES(...)                                                         \
  attn_tests::has_the_same_values<T, N>(#__VA_ARGS__, [](const auto& x) {             \
    using S [[maybe_unused]] = typename std::remove_cvref_t<decltype(x)>::value_type; \
    return __VA_ARGS__;                                                               \
  })
