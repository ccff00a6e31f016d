// SPDX-License-Identifier: BSL-1.0
// Behaviours of bounds, is_within of attn/scalars/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::scalars_bounds_tests {
using token = axis<"token", 2>;
template <class T> using scores = tensor<T, token, key>;
using key_3 = axis<"key", 3>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/scalars/bounds.hpp promises; and with it that softmax cannot overflow where the naive
  // formula can.
  tests.proved("boxes", [](report& r) {
    const auto low = launder(tensor<float, key>{0, 1, 2, 3, 4});
    const auto box = between(low, low + low);
    r.check(identical(box(3), interval<float>(3, 6)) && lower_of(box) == low &&
            upper_of(box) == low + low);
    r.check(bounded(box) && within(box, 0, 8) && !within(box, 0, 7) && !within(box, 1, 8));
    r.check(encloses(box, low * 1.5f) && !encloses(box, low * 2.5f));
    const auto cube = between<tensor<float, key>>(-1, 2);
    r.check(identical(cube(4), interval<float>(-1, 2)) && cube.size() == 5);
  });
  // Arguments mean what they are: the float next to 0.7 is not 0.7.
  tests.proved("doubles for floats", [](report& r) {
    const auto box = between<tensor<float, key>>(launder(-0.7), launder(0.7));
    r.check(box(0).contains(0.7) && box(4).contains(-0.7) && encloses(box, tensor<float, key>{}));
    r.check(!within(box, -0.7, 0.7) && within(box, -0.70001, 0.70001));
    constexpr float near = 0.7f;  // below 0.7
    static_assert(near < 0.7);
    const auto narrow = between<tensor<float, key>>(launder(-near), launder(near));
    r.check(
        within(narrow, -0.7, 0.7) && within(narrow, -near, near) && !within(narrow, -0.69, 0.7));
    r.check(!within(between<tensor<float, key>>(0.1f, 0.2f), 0.1f, 0.2));  // 0.2f is above 0.2
  });
  // For all scores from -100 to 100: the formula of the textbooks overflows at 100, the library's does
  // not, and its weights are from 0 to 1. For it that is so for all finite scores.
  tests.proved<float, double>("softmax does not overflow", []<class T>(report& r) {
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
  });
  // All that is so little: for scores within 1, the weights of 5 keys are within 1/5 e^-2 and 1/5 e^2.
  tests.proved("softmax of a small box", [](report& r) {
    const auto weights = softmax(between<scores<double>>(launder(-0.5), launder(0.5)));
    r.check(within(weights, 0.05, 1));
    r.bits(weights(0, 0).lower);
    r.bits(weights(0, 0).upper);
  });
  // Bounds of an attention enclose it at points of the box.
  tests.proved<float, double>("attention is enclosed", []<class T>(report& r) {
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
      const auto out = scaled_dot_product_attention(
          around(q, radius), around(k, radius), around(v, radius), causal<bottom_right>);
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
  });
  // A norm divides by no less than sqrt(eps); activations and gates stay in their ranges.
  tests.proved("norms and activations", [](report& r) {
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
  });
  tests.proved("a call names its rules", [](report& r) {
    using x = tensor<double, token>;
    r.check(rules::between_call<x, x>::all::value);
    r.check(!rules::between_call<tensor<int, token>, tensor<int, token>>::elements::value);
    r.check(!rules::between_call<x, tensor<float, token>>::one_element::value);
    r.check(!rules::between_call<x, tensor<double, key>>::same_axes::value);
  });
  // Rows as a whole: close to what they can reach, whatever the bounds of the steps.
  tests.proved<float, double>("rows as a whole", []<class T>(report& r) {
    const auto x = launder(between<tensor<T, token, width>>(-1, 1));
    const double root = 1.73206;  // of n - 1
    r.check(within(layer_norm(x), -root, root) && !within(layer_norm(x), -1.73, 1.73));
    r.check(within(rms_norm(x, T(1e-5)), -2.00001, 2.00001));
    const auto squares = mean<1>(multiply(x, x));
    r.check(within(squares, 0, 1.000001));
    // A score that is at least 1 below each of two others.
    const tensor<interval<T>, axis<"key", 3>> apart{
        interval<T>(-2, -1), interval<T>(0, 9), interval<T>(0, 9)};
    const auto weights = softmax(launder(apart));
    r.check(weights(0).upper < T(0.15537) && weights(0).upper > T(0.15536));
    r.check(weights(0).lower > T(8.35e-6) && weights(0).lower < T(8.36e-6));
  });
  // An average is between the smallest and the largest value, but for its roundings; masked or not.
  tests.proved<float, double>("averages are between the values", []<class T>(report& r) {
    using d_k = axis<"d_k", 3>;
    const auto q = launder(between<tensor<T, token, d_k>>(-5, 5));
    const auto k = launder(between<tensor<T, key, d_k>>(-5, 5));
    const auto v = launder(between<tensor<T, key, d_v>>(2, 3));
    const double slack = 16 * std::numeric_limits<T>::epsilon() * 3;
    r.check(within(scaled_dot_product_attention(q, k, v), 2 - slack, 3 + slack));
    r.check(within(scaled_dot_product_attention(q, k, v, causal<top_left>), 2 - slack, 3 + slack));
    const auto kept = scaled_dot_product_attention(q, k, v, causal<top_left>, skip_masked);
    r.check(within(kept, 2 - slack, 3 + slack));
    r.check(!within(matmul(attention_weights(q, k), v), 1, 4));  // without knowing the sum
  });
  // A row of which one score may be infinite can be NaN, also where it is masked.
  tests.proved("masked rows may be NaN", [](report& r) {
    using square = tensor<interval<float>, axis<"token", 2>, axis<"key", 2>>;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const interval<float> none(0), some(0, infinity), one(0, 1);
    const square scores{{some, none}, {one, none}};
    const auto weights = masked_softmax(launder(scores), causal<top_left>);
    r.check(weights(0, 0).may_be_nan && weights(0, 1).may_be_nan);
    r.check(bounded(weights) == false && weights(1, 0).bounded() && weights(1, 1).bounded());
  });
  // Results that are finite, of numbers that are not; and what only looks like them.
  tests.proved<float, double>("what may overflow", []<class T>(report& r) {
    using scores = tensor<T, axis<"token", 2>, axis<"key", 4>>;
    const T most = std::numeric_limits<T>::max(), root = math::sqrt(most);
    const auto all = launder(between<scores>(-most, most));
    r.check(bounded(softmax(all)) && may_overflow(softmax(all)));
    const auto half = launder(between<scores>(-most / 3, most / 3));
    r.check(!may_overflow(softmax(half)) && may_overflow(layer_norm(half)));
    r.check(may_overflow(softmax_naive(launder(between<scores>(0, 800)))));
    const auto large = launder(between<scores>(-root, root)),
               small = launder(between<scores>(-9, 9));
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
  });
  // What a norm makes of small boxes, and of gain and bias.
  tests.proved("norms of small boxes", [](report& r) {
    const auto x = launder(tensor<float, width>{1, -2, 3, 0.5f});
    const auto box = between(x - as<float>(tensor<double, width>{0.01, 0.01, 0.01, 0.01}),
        x + as<float>(tensor<double, width>{0.01, 0.01, 0.01, 0.01}));
    const auto y = layer_norm(box);
    r.check(encloses(y, layer_norm(x)) && y(0).upper - y(0).lower < 0.03f);
    const auto gain = launder(as<interval<float>>(tensor<float, width>{2, 2, -2, 2}));
    const auto bias = launder(as<interval<float>>(tensor<float, width>{1, 1, 1, 1}));
    const auto z = layer_norm(box, gain, bias, 1e-5f);
    for (std::size_t i = 0; i < 4; ++i) r.check(identical(z(i), y(i) * gain(i) + bias(i)));
  });
  // What attn/scalars/is_within.hpp promises. Of checks that do not hold, static_tests/rejected/check.cpp.
  tests.proved("of intervals", [](report& r) {
    const auto x = launder(between<tensor<double, token, key_3>>(-100, 100));
    r.check(static_cast<bool>(is_within(softmax<"key">(x), 0, 1)));
    r.check(rules::is_within_call<interval<float>>::all::value &&
            !rules::is_within_call<int>::all::value);
    r.check(says(is_within(softmax<"key">(x), 0, 1), "attn::check: as expected"));
    auto y = x;
    y(1, 2).upper = 101.5;
    y(0, 1).lower = -100.25;
    const auto found = is_within(y, -100, 100);
    has_type<bounds_report<double, token, key_3>>(found);
    r.check(!found && found.differing == 2 && found.at == 5 && found.beyond == 1.5);
    r.check(found.least == -100 && found.most == 100 && found.upper == 101.5);
    r.check(says(found,
        "attn::check: at (token 1, key 2): is -100 to 101.5; not within -100 to 100; "
        "beyond 1.5; 2 of 6 elements leave"));
    r.check(says(found.axis_text(0), "token 1") && says(found.part(1), "key 2"));
    for (const double a : {-100.0, -100.25, -101.0})
      for (const double b : {100.0, 101.5, 99.0})
        r.check(static_cast<bool>(is_within(y, a, b)) == within(y, a, b));
  });
  tests.proved("of numbers", [](report& r) {
    const auto x = launder(tensor<float, key_3>{0.5f, -0.25f, 2});
    r.check(static_cast<bool>(is_within(x, -0.25, 2)));
    const auto found = is_within(x, 0, 1);
    r.check(found.differing == 2 && found.at == 2 && found.beyond == 1);
    r.check(says(found,
        "attn::check: at (key 2): is 2; not within 0 to 1; beyond 1; 2 of 3 elements leave"));
    // A bound that float does not have is not rounded: 0.7f is a little below 0.7.
    r.check(!is_within(launder(tensor<float, dim<1>>{0.7f}), 0.7, 1));
    r.check(static_cast<bool>(is_within(launder(tensor<float, dim<1>>{0.7f}), 0, 0.7)));
  });
  // A NaN is the worst, and so is an interval that may be one.
  tests.proved("nan is not within", [](report& r) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto x = launder(tensor<double, key_3>{5, nan, 9});
    const auto found = is_within(x, 0, 1);
    r.check(found.differing == 3 && found.at == 1 && found.may_be_nan);
    r.check(says(found,
        "attn::check: at (key 1): may be nan; not within 0 to 1; beyond inf; 3 of 3 "
        "elements leave"));
    auto y = launder(between<tensor<float, key_3>>(0, 1));
    y(2).may_be_nan = true;
    r.check(is_within(y, 0, 1).at == 2 && !within(y, 0, 1));
    // Nothing is within limits that are none.
    const auto z = launder(between<tensor<double, key_3>>(0, 1));
    r.check(within(z, 0, 1) && !within(z, nan, nan) && !within(z, 0, nan) && !within(z, 1, 0));
    r.check(!is_within(z, nan, nan) && !is_within(z, 1, 0) && !is_within(x, nan, nan));
  });
  // The bounds of the worst element, as numbers of its type.
  tests.proved("of envelopes", [](report& r) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto x = launder(tensor<float, token, key_3>{{1, 2, 3}, {4, 5, 6}});
    const auto all = as<envelope<float>>(x) + as<envelope<float>>(x * 0x1p-24f);
    r.check(is_within(x, all));
    auto y = x;
    y(0, 2) = 3.5f;
    y(1, 1) = 4.75f;
    const auto found = is_within(y, all);
    has_type<bounds_report<float, token, key_3>>(found);
    r.check(!found && found.differing == 2 && found.at == 2 && found.lower == 3.5f);
    r.check(found.least == 3 && found.most == detail::next_above(3.0f));
    r.check(found.beyond == 3.5f - found.most && !found.may_be_nan);
    r.check(says(found,
        "attn::check: at (token 0, key 2): is 3.5; not within 3 to 3.0000002; beyond "
        "0.49999976; 2 of 6 elements leave"));
    y(1, 0) = static_cast<float>(nan);
    r.check(is_within(y, all).at == 3 && is_within(y, all).may_be_nan);
    // What may be NaN may be anything.
    auto unknown = all;
    unknown(0, 2) = unknown(1, 1) = unknown(1, 0) = envelope<float>(0) / envelope<float>(0);
    r.check(is_within(y, unknown) && is_within(y, unknown).unbounded == 3);
    r.check(says(is_within(y, unknown),
        "attn::check: as expected; every number is within 3 of 6 envelopes"));
    r.check(found.unbounded == 0);
    r.check(is_within(unnamed(x), all));
    using call =
        rules::is_within_envelope_call<tensor<float, key_3>, tensor<envelope<float>, key_3>>;
    r.check(call::all::value && call::envelopes::value && call::numbers::value &&
            call::same_axes::value);
    using role = rules::element_of_B<envelope<float, 9>>;
    r.check(
        rules::has_envelope<role>::value && !rules::has_envelope<rules::element_of_B<int>>::value);
    r.check(!rules::element_of_the_envelope<rules::element_of_A<double>, role>::value);
  });
};
}  // namespace attn_tests::scalars_bounds_tests
