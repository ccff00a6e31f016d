// SPDX-License-Identifier: BSL-1.0
// What attn/learning/gradient.hpp promises; the numbers are those that PyTorch's backward passes were
// checked against.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/scalars/jacobian.hpp>
#include <attn/tensor/check.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <type_traits>

#include "static_tests/reference/gradients_activations.hpp"
#include "static_tests/reference/gradients_softmax_cross_entropy.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::gradient_tests {

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
  const auto x = launder(filled<tensor<T, axis<"row", 2>, axis<"column", 19>>>(7, T(3)));
  const auto squares = [](const auto& y) { return total{}(multiply(y, y)); };
  const auto both = value_and_gradient(squares, x);
  static_assert(std::is_same_v<
                decltype(both),
                const value_and_gradient_of<T, tensor<T, axis<"row", 2>, axis<"column", 19>>>>);
  r.check(bitwise_equal(both.value, squares(x).data()[0]));
  r.check(bitwise_equal(both.gradient, x + x));
  r.check(bitwise_equal(gradient(squares, x), both.gradient));
  r.bits(both.value);
  r.bits(both.gradient);
  return r;
}

template <class T>
constexpr report activations() {
  using namespace reference::gradients_activations;
  report r;
  const auto points = launder(as<T>(x));
  const auto slopes = [&](const auto& f) {
    const auto slope = gradient([&](const auto& y) { return total{}(f(y)); }, points);
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

// The loss of a classifier: what a training step starts from.
template <class T>
constexpr report softmax_cross_entropy() {
  using namespace reference::gradients_softmax_cross_entropy;
  report r;
  const auto mean_loss = [](const auto& x) {
    const auto likely = attn::log_softmax(x);
    using D = typename std::remove_cvref_t<decltype(x)>::value_type;
    D sum = 0;
    for (int i = 0; i < 4; ++i) sum = sum - likely(i, targets(i));
    return sum / D(4);
  };
  const auto both = value_and_gradient(mean_loss, launder(as<T>(logits)));
  r.check(near(tensor<T>(both.value), loss));
  r.check(near(both.gradient, dlogits));
  r.bits(both.gradient);
  return r;
}

// What y.backward(u) leaves in x.grad, for tensors and models.
constexpr report of_a_tensor_weighted() {
  report r;
  using X = tensor<double, axis<"row", 2>, axis<"column", 3>>;
  const X x = launder(filled<X>(3));
  const auto u = launder(filled<tensor<double, axis<"row", 2>>>(4));
  const auto f = [](const auto& y) { return sum<"column">(multiply(y, y)); };
  const auto back = vjp(f, x, u);
  r.check(is_close(back, multiply(x * 2, expand<axis<"column", 3>>(u)), 1e-15, 0));
  r.bits(back);
  return r;
}

constexpr report by_several_parameters() {
  report r;
  using A = matrix<double, 2, 3>;
  using B = matrix<double, 3, 2>;
  const A a = launder(filled<A>(5));
  const B b = launder(filled<B>(6));
  const auto f = [](const auto& p, const auto& q) { return total{}(matmul(p, q)); };
  const auto both = value_and_gradient(f, a, b);
  r.check(both.gradient == gradient(f, a, b));
  const auto& [by_a, by_b] = both.gradient;
  r.check(is_close(by_a, gradient([&](const auto& p) { return f(p, type_as(b, p)); }, a), 0, 0));
  r.check(is_close(by_b, gradient([&](const auto& q) { return f(type_as(a, q), q); }, b), 0, 0));
  r.bits(by_a);
  r.bits(by_b);
  return r;
}

// A parameter that does not matter, a function that is constant, one that returns its parameter.
constexpr report without_a_path() {
  report r;
  using X = tensor<double, dim<3>>;
  const X x = launder(X{1, 2, 3});
  const auto slopes = gradient([](const auto& p, const auto&) { return sum<0>(p); }, x, x);
  r.check(bits_equal(std::get<0>(slopes), X{1, 1, 1}));
  r.check(bits_equal(std::get<1>(slopes), X{0, 0, 0}));
  const auto constant =
      value_and_gradient([](const auto& p) { return sum<0>(type_as(X{1, 2, 4}, p)); }, x);
  r.check(constant.value == 7 && bitwise_equal(constant.gradient, X{}));
  const auto itself = gradient([](const auto& p) { return p; }, tensor<double>(launder(3.0)));
  r.check(itself == tensor<double>(1.0));
  const auto zeros = gradient(
      [](const auto& p) {
        using D = typename std::remove_cvref_t<decltype(p)>::value_type;
        return sum<0>(tensor<D, dim<3>>{} + p);  // a tensor that nobody has written to
      },
      x);
  r.check(bits_equal(zeros, X{1, 1, 1}));
  return r;
}

// Forward over reverse: the derivatives of a gradient.
constexpr report second_derivatives() {
  report r;
  using X = tensor<double, dim<3>>;
  const X x = launder(X{0.5, -1, 2});
  const auto f = [](const auto& p) {
    const auto w = softmax(p);
    return sum<0>(multiply(multiply(p, p), w));
  };
  const auto of_gradient = jacobian([&](const auto& p) { return gradient(f, p); }, x);
  r.check(is_close(unnamed(of_gradient), unnamed(hessian(f, x)), 1e-12, 1e-13));
  r.bits(of_gradient);
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  const auto one = [](const auto& x) { return sum<0>(x); };
  const auto several = [](const auto& x) { return x; };
  using numbers = tensor<double, dim<3>>;
  using integers = tensor<int, dim<3>>;
  r.check(rules::gradient_call<decltype(one), numbers>::holds);
  r.check(!rules::gradient_call<decltype(several), numbers>::one_number::value);
  r.check(!rules::gradient_call<decltype(one), integers>::floating_point::value);
  r.check(rules::gradient_call<decltype(several), integers>::one_number::value);
  r.check(!rules::differentiated_parameter<integers>::holds);
  r.check(!rules::recorded_call<decltype(one), numbers, tensor<float, dim<2>>>::one_element::value);
  r.check(!rules::vjp_call<decltype(several), numbers, tensor<double, dim<2>>>::same_axes::value);
  r.check(rules::vjp_call<decltype(several), numbers, numbers>::holds);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"of a sum of squares, float", of_a_sum_of_squares<float>},
    {"of a sum of squares, double", of_a_sum_of_squares<double>},
    {"activations, float", activations<float>},
    {"activations, double", activations<double>},
    {"softmax cross-entropy, float", softmax_cross_entropy<float>},
    {"softmax cross-entropy, double", softmax_cross_entropy<double>},
    {"of a tensor, weighted", of_a_tensor_weighted},
    {"by several parameters", by_several_parameters},
    {"without a path", without_a_path},
    {"second derivatives", second_derivatives},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::gradient_tests
