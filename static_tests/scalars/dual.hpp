// SPDX-License-Identifier: BSL-1.0
// Behaviours of dual, forward_gradient, jacobian of attn/scalars/.
#pragma once

#include "static_tests/reference/gradients.hpp"
#include "static_tests/support/backward.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::scalars_dual_tests {
// What attn/scalars/jacobian.hpp promises.
namespace jacobian_tests {
// S25. Dot products of queries and keys whose entries have variance 1 have variance d. Of a wide d the
// softmax is nearly one-hot, and where it is, nothing moves it: no slope is left to learn from.
// 1 / sqrt(d) mends it. Counted over 20 queries that no one chose: those whose largest slope is below
// 0.01, of 0.25 that it could be.
template <std::size_t D, class Scale> constexpr int saturated_queries(const Scale& scale) {
  constexpr double root_of_3 = 1.7320508075688772;  // uniform in [-root, root]: variance 1
  using query = axis<"query", 20>;
  const auto q = launder(filled<tensor<double, query, axis<"d", D>>>(1, root_of_3));
  const auto k = launder(filled<tensor<double, key, axis<"d", D>>>(2, root_of_3));
  const auto scores = attention_scores(q, k) * scale;
  int saturated = 0;
  for (int i = 0; i < 20; ++i) {
    tensor<double, key> row;
    for (int j = 0; j < 5; ++j) row(j) = scores(i, j);
    double largest = 0;
    for (const double slope : jacobian([](const auto& x) { return softmax(x); }, row))
      largest = math::max(largest, slope < 0 ? -slope : slope);
    if (largest < 0.01) ++saturated;
  }
  return saturated;
}

constexpr auto attend = [](const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(q, k, v);
};
constexpr auto attend_to_the_past = [](const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(q, k, v, causal<>);
};

#define ATTN_ATTENTION_CASE(name, f)                             \
  template <class T> constexpr report name() {                   \
    using namespace reference::gradients_##name;                 \
    report r;                                                    \
    const auto q = launder(as<T>(Q));                            \
    const auto k = launder(as<T>(K));                            \
    const auto v = launder(as<T>(V));                            \
    const auto u = launder(as<T>(dout));                         \
    const auto by_q = backward<0>(f, u, q, k, v);                \
    const auto by_k = backward<1>(f, u, q, k, v);                \
    const auto by_v = backward<2>(f, u, q, k, v);                \
    r.check(near(by_q, dQ) && near(by_k, dK) && near(by_v, dV)); \
    r.bits(by_q);                                                \
    r.bits(by_k);                                                \
    r.bits(by_v);                                                \
    return r;                                                    \
  }
ATTN_ATTENTION_CASE(sdpa, attend)
ATTN_ATTENTION_CASE(sdpa_batched, attend)
ATTN_ATTENTION_CASE(sdpa_causal, attend_to_the_past)
#undef ATTN_ATTENTION_CASE

inline constexpr auto behaviours = [](test_table& tests) {
  // d softmax_i / d x_j = p_i ((i == j) - p_j): rows and columns sum to zero.
  tests.proved<float, double>("of softmax", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, key>>(3, T(2)));
    const auto of_x = [](const auto& y) { return softmax(y); };
    const auto j = jacobian(of_x, x);
    has_type<tensor<T, key, dim<5>>>(j);
    const auto p = softmax(x);
    for (int i = 0; i < 5; ++i) {
      T row = 0, column = 0;
      for (int k = 0; k < 5; ++k) {
        r.check(allclose(j(i, k), p(i) * (T(i == k) - p(k))));
        row += j(i, k);
        column += j(k, i);
      }
      r.check(allclose(row, 0) && allclose(column, 0));
    }
    r.bits(j);
  });
  tests.proved("unscaled dot products leave no gradient", [](report& r) {
    r.check(saturated_queries<4>(1.0) == 0);
    r.check(saturated_queries<64>(1.0) == 8);
    r.check(saturated_queries<4>(default_scale<double>(4)) == 0);
    r.check(saturated_queries<64>(default_scale<double>(64)) == 0);
  });
  tests.proved<float, double>("along a direction", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, dim<2>, key>>(5, T(2)));
    const auto v = launder(filled<tensor<T, dim<2>, key>>(6, T(1)));
    const auto u = launder(filled<tensor<T, dim<2>, key>>(8, T(1)));
    const auto f = [](const auto& y) { return softmax(multiply(y, y)); };
    const auto j = jacobian(f, x);  // (2, key, 2, 5)
    const auto forward = jvp(f, x, v);
    const auto backward = vjp(f, x, u);
    has_type<tensor<T, dim<2>, key>>(forward);
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 5; ++b) {
        T along = 0, against = 0;
        for (int c = 0; c < 2; ++c)
          for (int d = 0; d < 5; ++d) {
            along += j(a, b, c, d) * v(c, d);
            against += j(c, d, a, b) * u(c, d);
          }
        r.check(allclose(forward(a, b), along) && allclose(backward(a, b), against));
      }
    r.bits(forward);
    r.bits(backward);
  });
  // Of log(sum exp x) it is the Jacobian of softmax.
  tests.proved("second derivatives", [](report& r) {
    const auto x = launder(filled<tensor<double, axis<"key", 3>>>(9, 2.0));
    const auto h = hessian([](const auto& y) { return log(sum<0>(exp(y))); }, x);
    has_type<tensor<double, axis<"key", 3>, dim<3>>>(h);
    r.check(allclose(h, jacobian([](const auto& y) { return softmax(y); }, x)));
    r.bits(h);
  });
  tests.proved<float, double>("sdpa", []<class T>() { return sdpa<T>(); });
  tests.proved<float, double>("sdpa batched", []<class T>() { return sdpa_batched<T>(); });
  tests.proved<float, double>("sdpa causal", []<class T>() { return sdpa_causal<T>(); });
  tests.proved<float, double>("sdpa bias", []<class T>(report& r) {
    using namespace reference::gradients_sdpa_bias;
    const auto q = launder(as<T>(Q));
    const auto k = launder(as<T>(K));
    const auto v = launder(as<T>(V));
    const auto b = launder(as<T>(bias));
    const auto u = launder(as<T>(dout));
    const auto f = [](const auto& w, const auto& x, const auto& y, const auto& z) {
      return scaled_dot_product_attention(w, x, y, biased_by(z));
    };
    const auto by_bias = backward<3>(f, u, q, k, v, b);
    r.check(near(backward<0>(f, u, q, k, v, b), dQ) && near(backward<1>(f, u, q, k, v, b), dK));
    r.check(near(backward<2>(f, u, q, k, v, b), dV) && near(by_bias, dbias));
    r.bits(by_bias);
  });
  tests.proved<float, double>("of layer norm", []<class T>(report& r) {
    using namespace reference::gradients_layer_norm;
    using reference::gradients_layer_norm::gamma;  // not the function of <math.h>
    const auto x = launder(as<T>(X));
    const auto gain = launder(as<T>(gamma));
    const auto bias = launder(as<T>(beta));
    const auto u = launder(as<T>(dout));
    const auto f = [](const auto& a, const auto& b, const auto& c) { return layer_norm(a, b, c); };
    const auto by_x = backward<0>(f, u, x, gain, bias);
    const auto by_gain = backward<1>(f, u, x, gain, bias);
    r.check(near(by_x, dX) && near(by_gain, dgamma));
    r.check(near(backward<2>(f, u, x, gain, bias), dbeta));
    r.bits(by_x);
    r.bits(by_gain);
  });
  tests.proved<float, double>("of rms norm", []<class T>(report& r) {
    using namespace reference::gradients_rms_norm;
    using reference::gradients_rms_norm::gamma;  // not the function of <math.h>
    const auto x = launder(as<T>(X));
    const auto gain = launder(as<T>(gamma));
    const auto u = launder(as<T>(dout));
    const auto f = [](const auto& a, const auto& b) { return rms_norm(a, b, 1e-6); };
    const auto by_x = backward<0>(f, u, x, gain);
    const auto by_gain = backward<1>(f, u, x, gain);
    r.check(near(by_x, dX) && near(by_gain, dgamma));
    r.bits(by_x);
    r.bits(by_gain);
  });
  // As many axes as a tensor can have: each row has the derivatives of the row alone.
  tests.proved("six axes", [](report& r) {
    const auto softmax_of = [](const auto& y) { return softmax(y); };
    const auto x = launder(filled<tensor<double, dim<2>, dim<1>, dim<3>>>(1, 2.0));
    const auto j = jacobian(softmax_of, x);
    static_assert(std::is_same_v<typename decltype(j)::shape_type,
        shape<dim<2>, dim<1>, dim<3>, dim<2>, dim<1>, dim<3>>>);
    for (std::size_t row = 0; row < 2; ++row) {
      tensor<double, dim<3>> one;
      for (std::size_t i = 0; i < 3; ++i) one(i) = x(row, 0, i);
      const auto of_one = jacobian(softmax_of, one);
      for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t i = 0; i < 3; ++i) {
          r.check(j(row, 0, y, row, 0, i) == of_one(y, i));
          r.check(j(row, 0, y, 1 - row, 0, i) == 0);
        }
    }
    r.bits(j);
  });
  tests.proved("a call names its rules", [](report& r) {
    const auto same = [](const auto& x) { return x; };
    const auto fixed = [](const auto&) { return 1; };
    using f = decltype(same);
    using x = tensor<double, dim<3>>;
    using y = tensor<double, dim<2>>;
    using cube = tensor<double, dim<2>, dim<2>, dim<2>>;
    using four = tensor<double, dim<2>, dim<2>, dim<2>, dim<2>>;
    r.check(rules::derivatives_call<f, x>::all::value);
    r.check(!rules::derivatives_call<decltype(fixed), x>::a_tensor::value);
    r.check(rules::jacobian_call<f, x>::all::value && rules::jacobian_call<f, cube>::all::value);
    r.check(!rules::jacobian_call<f, four>::has_room::value);
    r.check(rules::jvp_call<f, x, x>::all::value && !rules::jvp_call<f, x, y>::same_axes::value);
    r.check(rules::vjp_call<f, x, x>::all::value && !rules::vjp_call<f, x, y>::same_axes::value);
  });
};
}  // namespace jacobian_tests

static_assert(floating_scalar<dual<double, 3>> && tensor_element<dual<float>>);
static_assert(std::is_trivially_copyable_v<dual<double, 16>>);
template <dual<double, 2> X>
inline constexpr double value_in_the_type = X.value;  // structural, as T is
static_assert(value_in_the_type<dual<double, 2>(3)> == 3);

// In constant evaluation a gradient that fills a vector is one: large analyses depend on that.
#if defined(ATTN_VECTORS)
static_assert(detail::is_one_vector<float, 4> && detail::is_one_vector<float, 32>);
static_assert(detail::is_one_vector<double, 2> && detail::is_one_vector<double, 16>);
#endif

// f'(x) against what calculus says; `f` is called with a dual of one lane, and of 16, which in constant
// evaluation are one vector.
template <class T, class F>
constexpr bool derives(report& r, const F& f, T at, T value, T derivative) {
  const auto one = f(dual<T>::variable(launder(at), 0));
  auto x = dual<T, 16>(launder(at));
  for (std::size_t i = 0; i < 16; ++i) x.gradient[i] = static_cast<T>(i);
  const auto many = f(x);
  r.bits(one.value);
  for (std::size_t i = 0; i < 16; ++i) r.bits(many.gradient[i]);
  bool holds = one.value == value && many.value == value;
  holds = holds && allclose(one.gradient[0], derivative);
  for (std::size_t i = 0; i < 16; ++i)
    holds = holds && allclose(many.gradient[i], derivative * static_cast<T>(i));
  return holds;
}

// The sum of all elements, of which the gradient is asked.
struct total {
  template <class T, class... Axes> constexpr auto operator()(const tensor<T, Axes...>& x) const {
    if constexpr (sizeof...(Axes) == 0)
      return x;
    else
      return (*this)(sum<0>(x));
  }
};

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/scalars/dual.hpp promises.
  tests.proved<float, double>("elementary functions", []<class T>(report& r) {
    using math::cos, math::erf, math::exp, math::log, math::log1p, math::pow, math::sigmoid,
        math::sin, math::sqrt, math::tanh;
    for (const T x : {T(0.3), T(1.75), T(2.5)}) {
      const T root_of_pi = T(1.77245385090551602730);
      const T near_one = T(T(1) + x);
      r.check(derives(r, [](auto a) { return cos(a); }, x, cos(x), T(-sin(x))));
      r.check(derives(r, [](auto a) { return erf(a); }, x, erf(x), 2 / root_of_pi * exp(-x * x)));
      r.check(derives(r, [](auto a) { return exp(a); }, x, exp(x), exp(x)));
      r.check(derives(r, [](auto a) { return log(a); }, x, log(x), 1 / x));
      r.check(derives(r, [](auto a) { return log1p(a); }, x, log1p(x), 1 / near_one));
      r.check(derives(r, [](auto a) { return pow(a, 3); }, x, pow(x, T(3)), 3 * x * x));
      r.check(
          derives(r, [](auto a) { return pow(2, a); }, x, pow(T(2), x), pow(T(2), x) * log(T(2))));
      r.check(derives(r, [](auto a) { return pow(a, a); }, x, pow(x, x), pow(x, x) * (log(x) + 1)));
      r.check(
          derives(r, [](auto a) { return sigmoid(a); }, x, sigmoid(x), sigmoid(x) * sigmoid(-x)));
      r.check(derives(r, [](auto a) { return sin(a); }, x, sin(x), cos(x)));
      r.check(derives(r, [](auto a) { return sqrt(a); }, x, sqrt(x), T(0.5) / sqrt(x)));
      const T t = tanh(x);
      r.check(derives(r, [](auto a) { return tanh(a); }, x, t, 1 - t * t));
    }
  });
  tests.proved<float, double>("arithmetic", []<class T>(report& r) {
    for (const T x : {T(0.5), T(-1.75), T(3)}) {
      r.check(derives(r, [](auto a) { return a * a + 3 * a; }, x, x * x + 3 * x, 2 * x + 3));
      r.check(derives(r, [](auto a) { return 1 / a - a; }, x, 1 / x - x, -1 / (x * x) - 1));
      r.check(
          derives(r, [](auto a) { return a / (a + 8); }, x, x / (x + 8), 8 / ((x + 8) * (x + 8))));
      r.check(derives(r, [](auto a) { return -a; }, x, -x, T(-1)));
      r.check(derives(r, [](auto a) { return select(true, a, a * a); }, x, x, T(1)));
      r.check(derives(r, [](auto a) { return max(a, 1); }, x, x > 1 ? x : 1, T(x > 1)));
      r.check(derives(r, [](auto a) { return min(a, 1); }, x, x < 1 ? x : 1, T(x < 1)));
    }
  });
  // In a tie max has the derivative of the second, min of the first; together they lose neither.
  tests.proved("ties", [](report& r) {
    using D = dual<double, 2>;
    const D a = launder(D::variable(3, 0)), b = launder(D::variable(3, 1));
    r.check(identical(max(a, b), b) && identical(min(a, b), a));
    r.check(identical(max(a, b) + min(a, b), a + b));
    // Of bounds where the tie is the only number that both have.
    using B = dual<interval<double>, 2>;
    const B low = B::variable({-2, -1}, 0), high = B::variable({-1, 0}, 1);
    r.check(identical(max(low, high), high) && identical(min(high, low), low));
    const auto zero = launder(tensor<dual<double>, dim<1>>(dual<double>::variable(0, 0)));
    r.check(relu(zero)(0).gradient[0] == 0);
    r.check(softplus(zero)(0).gradient[0] == 0.5);
    r.check(silu(zero)(0).gradient[0] == 0.5);
    r.check(gelu_exact(zero)(0).gradient[0] == 0.5 && gelu_tanh(zero)(0).gradient[0] == 0.5);
    r.bits(softplus(zero)(0).value);
  });
  // The derivatives that are carried along change no bit of the values.
  tests.proved<float, double>("values have their own bits", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, dim<2>, dim<9>>>(4, T(3)));
    tensor<dual<T, 5>, dim<2>, dim<9>> d;
    for (std::size_t i = 0; i < x.size(); ++i)
      d.data()[i] = dual<T, 5>::variable(x.data()[i], i % 5);
    const auto same = [&](const auto& y, const auto& values) {
      bool equal = true;
      for (std::size_t i = 0; i < values.size(); ++i) {
        equal = equal && bitwise_equal(y.data()[i].value, values.data()[i]);
        r.bits(y.data()[i].gradient[i % 5]);
      }
      return equal;
    };
    r.check(same(exp(d), exp(x)) && same(tanh(d), tanh(x)) && same(sigmoid(d), sigmoid(x)));
    r.check(same(multiply(d, d) - d, multiply(x, x) - x));
    r.check(same(divide(d, d + d), divide(x, x + x)));
    r.check(same(gelu_tanh(d), gelu_tanh(x)) && same(softplus(d), softplus(x)));
  });
  // A dual of duals: the derivative of the derivative.
  tests.proved("twice", [](report& r) {
    using inner = dual<double>;
    using outer = dual<inner>;
    const auto x = launder(outer::variable(inner::variable(1.5, 0), 0));
    const auto cube = x * x * x;
    r.check(cube.value.value == 3.375);
    r.check(cube.gradient[0].value == 6.75 && cube.value.gradient[0] == 6.75);
    r.check(cube.gradient[0].gradient[0] == 9);
    const auto wave = sin(x);
    r.same(wave.gradient[0].gradient[0], -math::sin(1.5));
    r.check(identical(max(x, outer(1)), x));
    r.bits(exp(x).gradient[0].gradient[0]);
  });
  // A constant exponent needs no logarithm of the base, which may be negative or zero.
  tests.proved("powers of what has no logarithm", [](report& r) {
    const auto x = launder(dual<double>::variable(-2, 0));
    r.check(pow(x, 3).value == -8 && pow(x, 3).gradient[0] == 12);
    const auto zero = launder(dual<double>::variable(0, 0));
    r.check(pow(zero, 2).gradient[0] == 0 && pow(zero, 1).gradient[0] == 1);
    r.check(pow(zero, 0).value == 1 && pow(zero, 0).gradient[0] == 0);
    r.bits(pow(x, 5).gradient[0]);
  });
  // What attn/scalars/dual.hpp promises; the numbers are those that PyTorch's backward passes were
  // checked against.
  tests.proved<float, double>("of a sum of squares", []<class T>(report& r) {
    // 38 elements: one evaluation and a part of another.
    const auto x = launder(filled<tensor<T, axis<"row", 2>, axis<"column", 19>>>(7, T(3)));
    const auto slopes = forward_gradient([](const auto& y) { return total{}(multiply(y, y)); }, x);
    r.same(slopes, x + x);
  });
  tests.proved<float, double>("activations", []<class T>(report& r) {
    using namespace reference::gradients_activations;
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
  });
  // Of narrower ones C++ computes in int, and dual would cut the result: static_tests/rejected.
  tests.proved<int, unsigned, long>("integers do not wrap around", []<class T>(report& r) {
    using D = dual<T>;
    const D x = D::variable(launder(T(300)), 0);
    r.check((x * x * x).value == T(27000000) && (x * x).gradient[0] == T(600));
    using three = tensor<D, dim<3>>;
    const auto all = launder(three{D(T(100)), D(T(100)), x});
    r.check(sum<0>(all)().value == T(500) && sum<0>(all)().gradient[0] == T(1));
    r.check(sum<0>(multiply(all, all))().value == T(110000));
    r.bits(value_of(sum<0>(multiply(all, all))));
  });
  tests.proved("values of duals", [](report& r) {
    const tensor<dual<float, 2>, dim<2>> y{dual<float, 2>::variable(3, 0), dual<float, 2>(4)};
    r.check(value_of(launder(y)) == tensor<float, dim<2>>{3, 4});
  });
  tests.proved("a call names its rules", [](report& r) {
    const auto one = [](const auto& x) { return sum<0>(x); };
    const auto several = [](const auto& x) { return x; };
    using numbers = tensor<double, dim<3>>;
    using integers = tensor<int, dim<3>>;
    r.check(rules::forward_gradient_call<decltype(one), numbers>::all::value);
    r.check(!rules::forward_gradient_call<decltype(several), numbers>::one_number::value);
    r.check(!rules::forward_gradient_call<decltype(one), integers>::floating_point::value);
    using wrong = rules::forward_gradient_call<decltype(several), integers>;
    r.check(wrong::all::said<wrong::one_number>::value);
  });
  jacobian_tests::behaviours(tests);
};
}  // namespace attn_tests::scalars_dual_tests
