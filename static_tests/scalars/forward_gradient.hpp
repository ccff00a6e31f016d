// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/forward_gradient.hpp promises; the numbers are those that PyTorch's backward passes were
// checked against.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/scalars/forward_gradient.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <type_traits>

#include "static_tests/reference/gradients_activations.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::forward_gradient_tests {

using namespace attn;

// The sum of all elements, of which the gradient is asked.
struct total {
  template <class T, class... Axes>
  constexpr auto operator()(const tensor<T, Axes...>& x) const {
    if constexpr (sizeof...(Axes) == 0)
      return x;
    else
      return (*this)(sum<0>(x));
  }
};

template <class T>
constexpr report of_a_sum_of_squares() {
  report r;
  // 38 elements: one evaluation and a part of another.
  const auto x = launder(filled<tensor<T, axis<"row", 2>, axis<"column", 19>>>(7, T(3)));
  const auto slopes = forward_gradient([](const auto& y) { return total{}(multiply(y, y)); }, x);
  r.check(bitwise_equal(slopes, x + x));
  r.bits(slopes);
  return r;
}

template <class T>
constexpr report activations() {
  using namespace reference::gradients_activations;
  report r;
  const auto points = launder(as<T>(x));
  const auto slopes = [&](const auto& f) {
    const auto slope = forward_gradient([&](const auto& y) { return total{}(f(y)); }, points);
    r.bits(slope);
    return slope;
  };
  r.check(near(slopes([](const auto& y) { return relu(y); }), d_relu));
  r.check(near(slopes([](const auto& y) { return sigmoid(y); }), d_sigmoid));
  r.check(near(slopes([](const auto& y) { return tanh(y); }), d_tanh));
  r.check(near(slopes([](const auto& y) { return gelu_exact(y); }), d_gelu_erf));
  r.check(near(slopes([](const auto& y) { return gelu_tanh(y); }), d_gelu_tanh));
  r.check(near(slopes([](const auto& y) { return silu(y); }), d_silu));
  return r;
}

constexpr report values_of_duals() {
  report r;
  const tensor<dual<float, 2>, dim<2>> y{dual<float, 2>::variable(3, 0), dual<float, 2>(4)};
  r.check(value_of(launder(y)) == tensor<float, dim<2>>{3, 4});
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  const auto one = [](const auto& x) { return sum<0>(x); };
  const auto several = [](const auto& x) { return x; };
  using numbers = tensor<double, dim<3>>;
  using integers = tensor<int, dim<3>>;
  r.check(rules::forward_gradient_call<decltype(one), numbers>::holds);
  r.check(!rules::forward_gradient_call<decltype(several), numbers>::one_number::value);
  r.check(!rules::forward_gradient_call<decltype(one), integers>::floating_point::value);
  r.check(rules::forward_gradient_call<decltype(several), integers>::one_number::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"of a sum of squares, float", of_a_sum_of_squares<float>},
    {"of a sum of squares, double", of_a_sum_of_squares<double>},
    {"activations, float", activations<float>},
    {"activations, double", activations<double>},
    {"values of duals", values_of_duals},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::forward_gradient_tests
