// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/bounds.hpp promises; and with it that softmax cannot overflow where the naive
// formula can.
#pragma once

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/norm.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::bounds_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
template <class T>
using scores = tensor<T, token, key>;

constexpr report boxes() {
  report r;
  const auto low = launder(tensor<float, key>{0, 1, 2, 3, 4});
  const auto box = between(low, low + low);
  r.check(identical(box(3), interval<float>(3, 6)) && lower_of(box) == low &&
          upper_of(box) == low + low);
  r.check(bounded(box) && within(box, 0, 8) && !within(box, 0, 7) && !within(box, 1, 8));
  r.check(encloses(box, low * 1.5f) && !encloses(box, low * 2.5f));
  const auto cube = between<tensor<float, key>>(-1, 2);
  r.check(identical(cube(4), interval<float>(-1, 2)) && cube.size() == 5);
  return r;
}

// Arguments mean what they are: the float next to 0.7 is not 0.7.
constexpr report doubles_for_floats() {
  report r;
  const auto box = between<tensor<float, key>>(launder(-0.7), launder(0.7));
  r.check(box(0).contains(0.7) && box(4).contains(-0.7) && encloses(box, tensor<float, key>{}));
  r.check(!within(box, -0.7, 0.7) && within(box, -0.70001, 0.70001));
  constexpr float near = 0.7f;  // below 0.7
  static_assert(near < 0.7);
  const auto narrow = between<tensor<float, key>>(launder(-near), launder(near));
  r.check(within(narrow, -0.7, 0.7) && within(narrow, -near, near) && !within(narrow, -0.69, 0.7));
  r.check(!within(between<tensor<float, key>>(0.1f, 0.2f), 0.1f, 0.2));  // 0.2f is above 0.2
  return r;
}

// For all scores from -100 to 100: the formula of the textbooks overflows at 100, the library's does
// not, and its weights are from 0 to 1. For it that is so for all finite scores.
template <class T>
constexpr report softmax_does_not_overflow() {
  report r;
  const auto some = between<scores<T>>(launder(T(-100)), launder(T(100)));
  r.check(bounded(softmax_naive(some)) == std::is_same_v<T, double>);
  r.check(within(softmax(some), 0, 1));
  constexpr T most = std::numeric_limits<T>::max();
  const auto all = between<scores<T>>(launder(-most), launder(most));
  r.check(!bounded(softmax_naive(all)));
  r.check(within(softmax(all), 0, 1) && within(softmax<"token">(all), 0, 1));
  r.check(within(masked_softmax(all, causal<top_left>), 0, 1));
  r.check(lower_of(softmax(all)) == scores<T>{} && upper_of(softmax(all))(1, 3) == 1);
  for (const auto& x : log_softmax(some)) r.check(x.bounded() && x.upper <= 0 && x.lower > -203);
  return r;
}

// All that is so little: for scores within 1, the weights of 5 keys are within 1/5 e^-2 and 1/5 e^2.
constexpr report softmax_of_a_small_box() {
  report r;
  const auto weights = softmax(between<scores<double>>(launder(-0.5), launder(0.5)));
  r.check(within(weights, 0.05, 1));
  r.bits(weights(0, 0).lower);
  r.bits(weights(0, 0).upper);
  return r;
}

// Bounds of an attention enclose it at points of the box.
template <class T>
constexpr report attention_is_enclosed() {
  report r;
  using d = axis<"d", 3>;
  const auto q = launder(filled<tensor<T, token, d>>(1, T(2)));
  const auto k = launder(filled<tensor<T, key, d>>(2, T(2)));
  const auto v = launder(filled<tensor<T, key, axis<"v", 4>>>(3, T(2)));
  const auto around = [](const auto& x, T radius) {
    auto low = x, high = x;
    for (auto& e : low) e = e - radius;
    for (auto& e : high) e = e + radius;
    return between(low, high);
  };
  for (const T radius : {T(0), T(0.01), T(0.3)}) {
    const auto out = scaled_dot_product_attention(around(q, radius), around(k, radius),
                                                  around(v, radius), causal<bottom_right>);
    r.check(bounded(out));
    r.check(encloses(out, scaled_dot_product_attention(q, k, v, causal<bottom_right>)));
    if (radius > 0) {
      auto other = k;
      for (std::size_t i = 0; i < other.size(); ++i)
        other.data()[i] = other.data()[i] + (i % 2 == 0 ? radius / 2 : -radius / 2);
      r.check(encloses(out, scaled_dot_product_attention(q, other, v, causal<bottom_right>)));
    } else {
      r.check(allclose(upper_of(out), lower_of(out), T(1e-4), T(1e-4)));
    }
    r.bits(lower_of(out));
    r.bits(upper_of(out));
  }
  return r;
}

// A norm divides by no less than sqrt(eps); activations and gates stay in their ranges.
constexpr report norms_and_activations() {
  report r;
  const auto x = between<scores<float>>(launder(-100.0f), launder(100.0f));
  r.check(bounded(layer_norm(x)) && bounded(rms_norm(x, 1e-5f)));
  r.check(within(relu(x), 0, 100) && within(sigmoid(x), 0, 1) && within(tanh(x), -1, 1));
  r.check(bounded(gelu_exact(x)) && bounded(gelu_tanh(x)) && bounded(silu(x)));
  r.check(bounded(softplus(x)));
  using I = interval<float>;
  nn::lstm_cell<I, key, axis<"hidden", 3>> cell;
  for_each_parameter(
      [](const auto&, auto& p) {
        for (I& e : p) e = I(-2, 2);
      },
      cell);
  const auto after =
      cell(between<tensor<float, key>>(-10, 10), initial(decltype(cell)::state_type{}));
  r.check(within(after.value.hidden, -1, 1) && within(after.value.cell, -1, 1));
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  using x = tensor<double, token>;
  r.check(rules::between_call<x, x>::holds);
  r.check(!rules::between_call<tensor<int, token>, tensor<int, token>>::elements::value);
  r.check(!rules::between_call<x, tensor<float, token>>::one_element::value);
  r.check(!rules::between_call<x, tensor<double, key>>::same_axes::value);
  return r;
}

// Rows as a whole: close to what they can reach, whatever the bounds of the steps.
template <class T>
constexpr report rows_as_a_whole() {
  report r;
  using width = axis<"width", 4>;
  const auto x = launder(between<tensor<T, token, width>>(-1, 1));
  const double root = 1.73206;  // of n - 1
  r.check(within(layer_norm(x), -root, root) && !within(layer_norm(x), -1.73, 1.73));
  r.check(within(rms_norm(x, T(1e-5)), -2.00001, 2.00001));
  const auto squares = mean<1>(multiply(x, x));
  r.check(within(squares, 0, 1.000001));
  // A score that is at least 1 below each of two others.
  const tensor<interval<T>, axis<"key", 3>> apart{interval<T>(-2, -1), interval<T>(0, 9),
                                                  interval<T>(0, 9)};
  const auto weights = softmax(launder(apart));
  r.check(weights(0).upper < T(0.15537) && weights(0).upper > T(0.15536));
  r.check(weights(0).lower > T(8.35e-6) && weights(0).lower < T(8.36e-6));
  return r;
}

// An average is between the smallest and the largest value, but for its roundings; masked or not.
template <class T>
constexpr report averages_are_between_the_values() {
  report r;
  using d_k = axis<"d_k", 3>;
  using d_v = axis<"d_v", 2>;
  const auto q = launder(between<tensor<T, token, d_k>>(-5, 5));
  const auto k = launder(between<tensor<T, key, d_k>>(-5, 5));
  const auto v = launder(between<tensor<T, key, d_v>>(2, 3));
  const double slack = 16 * std::numeric_limits<T>::epsilon() * 3;
  r.check(within(scaled_dot_product_attention(q, k, v), 2 - slack, 3 + slack));
  r.check(within(scaled_dot_product_attention(q, k, v, causal<top_left>), 2 - slack, 3 + slack));
  const auto kept = scaled_dot_product_attention(q, k, v, causal<top_left>, skip_masked);
  r.check(within(kept, 2 - slack, 3 + slack));
  r.check(!within(matmul(attention_weights(q, k), v), 1, 4));  // without knowing the sum
  return r;
}

// A row of which one score may be infinite can be NaN, where it is masked, too.
constexpr report masked_rows_may_be_nan() {
  report r;
  using square = tensor<interval<float>, axis<"token", 2>, axis<"key", 2>>;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const interval<float> none(0), some(0, infinity), one(0, 1);
  const square scores{{some, none}, {one, none}};
  const auto weights = masked_softmax(launder(scores), causal<top_left>);
  r.check(weights(0, 0).may_be_nan && weights(0, 1).may_be_nan);
  r.check(bounded(weights) == false && weights(1, 0).bounded() && weights(1, 1).bounded());
  return r;
}

// Results that are finite, of numbers that are not; and what only looks like them.
template <class T>
constexpr report what_may_overflow() {
  report r;
  using scores = tensor<T, axis<"token", 2>, axis<"key", 4>>;
  const T most = std::numeric_limits<T>::max(), root = math::sqrt(most);
  const auto all = launder(between<scores>(-most, most));
  r.check(bounded(softmax(all)) && may_overflow(softmax(all)));
  const auto half = launder(between<scores>(-most / 3, most / 3));
  r.check(!may_overflow(softmax(half)) && may_overflow(layer_norm(half)));
  r.check(may_overflow(softmax_naive(launder(between<scores>(0, 800)))));
  const auto large = launder(between<scores>(-root, root)), small = launder(between<scores>(-9, 9));
  r.check(may_overflow(rms_norm(large, 1e-5f)) && bounded(rms_norm(small, 1e-5f)));
  for (const bool one : {may_overflow(layer_norm(small)), may_overflow(rms_norm(small, 1e-5f)),
                         may_overflow(softmax(small)), may_overflow(gelu_tanh(small)),
                         may_overflow(log_softmax(small)), may_overflow(large)})
    r.check(!one);
  r.check(may_overflow(gelu_tanh(large)) && may_overflow(tanh(exp(large))));
  r.check(!may_overflow(silu(large)) && !may_overflow(sigmoid(large)));
  // A masked score is -infinity, and no overflow; nor is one that would be.
  r.check(!may_overflow(masked_softmax(small, causal<bottom_right>)));
  auto beyond = small;
  beyond(0, 3) = beyond(0, 3) * most;
  r.check(may_overflow(beyond) && !may_overflow(masked_softmax(beyond, causal<bottom_right>)));
  r.check(may_overflow(softmax(beyond)));
  return r;
}

// What a norm makes of small boxes, and of gain and bias.
constexpr report norms_of_small_boxes() {
  report r;
  using width = axis<"width", 4>;
  const auto x = launder(tensor<float, width>{1, -2, 3, 0.5f});
  const auto box = between(x - as<float>(tensor<double, width>{0.01, 0.01, 0.01, 0.01}),
                           x + as<float>(tensor<double, width>{0.01, 0.01, 0.01, 0.01}));
  const auto y = layer_norm(box);
  r.check(encloses(y, layer_norm(x)) && y(0).upper - y(0).lower < 0.03f);
  const auto gain = launder(as<interval<float>>(tensor<float, width>{2, 2, -2, 2}));
  const auto bias = launder(as<interval<float>>(tensor<float, width>{1, 1, 1, 1}));
  const auto z = layer_norm(box, gain, bias, 1e-5f);
  for (std::size_t i = 0; i < 4; ++i) r.check(identical(z(i), y(i) * gain(i) + bias(i)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"boxes", boxes},
    {"doubles for floats", doubles_for_floats},
    {"softmax does not overflow, float", softmax_does_not_overflow<float>},
    {"softmax does not overflow, double", softmax_does_not_overflow<double>},
    {"softmax of a small box", softmax_of_a_small_box},
    {"attention is enclosed, float", attention_is_enclosed<float>},
    {"attention is enclosed, double", attention_is_enclosed<double>},
    {"norms and activations", norms_and_activations},
    {"a call names its rules", a_call_names_its_rules},
    {"rows as a whole, float", rows_as_a_whole<float>},
    {"rows as a whole, double", rows_as_a_whole<double>},
    {"averages are between the values, float", averages_are_between_the_values<float>},
    {"averages are between the values, double", averages_are_between_the_values<double>},
    {"masked rows may be NaN", masked_rows_may_be_nan},
    {"what may overflow, float", what_may_overflow<float>},
    {"what may overflow, double", what_may_overflow<double>},
    {"norms of small boxes", norms_of_small_boxes},
};

}  // namespace attn_tests::bounds_tests
