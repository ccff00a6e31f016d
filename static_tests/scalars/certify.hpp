// SPDX-License-Identifier: BSL-1.0
// Behaviours of certify, affine of attn/scalars/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::scalars_certify_tests {
using row = axis<"row", 2>;
using label = axis<"label", 3>;
using logits = tensor<float, row, label>;
inline constexpr float infinity = std::numeric_limits<float>::infinity();

constexpr logits ones{{1, 1, 1}, {1, 1, 1}};
constexpr auto itself = [](const auto& x) { return x; };

static_assert(rules::certify_call<decltype(itself), logits>::all::value);
static_assert(rules::certify_call<decltype(itself), logits, first_order_t>::all::value);
static_assert(!rules::certify_call<decltype(itself), tensor<int, row>>::all::value);
static_assert(rules::keeps_small_numbers<rules::element<float>>::value);
static_assert(std::is_same_v<decltype(linear_relaxation), const linear_relaxation_t>);

using form = affine<float, 2>;
static_assert(floating_scalar<form> && is_analysis_scalar<form>);

constexpr form some_input(float x, std::size_t at) { return launder(form::input(x, 0.5, at)); }

// a a - a b + b b + 0.25, which is never below 0.25, and 0.
using pair = tensor<float, axis<"label", 2>>;
constexpr auto above_a_quarter = [](const auto& x) {
  using E = typename std::remove_cvref_t<decltype(x)>::value_type;
  auto y = x;
  y(0) = x(0) * x(0) - x(0) * x(1) + x(1) * x(1) + E(0.25);
  y(1) = E(0);
  return y;
};
static_assert(rules::certify_call<decltype(above_a_quarter), pair, second_order_t, 4>::all::value);
static_assert(!rules::certify_call<decltype(above_a_quarter), pair, first_order_t, 3>::all::value);
static_assert(std::is_same_v<decltype(bisected<4>), const bisected_t<4>>);
static_assert(
    rules::power_of_two<rules::size<1>>::value && rules::power_of_two<rules::size<64>>::value);
static_assert(
    !rules::power_of_two<rules::size<0>>::value && !rules::power_of_two<rules::size<12>>::value);

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/scalars/certify.hpp promises. At random: runtime_tests/scalars/affine_fuzz.cpp.
  tests.proved("margins", [](report& r) {
    const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
    const auto c = certify(itself, x, 0.25);
    has_type<certificate<float, 6, row, label>>(c);
    const auto by_row = c.margin<"label">();
    has_type<tensor<float, row>>(by_row);
    r.check(by_row(0) > 0.4999f && by_row(0) <= 0.5f && by_row(1) > 1.4999f && by_row(1) <= 1.5f);
    r.check(certify(itself, x, 0.75).margin<"label">()(0) < 0);
    r.check(within(c.bounds(), -8.25001, 3.25001) && encloses(c.bounds(), x));
    r.check(c.margin<"row">()(0) > 4.4999f);
    const auto one = certify(itself, launder(tensor<float, axis<"label", 1>>{5}), 1);
    r.check(one.margin<"label">() == tensor<float>{infinity});
    r.bits(by_row);
  });
  // A distance that is none, or an input, proves nothing, by any method.
  tests.executed("no distance", [](report& r) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const pair x = launder(pair{3, 1});
    const auto proves = [&](const pair& at, double eps, const auto&... method) {
      const auto c = certify(itself, at, eps, method...);
      return bounded(c.bounds()) || c.template margin<"label">()() > 0;
    };
    r.check(proves(x, 0.5) && proves(x, 0) && proves(x, 0.5, linear_relaxation));
    // As a constant, a negative distance does not compile.
    double negative = -1;
    if (std::is_constant_evaluated()) negative = double{nan};
    for (const double eps : {negative, double{nan}, double{infinity}}) {
      r.check(!proves(x, launder(eps)) && !proves(x, launder(eps), second_order));
      r.check(!proves(x, launder(eps), linear_relaxation) && !proves(x, launder(eps), bisected<2>));
    }
    r.check(!proves({3, nan}, 0.5) && !proves({3, nan}, 0.5, linear_relaxation));
  });
  // What both rows of an addition have in common does not matter.
  tests.proved("forms of inputs", [](report& r) {
    using A = affine<double, 1>;
    for (int i = 0; i < 50; ++i) {
      const double x = launder(0.123 * i - 3);
      const A y = A::input(x, 0.1 * i, 0);
      r.check(y.center == x && y.error == 0 && y.slope[0] >= 0.1 * i);
    }
    // Below the chord of max(x, 0) of [-1, 2] by 2 / 3 at most, and so within 1 / 3 of its middle.
    const A y = max(A::input(launder(0.5), 1.5, 0), A(interval<double>(0)));
    r.check(y.slope[0] == 1 && y.error > 0.333 && y.error < 0.334 && y.range.upper < 2.001);
    r.bits(y.center);
  });
  tests.proved("common terms", [](report& r) {
    const auto f = [](const auto& x) { return layer_norm(x) + x - x; };
    const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
    const auto c = certify(f, x, 0.01),
               plain = certify([](const auto& y) { return layer_norm(y); }, x, 0.01);
    r.check(encloses(c.bounds(), f(x)) && bounded(c.bounds()));
    for (std::size_t i = 0; i < 6; ++i)
      r.check(c.output.data()[i].radius() < plain.output.data()[i].radius() + 1e-4f);
  });
  tests.proved("without a bound", [](report& r) {
    const auto f = [](const auto& x) { return 1 / x(0, 0) * x; };
    const auto c = certify(f, launder(logits{{0, 1, 2}, {3, 4, 5}}), 0.5);
    r.check(!bounded(c.bounds()) && c.margin<"label">()(0) == -infinity);
  });
  // Where all signs of derivatives are known, bounds are the results at two corners.
  tests.proved("second order: corners", [](report& r) {
    const auto f = [](const auto& x) { return layer_norm(x); };
    const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
    const auto first = certify(f, x, 0.125);
    const auto second = certify(f, x, 0.125, second_order);
    static_assert(rules::certify_call<decltype(f), logits, second_order_t>::all::value);
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
  });
  // The margin is computed for the difference of outputs, with the signs of its derivatives.
  tests.proved("second order: margins", [](report& r) {
    const auto f = [](const auto& x) { return softmax(multiply(x, x)); };
    const logits x = launder(logits{{1, 1.5, 0.5}, {2, -1, -1.5}});
    const auto first = certify(f, x, 0.0625).margin<"label">(),
               second = certify(f, x, 0.0625, second_order).margin<"label">();
    has_type<tensor<float, row>>(second);
    const auto worst = f(logits{{1.0625f, 1.4375f, 0.4375f}, {1.9375f, -1, -1.5625f}});
    const float reached = worst(0, 1) - worst(0, 0);
    r.check(second(0) <= reached && second(0) > reached - 6e-3f && first(0) < second(0) - 3e-3f);
    r.check(second(1) > first(1) && second(1) <= worst(1, 0) - worst(1, 2));
    const auto along_rows = certify(f, x, 0.0625, second_order).margin<"row">();
    r.check(along_rows(0) > 0.49f && along_rows(1) > 0.58f && along_rows(2) < 0);
    r.bits(second);
  });
  // Derivatives of both signs: begins where y falls as much to either side. At a kink, both count.
  tests.proved("second order: unknown signs", [](report& r) {
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
  });
  // What T rounds off is part of the bounds.
  tests.proved("second order: roundings", [](report& r) {
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
  });
  // The weight of a masked key is exactly 0, whatever the scores are.
  tests.proved("masked keys", [](report& r) {
    const auto weights = [](const auto& x) { return masked_softmax(x, causal<top_left>); };
    const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
    const auto first = certify(weights, x, 0.5).bounds(),
               second = certify(weights, x, 0.5, second_order).bounds();
    for (const auto& bounds : {first, second}) {
      for (const interval<float>& masked : {bounds(0, 1), bounds(0, 2), bounds(1, 2)})
        r.check(identical(masked, interval<float>(0)));
      r.check(bounds(1, 0).lower > 0.9f && bounds(0, 0).contains(1));
    }
  });
  // Averages of forms, and of what is recorded.
  tests.proved("attention", [](report& r) {
    const auto f = [](const auto& x) {
      return scaled_dot_product_attention(x, as_keys(x), as_keys(x));
    };
    const logits x = launder(logits{{1, 0.5, -0.25}, {-0.5, 0.25, 0.75}});
    const auto narrow = [&](const auto&... method) {
      const auto bounds = certify(f, x, 0.125, method...).bounds();
      bool all = true;
      for (const float step : {-0.125f, 0.0f, 0.125f}) {
        all = all && encloses(bounds, f(x + logits{{step, step, step}, {step, step, step}}));
        all = all && encloses(bounds, f(x + logits{{step, -step, step}, {-step, step, step}}));
      }
      for (std::size_t i = 0; i < x.size(); ++i)
        all = all && bounds.data()[i].upper - bounds.data()[i].lower < 0.75f;
      return all;
    };
    r.check(narrow() && narrow(second_order) && narrow(linear_relaxation));
  });
  // A network whose sums lose small terms because large ones cancel, at some corners: which digits
  // are lost depends on the order of the additions, and what this order gives is within the bounds.
  tests.proved("sums that cancel", [](report& r) {
    using pairs = tensor<float, axis<"inner", 2>, label>;
    const auto f = [](const auto& x) {
      using E = typename std::remove_cvref_t<decltype(x)>::value_type;
      const pairs weight{{0x1p24f, 1, -0x1p24f}, {-0x1p24f, 0x1p24f, 1}};
      return relu(matmul(x, transpose(as<E>(weight))));
    };
    using one_row = tensor<float, axis<"row", 1>, label>;
    const one_row x = launder(one_row{{1, 1, 1}});
    constexpr float eps = 0x1p-20f;
    const auto box = f(between(x - one_row{{eps, eps, eps}}, x + one_row{{eps, eps, eps}}));
    const auto first = certify(f, x, eps).bounds(),
               second = certify(f, x, eps, second_order).bounds();
    for (std::size_t i = 0; i < second.size(); ++i)
      r.check(second.data()[i].lower >= first.data()[i].lower &&
              second.data()[i].upper <= first.data()[i].upper);
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
  });
  // Finite outputs of numbers that may be infinite, whatever is computed from them later.
  tests.proved("what may overflow", [](report& r) {
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
  });
  tests.proved("what may overflow, to second order", [](report& r) {
    const auto f = [](const auto& x) { return relu(tanh(exp(x * 80))) - x; };
    const auto near = [&](float x) {
      return certify(f, launder(tensor<float, axis<"label", 1>>{x}), 0.125, second_order);
    };
    r.check(near(1).may_overflow() && bounded(near(1).bounds()) && !near(0.5f).may_overflow());
  });
  tests.proved("second order: without a bound", [](report& r) {
    const auto f = [](const auto& x) { return 1 / x(0, 0) * x; };
    const auto c = certify(f, launder(logits{{0, 1, 2}, {3, 4, 5}}), 0.5, second_order);
    r.check(!bounded(c.bounds()) && c.margin<"label">()(0) == -infinity);
    // A bounded function, of which no derivative is bounded.
    const auto root = [](const auto& x) { return attn::sqrt(x); };
    const auto at_zero = certify(root, launder(logits{{0.5, 1, 2}, {3, 4, 5}}), 0.5, second_order);
    r.check(at_zero.bounds()(0, 0).lower == 0 && at_zero.bounds()(0, 0).upper < 1.2f);
  });
  // Planes below and above every step, from the outputs back to the inputs.
  tests.proved("linear relaxation: closer than first order", [](report& r) {
    const auto f = [](const auto& x) {
      const auto y = layer_norm(softmax(x));
      return map(y, [](const auto& e) {
        using math::max;
        return max(e, std::remove_cvref_t<decltype(e)>(0));
      });
    };
    using X = tensor<float, axis<"token", 1>, axis<"label", 3>>;
    const X x = launder(X{{1, 2, 2.5}});
    const auto first = certify(f, x, 0.05);
    const auto closer = certify(f, x, 0.05, linear_relaxation);
    const auto wide = first.bounds(), near = closer.bounds();
    r.check(encloses(near, f(x)) && bounded(near) && !closer.may_overflow());
    for (std::size_t i = 0; i < X::volume; ++i)
      r.check(near.data()[i].lower >= wide.data()[i].lower &&
              near.data()[i].upper <= wide.data()[i].upper);
    r.check(near(0, 2).upper - near(0, 2).lower < 0.8f * (wide(0, 2).upper - wide(0, 2).lower));
    r.check(closer.margin<"label">()(0) >= first.margin<"label">()(0) &&
            closer.margin<"label">()(0) <= f(x)(0, 2) - f(x)(0, 1));
    for (const auto& y : near) r.bits(y.lower);
  });
  // Differences of what cancels are exact, and what is a square is not negative.
  tests.proved("linear relaxation: sums", [](report& r) {
    const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
    const auto twice = certify([](const auto& y) { return y + y - y; }, x, 1, linear_relaxation);
    r.check(twice.bounds()(0, 0).lower > -1e-5f && twice.bounds()(0, 0).upper < 2.00001f);
    const auto square = certify(
        [](const auto& y) {
          const auto d = y - as<typename std::remove_cvref_t<decltype(y)>::value_type>(ones);
          return multiply(d, d);
        },
        x, 1, linear_relaxation);
    r.check(square.bounds()(0, 0).lower >= 0 && square.bounds()(0, 0).upper < 1.00001f);
    const auto equal =
        certify([](const auto& y) { return y - 2 * (0.5 * y); }, x, 1e3, linear_relaxation);
    r.check(within(equal.bounds(), -1e-3, 1e-3));
  });
  tests.proved("linear relaxation: without a bound", [](report& r) {
    const auto f = [](const auto& x) { return 1 / x(0, 0) * x; };
    const auto c = certify(f, launder(logits{{0, 1, 2}, {3, 4, 5}}), 0.5, linear_relaxation);
    r.check(!bounded(c.bounds()) && c.margin<"label">()(0) == -infinity);
  });
  // A box that is refused as a whole, and proved in parts.
  tests.proved("bisected: margins", [](report& r) {
    const pair x = launder(pair{0.25f, -0.125f});
    const auto all_at_once = certify(above_a_quarter, x, 1);
    r.check(all_at_once.margin<"label">()() < -0.5f);
    r.check(certify(above_a_quarter, x, 1, bisected<1>).margin<"label">()() ==
            all_at_once.margin<"label">()());
    r.check(certify(above_a_quarter, x, 1, bisected<2>).margin<"label">()() ==
            all_at_once.margin<"label">()());
    const auto in_parts = certify(above_a_quarter, x, 1, bisected<8>);
    has_type<tensor<float>>(in_parts.margin<"label">());
    r.check(in_parts.margin<"label">()() > 0 && in_parts.margin<"label">()() <= 0.25f);
    // The least difference is 0: no number of parts proves more.
    const auto at_zero = [](const auto& z) { return above_a_quarter(z) - above_a_quarter(0 * z); };
    r.check(certify(at_zero, x, 1, bisected<16>).margin<"label">()() <= 0);
    r.bits(in_parts.margin<"label">());
  });
  tests.proved("bisected: each order", [](report& r) {
    const pair x = launder(pair{0.25f, -0.125f});
    r.check(certify(above_a_quarter, x, 1, linear_relaxation, bisected<8>).margin<"label">()() > 0);
    r.check(certify(above_a_quarter, x, 1, second_order, bisected<8>).margin<"label">()() > 0);
  });
  // The exact range is 0.25 to 4.484375.
  tests.proved("bisected: bounds", [](report& r) {
    const pair x = launder(pair{0.25f, -0.125f});
    const auto near = certify(above_a_quarter, x, 1, bisected<16>).bounds();
    const auto wide = certify(above_a_quarter, x, 1).bounds();
    r.check(wide(0).lower < -0.5f && near(0).lower > -0.1f && near(0).lower <= 0.25f);
    r.check(near(0).upper >= 4.484375f && near(0).upper <= wide(0).upper);
    for (int i = 0; i <= 8; ++i)
      for (int j = 0; j <= 8; ++j)
        r.check(encloses(near, above_a_quarter(pair{-0.75f + 0.25f * static_cast<float>(i),
                                   -1.125f + 0.25f * static_cast<float>(j)})));
    r.bits(near(0).lower);
  });
  // Exponents up to 168 as a whole, and below 88 in parts.
  tests.proved("bisected: what may overflow", [](report& r) {
    const auto f = [](const auto& z) { return attn::exp(above_a_quarter(z) * -200); };
    const pair x = launder(pair{0.25f, -0.125f});
    r.check(certify(f, x, 1).may_overflow() && !certify(f, x, 1, bisected<8>).may_overflow());
    r.check(!bounded(certify(f, x, 1).bounds()) && bounded(certify(f, x, 1, bisected<8>).bounds()));
    r.check(certify([&](const auto& z) { return f(z) + attn::exp(z * 100); }, x, 1, bisected<8>)
            .may_overflow());
  });
  // An input that does not move, or without end, is not divided.
  tests.proved("bisected: nothing to divide", [](report& r) {
    const pair x = launder(pair{0.25f, -0.125f});
    const auto still = certify(above_a_quarter, x, 0, bisected<4>);
    r.check(encloses(still.bounds(), above_a_quarter(x)) && still.margin<"label">()() > 0.29f);
    const auto endless = certify(above_a_quarter, x, 1e300, bisected<4>);
    r.check(!bounded(endless.bounds()) && endless.margin<"label">()() == -infinity);
    const auto part = detail::box_part<pair>{{1, 0}, {0x1p-149f, 0}};
    r.check(part.has_halves(0) && !part.has_halves(1));
    for (const bool upper : {false, true}) {
      const auto half = part.half(0, upper);
      r.check(half.end(0, false) <= 1 && half.end(0, true) >= 1 && half.reach(0) > 0);
    }
  });
  // What attn/scalars/affine.hpp promises. At random, with points in T: runtime_tests/scalars.
  tests.proved("inputs and numbers", [](report& r) {
    const form x = some_input(2, 1);
    r.check(x.center == 2 && x.slope[0] == 0 && x.slope[1] == 0.5f && x.error == 0);
    r.check(identical(x.range, interval<float>(1.5f, 2.5f)) && x.radius() < 0.50001f);
    r.check(x.linear() && !x.constant() && x.spread >= 0.5f);
    const form two = launder(form(2));
    r.check(two.constant() && two.center == 2 && identical(two, form(interval<float>(2))));
    const form tenth = launder(form(0.1));
    r.check(!tenth.constant() && tenth.range.contains(0.1) && tenth.error < 1e-8f);
    r.check(!form(interval<float>::anything()).linear());
    r.bits(x.spread);
  });
  // Where a number comes from is not forgotten.
  tests.proved("dependency", [](report& r) {
    const form x = some_input(2, 0), y = some_input(1, 1);
    r.check((x - x).radius() < 1e-5f && (x + y - x - y).radius() < 1e-5f);
    r.check((x * x - 4 * x).range.upper < -3.7f && (x * x).range.lower >= 2.2f);
    r.check((x / x).range.upper < 1.2f && (x / x).range.lower > 0.8f);
    r.check((x + y).slope[0] == 0.5f && (x + y).slope[1] == 0.5f);
    r.check(identical(max(x, form(0)), x) && max(x, y).range.lower >= 1.5f);
    r.check(min(x, form(3)).center == 2 && identical(select(true, x, y), x));
    form beyond = form(5);
    beyond.range.may_overflow = true;
    for (const form& z : {max(x, beyond), min(x, beyond), max(beyond, x), min(beyond, x)})
      r.check(z.range.may_overflow);
    r.bits((x * y).error);
    r.bits((x * y).slope[0]);
  });
  // Slopes are the slopes of the functions; errors are of second order.
  tests.proved("functions", [](report& r) {
    const form x = launder(form::input(1, 0.0625, 0));
    r.check(exp(x).slope[0] > 0.16f && exp(x).slope[0] < 0.18f && exp(x).error < 0.01f);
    r.check(log(x).error < 0.002f && sqrt(x).error < 0.001f && log1p(x).error < 0.001f);
    r.check(tanh(x).error < 0.004f && sigmoid(x).error < 0.002f && erf(x).error < 0.004f);
    r.check(sin(x).error < 0.002f && cos(x).error < 0.002f);
    r.check(pow(x, form(2)).range.contains(1) && (1 / x).error < 0.006f);
    for (const form& y : {exp(x), log(x), tanh(x), erf(x), sin(x), 1 / x}) r.bits(y.error);
  });
  // What T rounds off grows with the slopes of what follows, and never beyond the range.
  tests.proved("roundings", [](report& r) {
    const form x = some_input(2, 0), y = some_input(1, 1);
    r.check(x.rounding == 0 && (-x).rounding == 0 && max(x, y).rounding == 0);
    r.check((x + y).rounding >= 0x1p-23f && (x + y).rounding < 0x1p-20f);
    const form sum = x + y;
    // Of each: what T rounds off itself, and what becomes of the roundings of its operands.
    r.check(
        (1024 * sum).rounding > 2000 * sum.rounding && (sum * sum).rounding > 11 * sum.rounding);
    r.check((1024 * sum).rounding < 2100 * sum.rounding && exp(sum).rounding > 90 * sum.rounding);
    r.check(max(sum, form::input(3, 0.5, 1)).rounding == sum.rounding);
    const tensor<form, axis<"label", 2>> scores{sum, x};
    r.check(softmax(scores)(0).rounding > sum.rounding / 8);
    r.check((x / (x + 1e-3f)).rounding < 1e-5f);
    r.check(form(0.1).rounding > 0 && form(0.1).rounding < 1e-7f && form(0.5).rounding == 0);
    r.check(1e30f * x.rounding == 0 &&
            (1e30f * x).rounding <= affine<float, 2>::width_of((1e30f * x).range));
    r.check(pow(x, form(2)).rounding >= 3.9f && (1 / (x - 2)).rounding > 1e30f);
    r.bits((sum * sum).rounding);
  });
  tests.proved("only a range", [](report& r) {
    const form x = some_input(0, 0);
    r.check(!(1 / x).linear() && (1 / x).range.may_be_nan && !log(x).linear());
    r.check(log(x).range.may_be_nan && (1 / x + 1).range.may_be_nan);
    r.check(!(launder(form(1e30f)) * 2).linear() && (launder(form(1e30f)) * 2).range.bounded());
    r.check(assume_at_most(x, 0.25).range.upper == 0.25f);
    r.check(assume_at_least(x, 0).range.lower == 0 && x.around().contains(0));
    // Slopes that are too large are forgotten, though the range is small; and so are the slopes of weights.
    const form wide = assume_at_least(assume_at_most(launder(form::input(0, 0x1p59, 0)), 1e-3), 0);
    const form y = launder(form::input(0, 0.125, 1)), none = wide + wide;
    r.check(!none.linear() && none.range.upper < 0.0021f);
    const auto weights = softmax(tensor<form, axis<"label", 3>>{none, y, y});
    r.check(weights(1).linear() && weights(1).slope[1] == 0 && weights(1).range.upper < 0.376f);
    // The square of the distance from the centre, times the curvature, would overflow.
    r.check(log(launder(form(interval<float>(0x1p-24f, 0x1p50f)))).range.bounded());
  });
};
}  // namespace attn_tests::scalars_certify_tests
