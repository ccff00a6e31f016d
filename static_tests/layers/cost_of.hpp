// SPDX-License-Identifier: BSL-1.0
// What attn/layers/cost.hpp promises of functions and models of the user's.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::cost_of_tests {

using namespace attn;
using X = tensor<double, axis<"row", 2>, axis<"column", 3>>;

struct twice {};

// A function of the user's, of the library's functions: with an option, and with a second input.
struct cube {
  template <class T> constexpr T operator()(const T& x) const {
    return multiply(multiply(x, x), x);
  }
  template <class T> constexpr T operator()(const T& x, twice) const { return (*this)((*this)(x)); }
  template <class T> constexpr T operator()(const T& x, const T& y) const { return multiply(x, y); }
};

// The same of loops: over indices, over all elements, and over pointers to them. A number that the
// function makes is a constant, and so is what it computes from constants alone.
struct in_loops {
  template <class T, class... Axes>
  constexpr tensor<T, Axes...> operator()(const tensor<T, Axes...>& x) const {
    tensor<T, Axes...> y;
    const T half = T(1) / T(2);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 3; ++j) y(i, j) = x(i, j) * half + T(1);
    for (T& element : y) element = exp(element);
    auto to = y.data();
    for (auto from = x.begin(); from != x.end(); ++from, ++to) *to = *to - *from;
    return y;
  }
};

// A model of the user's: parameters are no constants, whatever is computed from them.
template <class T> struct scaled {
  using weight_type = tensor<T, axis<"column", 3>>;
  ATTN_MEMBERS(scaled, (weight_type, gain), (weight_type, bias));

  template <class Y> constexpr Y operator()(const Y& x) const {
    return add_bias(x, multiply(exp(gain), bias));
  }
};

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("functions of the library's functions", [](report& r) {
    constexpr operation_count constant = cost_of<cube, X>();
    static_assert(constant == operation_count{.multiplications = 12});
    cost_is_counted(r, constant, cube{}, X{});
    cost_is_counted(r, cost_of<cube, X, X>(), cube{}, X{}, X{});
    r.check(cost_of<cube, X>(twice{}) == 2 * constant);
    r.check(cost_of<const cube&, const X&>() == constant);  // as decltype has it
    r.check(cost_of<cube, tensor<float, dim<2>, dim<3>>>() == constant);
  });
  tests.proved("loops over elements", [](report& r) {
    constexpr operation_count constant = cost_of<in_loops, X>();
    static_assert(
        constant == operation_count{.additions = 12, .multiplications = 6, .exponentials = 6});
    cost_is_counted(r, constant, in_loops{}, X{});
  });
  tests.proved("a model", [](report& r) {
    const auto call = [](const auto& model, const auto& x) { return model(x); };
    constexpr operation_count constant = cost_of<scaled<float>, X>();
    static_assert(
        constant == operation_count{.additions = 6, .multiplications = 3, .exponentials = 3});
    cost_is_counted(r, constant, call, scaled<double>{}, X{});
  });
};

}  // namespace attn_tests::cost_of_tests
