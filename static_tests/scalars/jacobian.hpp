// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/jacobian.hpp promises.
#pragma once

#include <attn/attention/bias.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/norm.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/scalars/jacobian.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <type_traits>

#include "static_tests/reference/gradients_layer_norm.hpp"
#include "static_tests/reference/gradients_rms_norm.hpp"
#include "static_tests/reference/gradients_sdpa.hpp"
#include "static_tests/reference/gradients_sdpa_batched.hpp"
#include "static_tests/reference/gradients_sdpa_bias.hpp"
#include "static_tests/reference/gradients_sdpa_causal.hpp"
#include "static_tests/support/backward.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::jacobian_tests {

using namespace attn;
using key = axis<"key", 5>;

// d softmax_i / d x_j = p_i ((i == j) - p_j): rows and columns sum to zero.
template <class T>
constexpr report of_softmax() {
  report r;
  const auto x = launder(filled<tensor<T, key>>(3, T(2)));
  const auto of_x = [](const auto& y) { return softmax(y); };
  const auto j = jacobian(of_x, x);
  static_assert(std::is_same_v<decltype(j), const tensor<T, key, dim<5>>>);
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
  return r;
}

// S25. Dot products of queries and keys whose entries have variance 1 have variance d. Of a wide d the
// softmax is nearly one-hot, and where it is, nothing moves it: no slope is left to learn from.
// 1 / sqrt(d) mends it. Counted over 20 queries that no one chose: those whose largest slope is below
// 0.01, of 0.25 that it could be.
template <std::size_t D, class Scale>
constexpr int saturated_queries(const Scale& scale) {
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
constexpr report unscaled_dot_products_leave_no_gradient() {
  report r;
  r.check(saturated_queries<4>(1.0) == 0);
  r.check(saturated_queries<64>(1.0) == 8);
  r.check(saturated_queries<4>(default_scale<double>(4)) == 0);
  r.check(saturated_queries<64>(default_scale<double>(64)) == 0);
  return r;
}

template <class T>
constexpr report along_a_direction() {
  report r;
  const auto x = launder(filled<tensor<T, dim<2>, key>>(5, T(2)));
  const auto v = launder(filled<tensor<T, dim<2>, key>>(6, T(1)));
  const auto u = launder(filled<tensor<T, dim<2>, key>>(8, T(1)));
  const auto f = [](const auto& y) { return softmax(multiply(y, y)); };
  const auto j = jacobian(f, x);  // (2, key, 2, 5)
  const auto forward = jvp(f, x, v);
  const auto backward = vjp(f, x, u);
  static_assert(std::is_same_v<decltype(forward), const tensor<T, dim<2>, key>>);
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
  return r;
}

// Of log(sum exp x) it is the Jacobian of softmax.
constexpr report second_derivatives() {
  report r;
  const auto x = launder(filled<tensor<double, axis<"key", 3>>>(9, 2.0));
  const auto h = hessian([](const auto& y) { return log(sum<0>(exp(y))); }, x);
  static_assert(std::is_same_v<decltype(h), const tensor<double, axis<"key", 3>, dim<3>>>);
  r.check(allclose(h, jacobian([](const auto& y) { return softmax(y); }, x)));
  r.bits(h);
  return r;
}

constexpr auto attend = [](const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(q, k, v);
};
constexpr auto attend_to_the_past = [](const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(q, k, v, causal<>);
};

#define ATTN_ATTENTION_CASE(name, f)                             \
  template <class T>                                             \
  constexpr report name() {                                      \
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

template <class T>
constexpr report sdpa_bias() {
  using namespace reference::gradients_sdpa_bias;
  report r;
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
  return r;
}

template <class T>
constexpr report of_layer_norm() {
  using namespace reference::gradients_layer_norm;
  using reference::gradients_layer_norm::gamma;  // not that of <math.h>
  report r;
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
  return r;
}

template <class T>
constexpr report of_rms_norm() {
  using namespace reference::gradients_rms_norm;
  using reference::gradients_rms_norm::gamma;  // not that of <math.h>
  report r;
  const auto x = launder(as<T>(X));
  const auto gain = launder(as<T>(gamma));
  const auto u = launder(as<T>(dout));
  const auto f = [](const auto& a, const auto& b) { return rms_norm(a, b, 1e-6); };
  const auto by_x = backward<0>(f, u, x, gain);
  const auto by_gain = backward<1>(f, u, x, gain);
  r.check(near(by_x, dX) && near(by_gain, dgamma));
  r.bits(by_x);
  r.bits(by_gain);
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  const auto same = [](const auto& x) { return x; };
  const auto fixed = [](const auto&) { return 1; };
  using f = decltype(same);
  using x = tensor<double, dim<3>>;
  using y = tensor<double, dim<2>>;
  using cube = tensor<double, dim<2>, dim<2>, dim<2>>;
  using four = tensor<double, dim<2>, dim<2>, dim<2>, dim<2>>;
  r.check(rules::derivatives_call<f, x>::holds);
  r.check(!rules::derivatives_call<decltype(fixed), x>::a_tensor::value);
  r.check(rules::jacobian_call<f, x>::holds && rules::jacobian_call<f, cube>::holds);
  r.check(!rules::jacobian_call<f, four>::has_room::value);
  r.check(rules::jvp_call<f, x, x>::holds && !rules::jvp_call<f, x, y>::same_axes::value);
  r.check(rules::vjp_call<f, x, x>::holds && !rules::vjp_call<f, x, y>::same_axes::value);
  return r;
}

// As many axes as a tensor can have: the derivatives of each row are those of the row alone.
constexpr report six_axes() {
  report r;
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
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"of softmax, float", of_softmax<float>},
    {"of softmax, double", of_softmax<double>},
    {"unscaled dot products leave no gradient", unscaled_dot_products_leave_no_gradient},
    {"along a direction, float", along_a_direction<float>},
    {"along a direction, double", along_a_direction<double>},
    {"second derivatives", second_derivatives},
    {"sdpa, float", sdpa<float>},
    {"sdpa, double", sdpa<double>},
    {"sdpa batched, float", sdpa_batched<float>},
    {"sdpa batched, double", sdpa_batched<double>},
    {"sdpa causal, float", sdpa_causal<float>},
    {"sdpa causal, double", sdpa_causal<double>},
    {"sdpa bias, float", sdpa_bias<float>},
    {"sdpa bias, double", sdpa_bias<double>},
    {"of layer norm, float", of_layer_norm<float>},
    {"of layer norm, double", of_layer_norm<double>},
    {"of rms norm, float", of_rms_norm<float>},
    {"of rms norm, double", of_rms_norm<double>},
    {"six axes", six_axes},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::jacobian_tests
