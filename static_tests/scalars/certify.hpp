// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/certify.hpp promises. At random: runtime_tests/scalars/affine_fuzz.cpp.
#pragma once

#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/norm.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/scalars/certify.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::certify_tests {

using namespace attn;
using row = axis<"row", 2>;
using label = axis<"label", 3>;
using logits = tensor<float, row, label>;
inline constexpr float infinity = std::numeric_limits<float>::infinity();

constexpr auto itself = [](const auto& x) { return x; };

static_assert(rules::certify_call<decltype(itself), logits>::holds);
static_assert(rules::certify_call<decltype(itself), logits, first_order_t>::holds);
static_assert(!rules::certify_call<decltype(itself), tensor<int, row>>::holds);

constexpr report margins() {
  report r;
  const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
  const auto c = certify(itself, x, 0.25);
  static_assert(std::is_same_v<decltype(c), const certificate<float, 6, row, label>>);
  const auto by_row = c.margin<"label">();
  static_assert(std::is_same_v<decltype(by_row), const tensor<float, row>>);
  r.check(by_row(0) > 0.4999f && by_row(0) <= 0.5f && by_row(1) > 1.4999f && by_row(1) <= 1.5f);
  r.check(certify(itself, x, 0.75).margin<"label">()(0) < 0);
  r.check(within(c.bounds(), -8.25001, 3.25001) && encloses(c.bounds(), x));
  r.check(c.margin<"row">()(0) > 4.4999f);
  const auto one = certify(itself, launder(tensor<float, axis<"label", 1>>{5}), 1);
  r.check(one.margin<"label">() == tensor<float>{infinity});
  r.bits(by_row);
  return r;
}

// What both rows of an addition have in common does not matter.
constexpr report common_terms() {
  report r;
  const auto f = [](const auto& x) { return layer_norm(x) + x - x; };
  const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
  const auto c = certify(f, x, 0.01),
             plain = certify([](const auto& y) { return layer_norm(y); }, x, 0.01);
  r.check(encloses(c.bounds(), f(x)) && bounded(c.bounds()));
  for (std::size_t i = 0; i < 6; ++i)
    r.check(c.output.data()[i].radius() < plain.output.data()[i].radius() + 1e-4f);
  return r;
}

constexpr report without_a_bound() {
  report r;
  const auto f = [](const auto& x) { return 1 / x(0, 0) * x; };
  const auto c = certify(f, launder(logits{{0, 1, 2}, {3, 4, 5}}), 0.5);
  r.check(!bounded(c.bounds()) && c.margin<"label">()(0) == -infinity);
  return r;
}

// Where all signs of derivatives are known, bounds are the results at two corners.
constexpr report corners() {
  report r;
  const auto f = [](const auto& x) { return layer_norm(x); };
  const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
  const auto first = certify(f, x, 0.125);
  const auto second = certify(f, x, 0.125, second_order);
  static_assert(rules::certify_call<decltype(f), logits, second_order_t>::holds);
  const auto lowest = f(logits{{0.875f, 2.875f, 2.125f}, {-4.125f, -8.125f, -5.875f}});
  const auto highest = f(logits{{1.125f, 3.125f, 1.875f}, {-3.875f, -7.875f, -6.125f}});
  const auto near = second.bounds();
  r.check(near(0, 0).lower <= lowest(0, 0) && near(0, 0).lower > lowest(0, 0) - 1e-4f);
  r.check(near(0, 0).upper >= highest(0, 0) && near(0, 0).upper < highest(0, 0) + 1e-4f);
  r.check(near(1, 1).lower <= lowest(1, 1) && near(1, 1).lower > lowest(1, 1) - 1e-4f);
  for (std::size_t i = 0; i < 6; ++i) {
    const interval<float> far = first.bounds().data()[i], close = near.data()[i];
    r.check(far.lower <= close.lower && close.upper <= far.upper);
  }
  r.check(first.bounds()(0, 0).lower < near(0, 0).lower - 0.01f);
  r.bits(near(0, 0).lower);
  r.bits(near(1, 2).upper);
  return r;
}

// The margin is that of the difference, with the signs that its derivatives have.
constexpr report margins_of_second_order() {
  report r;
  const auto f = [](const auto& x) { return softmax(multiply(x, x)); };
  const logits x = launder(logits{{1, 1.5, 0.5}, {2, -1, -1.5}});
  const auto first = certify(f, x, 0.0625).margin<"label">(),
             second = certify(f, x, 0.0625, second_order).margin<"label">();
  static_assert(std::is_same_v<decltype(second), const tensor<float, row>>);
  const auto worst = f(logits{{1.0625f, 1.4375f, 0.4375f}, {1.9375f, -1, -1.5625f}});
  const float reached = worst(0, 1) - worst(0, 0);
  r.check(second(0) <= reached && second(0) > reached - 6e-3f && first(0) < second(0) - 3e-3f);
  r.check(second(1) > first(1) && second(1) <= worst(1, 0) - worst(1, 2));
  const auto along_rows = certify(f, x, 0.0625, second_order).margin<"row">();
  r.check(along_rows(0) > 0.49f && along_rows(1) > 0.58f && along_rows(2) < 0);
  r.bits(second);
  return r;
}

// Derivatives of both signs: begins where y falls as much to either side. At a kink, both count.
constexpr report unknown_signs() {
  report r;
  const auto f = [](const auto& x) {
    return multiply(multiply(x, x), x) - multiply(x, x) / 4 + relu(x);
  };
  using one = tensor<float, axis<"label", 1>>;
  const one x = launder(one{0.125f});
  const auto bounds = certify(f, x, 0.25, second_order).bounds();
  for (const float at : {-0.125f, -0.0625f, 0.0f, 0.125f, 0.1875f, 0.25f, 0.375f})
    r.check(encloses(bounds, f(one{at})));
  r.check(within(bounds, -0.03, 0.3934));
  const auto ramp =
      certify([](const auto& y) { return relu(y); }, launder(one{0.125f}), 0.25, second_order);
  r.check(within(ramp.bounds(), 0, 0.37501) && ramp.bounds()(0).upper >= 0.375f);
  r.bits(bounds(0).lower);
  return r;
}

// What T rounds off is part of the bounds.
constexpr report roundings() {
  report r;
  using one = tensor<float, axis<"label", 1>>;
  const auto f = [](const auto& x) {
    const auto large = as<typename std::remove_cvref_t<decltype(x)>::value_type>(one{1e8f});
    return x + large - large;
  };
  const auto c = certify(f, launder(one{2}), 2, second_order);
  for (const float x : {0.0f, 0.5f, 3.999f, 4.0f}) r.check(encloses(c.bounds(), f(one{x})));
  r.check(c.output(0).value.rounding >= 4 && within(c.bounds(), -16, 16));
  const auto first = [](const auto* y) { return y[0]; };
  auto y = certify(itself, launder(one{2}), 2, second_order).output(0);
  r.check(y.value.rounding == 0 && detail::mean_value_below(itself, one{2}, 2.0f, y, first) == 0);
  y.value.rounding = 5;
  r.check(detail::mean_value_below(itself, one{2}, 2.0f, y, first) <= -5);
  return r;
}

// The weight of a masked key is exactly 0, whatever the scores are.
constexpr report masked_keys() {
  report r;
  const auto weights = [](const auto& x) { return masked_softmax(x, causal<top_left>); };
  const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
  const auto first = certify(weights, x, 0.5).bounds(),
             second = certify(weights, x, 0.5, second_order).bounds();
  for (const auto& bounds : {first, second}) {
    for (const interval<float>& masked : {bounds(0, 1), bounds(0, 2), bounds(1, 2)})
      r.check(identical(masked, interval<float>(0)));
    r.check(bounds(1, 0).lower > 0.9f && bounds(0, 0).contains(1));
  }
  return r;
}

// A network whose sums lose what is small beside what cancels, at some corners: which digits are
// lost depends on the order of the additions, and what this order gives is within the bounds.
constexpr report sums_that_cancel() {
  report r;
  using pair = tensor<float, axis<"inner", 2>, label>;
  const auto f = [](const auto& x) {
    using E = typename std::remove_cvref_t<decltype(x)>::value_type;
    const pair weight{{0x1p24f, 1, -0x1p24f}, {-0x1p24f, 0x1p24f, 1}};
    return relu(matmul(x, transpose(as<E>(weight))));
  };
  using one_row = tensor<float, axis<"row", 1>, label>;
  const one_row x = launder(one_row{{1, 1, 1}});
  constexpr float eps = 0x1p-20f;
  const auto box = f(between(x - one_row{{eps, eps, eps}}, x + one_row{{eps, eps, eps}}));
  const auto first = certify(f, x, eps).bounds(),
             second = certify(f, x, eps, second_order).bounds();
  bool lost = false;
  for (unsigned corner = 0; corner < 8; ++corner) {
    one_row z = x;
    for (std::size_t i = 0; i < 3; ++i) z(0, i) += corner >> i & 1 ? eps : -eps;
    const auto y = f(z);
    r.check(encloses(box, y) && encloses(first, y) && encloses(second, y));
    const auto exact = f(as<double>(z));
    lost = lost || static_cast<double>(y(0, 0)) + 0.5 < exact(0, 0);
    r.bits(y);
  }
  r.check(lost && bounded(second));
  return r;
}

// Finite outputs of numbers that may be infinite, whatever is computed from them later.
constexpr report what_may_overflow() {
  report r;
  const auto steep = [](const auto& x) { return relu(tanh(exp(x * 80))) - x; };
  const auto layer = [](const auto& x) { return softmax(layer_norm(x) + gelu_tanh(x)); };
  const logits x = launder(logits{{1, 0.5, -2}, {-1, -0.25, 0.75}});
  r.check(bounded(certify(steep, x, 0.25).bounds()) && certify(steep, x, 0.25).may_overflow());
  r.check(!certify(layer, x, 0.25).may_overflow());
  r.check(certify(layer, x, 1e20).may_overflow());
  const auto kept = [&](const auto& y) { return masked_softmax(steep(y), causal<top_left>); };
  const auto weights = certify(kept, x, 0.25).output;
  r.check(weights(0, 0).range.may_overflow && weights(0, 2).range.may_overflow);
  const auto first_of = [](const auto& y) { return max(y, tanh(exp(y * 100)) - 9); };
  const auto largest = [&](const auto& y) { return map(y, first_of); };
  r.check(certify(largest, x, 0.25).may_overflow() &&
          certify(largest, x, 0.25).margin<"label">()(1) > 0);
  return r;
}

constexpr report second_order_what_may_overflow() {
  report r;
  const auto f = [](const auto& x) { return relu(tanh(exp(x * 80))) - x; };
  const auto near = [&](float x) {
    return certify(f, launder(tensor<float, axis<"label", 1>>{x}), 0.125, second_order);
  };
  r.check(near(1).may_overflow() && bounded(near(1).bounds()) && !near(0.5f).may_overflow());
  return r;
}

constexpr report second_order_without_a_bound() {
  report r;
  const auto f = [](const auto& x) { return 1 / x(0, 0) * x; };
  const auto c = certify(f, launder(logits{{0, 1, 2}, {3, 4, 5}}), 0.5, second_order);
  r.check(!bounded(c.bounds()) && c.margin<"label">()(0) == -infinity);
  // A bounded function, of which no derivative is bounded.
  const auto root = [](const auto& x) { return attn::sqrt(x); };
  const auto at_zero = certify(root, launder(logits{{0.5, 1, 2}, {3, 4, 5}}), 0.5, second_order);
  r.check(at_zero.bounds()(0, 0).lower == 0 && at_zero.bounds()(0, 0).upper < 1.2f);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"margins", margins},
    {"common terms", common_terms},
    {"without a bound", without_a_bound},
    {"second order: corners", corners},
    {"second order: margins", margins_of_second_order},
    {"second order: unknown signs", unknown_signs},
    {"second order: roundings", roundings},
    {"masked keys", masked_keys},
    {"sums that cancel", sums_that_cancel},
    {"what may overflow", what_may_overflow},
    {"what may overflow, to second order", second_order_what_may_overflow},
    {"second order: without a bound", second_order_without_a_bound},
};

}  // namespace attn_tests::certify_tests
