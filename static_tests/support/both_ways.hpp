// SPDX-License-Identifier: BSL-1.0
// Reverse mode against forward mode, and against differences: the gradient of a weighted sum of
// everything that a function computes.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/parameters.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/scalars/dual.hpp>
#include <attn/tensor/check.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests {
namespace both_ways {
using namespace attn;

constexpr double magnitude(double x) { return x < 0 ? -x : x; }

// The gradient that a call in memory of the caller's has, which constant evaluation does not use.
template <class F, class X>
constexpr bool same_in_a_workspace(const F& f, const X& x, const X& slopes) {
  if (std::is_constant_evaluated()) return true;
  gradient_workspace<1 << 20> workspace;
  const X found = gradient(workspace, f, x);
  return bitwise_equal(found, slopes);
}

// Each result with a weight of its own, so that no exchanged two go unnoticed.
struct weighted_sum {
  template <class T, class... Axes>
  constexpr auto operator()(const attn::tensor<T, Axes...>& y) const {
    const auto weights = filled<tensor<double, dim<tensor<T, Axes...>::volume>>>(99);
    return sum<0>(multiply(
        detail::with_shape<shape<dim<tensor<T, Axes...>::volume>>>(y), type_as(weights, y)));
  }
};

template <class F, class X> constexpr void gradient_is_numeric(report& r, const F& f, const X& x) {
  const auto loss = [&](const auto& y) { return weighted_sum{}(f(y)); };
  const auto backward = value_and_gradient(loss, x);
  const X forward = forward_gradient(loss, x);
  r.check(is_close(backward.gradient, forward, 1e-12, 1e-12));
  r.check(bitwise_equal(backward.value, loss(x).data()[0]));
  r.check(same_in_a_workspace(loss, x, backward.gradient));
  // One element by differences, a different one for each operation.
  const std::size_t at = r.checks % x.size();
  X above = x, below = x;
  above.data()[at] = above.data()[at] + 1e-5;
  below.data()[at] = below.data()[at] - 1e-5;
  const double slope = (loss(above).data()[0] - loss(below).data()[0]) / 2e-5;
  r.check(magnitude(slope - backward.gradient.data()[at]) < 1e-7 * (1 + magnitude(slope)));
  r.bits(backward.gradient);
}
template <class X, class... F> constexpr report gradients_are_numeric(const X& x, const F&... f) {
  report r;
  (gradient_is_numeric(r, f, x), ...);
  return r;
}

// f of the model and x, by the parameters as one vector, in forward mode.
template <class M, class F>
constexpr void same_by_parameters(report& r, const F& f, const M& model) {
  const auto loss = [&](const auto& m) { return weighted_sum{}(f(m)); };
  const auto backward = value_and_gradient(loss, model);
  const auto forward = forward_gradient(
      [&](const auto& v) {
        using D = typename std::remove_cvref_t<decltype(v)>::value_type;
        return loss(vector_to_parameters<detail::with_element<M, D>>(v));
      },
      parameters_to_vector(model));
  r.check(is_close(parameters_to_vector(backward.gradient), forward, 1e-12, 1e-12));
  r.check(bitwise_equal(backward.value, loss(model).data()[0]));
  r.check(same_in_a_workspace(loss, model, backward.gradient));
  r.bits(parameters_to_vector(backward.gradient));
}
}  // namespace both_ways

using both_ways::gradients_are_numeric, both_ways::same_by_parameters, both_ways::weighted_sum;
}  // namespace attn_tests
