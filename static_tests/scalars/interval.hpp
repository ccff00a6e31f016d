// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/interval.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::interval_tests {
using single = interval<float>;
inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float most = std::numeric_limits<float>::max();

static_assert(floating_scalar<single> && floating_scalar<interval<double>>);
template <interval<double> X> inline constexpr double bound_in_the_type = X.upper;  // structural
static_assert(bound_in_the_type<interval<double>(1, 3)> == 3);

// Numbers of every size, and of both signs.
constexpr float some_float(std::uint64_t seed, std::uint64_t i) {
  const std::uint64_t z = splitmix64(seed, i);
  const auto fraction = static_cast<float>(static_cast<std::int32_t>(z >> 32)) * 0x1p-31f;
  const int scale = static_cast<int>(z & 15) - 8;
  return fraction *
         (scale < 0 ? 1.0f / static_cast<float>(1 << -scale) : static_cast<float>(1 << scale));
}
constexpr single some_interval(std::uint64_t seed, std::uint64_t i) {
  const float a = some_float(seed, 2 * i), b = some_float(seed, 2 * i + 1);
  return launder(a < b ? single(a, b) : single(b, a));
}

// Bounds hold at points of both operands: in float, and in double, where next to nothing is rounded.
template <class F> constexpr bool holds(report& r, const F& f, const single& a, const single& b) {
  const single y = f(a, b);
  r.bits(y.lower);
  r.bits(y.upper);
  const float as[] = {a.lower, a.lower / 2 + a.upper / 2, a.upper};
  const float bs[] = {b.lower, b.lower / 2 + b.upper / 2, b.upper};
  if (y.may_be_nan) return b.contains(0);  // only a division can
  bool all = y.lower <= y.upper;
  for (const float p : as)
    for (const float q : bs) {
      const double exact = f(static_cast<double>(p), static_cast<double>(q));
      all = all && y.contains(f(p, q));
      all = all && static_cast<double>(y.lower) <= exact && exact <= static_cast<double>(y.upper);
    }
  return all;
}

template <class F> constexpr bool encloses(report& r, const F& f, const single& a) {
  const single y = f(a);
  r.bits(y.lower);
  r.bits(y.upper);
  bool all = !y.may_be_nan && y.lower <= y.upper;
  for (int i = 0; i <= 4; ++i) {
    const float p = a.lower + (a.upper - a.lower) * (static_cast<float>(i) / 4);
    const float inside = p < a.lower ? a.lower : p > a.upper ? a.upper : p;
    const double exact = f(static_cast<double>(inside));
    all = all && y.contains(f(inside));
    all = all && static_cast<double>(y.lower) <= exact && exact <= static_cast<double>(y.upper);
  }
  return all;
}
template <std::uint64_t First> constexpr void functions_are_outward(report& r) {
  using math::cos, math::erf, math::exp, math::log, math::log1p, math::pow, math::sigmoid,
      math::sin, math::sqrt, math::tanh;
  for (std::uint64_t i = First; i < First + 3; ++i) {
    const float a = some_float(3, i) / 16, width = some_float(4, i);
    const single x(a, a + (width < 0 ? -width : width) / 32);
    const single positive = x * x + 0x1p-10f;
    r.check(encloses(r, [](auto v) { return cos(v); }, x));
    r.check(encloses(r, [](auto v) { return erf(v); }, x));
    r.check(encloses(r, [](auto v) { return exp(v); }, x));
    r.check(encloses(r, [](auto v) { return sigmoid(v); }, x));
    r.check(encloses(r, [](auto v) { return sin(v); }, x));
    r.check(encloses(r, [](auto v) { return tanh(v); }, x));
    r.check(positive.lower > 0 ? encloses(r, [](auto v) { return log(v); }, positive) : true);
    r.check(positive.lower > 0 ? encloses(r, [](auto v) { return sqrt(v); }, positive) : true);
    r.check(positive.lower > 0 ? encloses(r, [](auto v) { return log1p(v); }, positive) : true);
    r.check(encloses(r, [](auto v) { return pow(v, decltype(v)(2)); }, x));
    r.check(encloses(r, [](auto v) { return pow(v, decltype(v)(3)); }, x));
    if (positive.lower > 0)
      r.check(encloses(r, [](auto v) { return pow(v, decltype(v)(-1.5f)); }, positive));
  }
}

// What is no interval: the_bounds_of_an_interval_must_be_in_order, in rejected/ and at run time.

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("arithmetic is outward", [](report& r) {
    using math::max, math::min;
    for (std::uint64_t i = 0; i < 40; ++i) {
      const single a = some_interval(1, i), b = some_interval(2, i);
      r.check(holds(r, [](auto x, auto y) { return x + y; }, a, b));
      r.check(holds(r, [](auto x, auto y) { return x - y; }, a, b));
      r.check(holds(r, [](auto x, auto y) { return x * y; }, a, b));
      if (!b.contains(0)) r.check(holds(r, [](auto x, auto y) { return x / y; }, a, b));
      r.check(holds(r, [](auto x, auto y) { return max(x, y); }, a, b));
      r.check(holds(r, [](auto x, auto y) { return min(x, -y); }, a, b));
    }
  });
  tests.proved("functions are outward, 0 to 2", [](report& r) { functions_are_outward<0>(r); });
  tests.proved("functions are outward, 3 to 5", [](report& r) { functions_are_outward<3>(r); });
  tests.proved("functions are outward, 6 to 8", [](report& r) { functions_are_outward<6>(r); });
  tests.proved("functions are outward, 9 to 11", [](report& r) { functions_are_outward<9>(r); });
  // Within what they cannot exceed, and exact where nothing is rounded.
  tests.proved("tight where it matters", [](report& r) {
    const single one(1), zero(0), wide(-200, 0);
    r.check(identical(one + one, single(2)) && identical(one * zero, zero) &&
            identical(one / one, one));
    r.check(identical(single(3) - single(3), zero) &&
            identical(single(0.25f, 3) * one, single(0.25f, 3)));
    r.check(exp(launder(wide)).upper == 1 && exp(launder(wide)).lower == 0);
    r.check(exp(zero).contains(1) && exp(zero).upper == 1 && exp(zero).lower < 1);
    r.check(identical(tanh(launder(single(-9, 9))), single(-1, 1)));
    r.check(identical(sigmoid(launder(single(-200, 200))), single(0, 1)));
    r.check(identical(sin(launder(single(-4, 4))), single(-1, 1)));
    r.check(pow(launder(single(-2, 1)), 2).lower == 0);
    const single power_0 = pow(launder(single(-2, 1)), 0);  // 1, of whatever number
    r.check(power_0.contains(1) && power_0.lower > 0.99f && power_0.upper < 1.01f);
    // Bounds of a product and a quotient below the lowest number: far, and not -infinity.
    r.check((launder(single(-most)) * 2).upper <= -most / 2);
    r.check((launder(single(-most)) / 0.5f).upper <= -most / 2);
    r.check(identical(select(true, one, zero), one) && identical(select(false, one, zero), zero));
  });
  // A quotient of two that are unlimited is undefined, inf / inf; of one that is, it is not.
  tests.proved("unlimited quotients", [](report& r) {
    const single above = launder(single(1, infinity)), below = launder(single(-infinity, -1));
    for (const single& y : {above / above, above / below, below / above, below / below})
      r.check(y.may_be_nan);
    r.check((above / single(1, 2)).lower > 0.49f && !(above / single(1, 2)).may_be_nan);
    r.check(!(above / 2).may_be_nan && (above / 2).upper == infinity && (above / 2).lower > 0.49f);
    r.check(
        !(below / 2).may_be_nan && (below / 2).lower == -infinity && (below / 2).upper < -0.49f);
    r.check(identical(single(1, 2) / above, single(0, 2)));
    r.check(identical(single(1, 2) / below, single(-2, 0)));
  });
  // The cosine of one number has an error, which its bounds contain.
  tests.proved("waves of points", [](report& r) {
    for (const float x : {-2.5f, -0.3f, 0.7f, 1.0f, 2.0f}) {
      const single c = cos(launder(single(x))), s = sin(launder(single(x)));
      r.check(c.lower < math::cos(x) && math::cos(x) < c.upper && c.upper - c.lower < 1e-6f);
      r.check(s.lower < math::sin(x) && math::sin(x) < s.upper && s.upper - s.lower < 1e-6f);
    }
  });
  // A number that float does not have is between two that it has; one that it has is a point.
  tests.proved("conversions are outward", [](report& r) {
    const single tenth = launder(0.1);
    r.check(tenth.lower < 0.1 && 0.1 < tenth.upper && tenth.contains(0.1) && tenth.contains(0.1f));
    r.check(identical(single(launder(0.5)), single(0.5f)) && single(launder(7)).upper == 7);
    r.check(!single(0.1f).contains(0.1) && !tenth.contains(0.1001));
    const single limits(launder(-0.7), launder(0.7));
    r.check(limits.contains(-0.7) && limits.contains(0.7) && limits.contains(-0.7f));
    constexpr std::int64_t most64 = std::numeric_limits<std::int64_t>::max(), odd = (1ll << 53) + 1;
    const single large = launder(most64);
    r.check(large.upper == 0x1p63f && large.lower == 0x1.fffffep62f);
    const interval<double> next = launder(odd), previous = launder(-odd);
    r.check(next.lower == 0x1p53 && next.upper == 0x1p53 + 2);
    r.check(previous.upper == -0x1p53 && previous.lower == -0x1p53 - 2);
    r.check(
        single(~std::uint64_t{0}).upper == 0x1p64f && single(~std::uint64_t{0}).lower < 0x1p64f);
    const single huge = launder(1e300), tiny = launder(-1e-300);
    r.check(huge.lower == most && huge.upper == infinity && !huge.bounded());
    r.check(tiny.upper == 0 && tiny.lower == -std::numeric_limits<float>::denorm_min());
    r.check(interval<double>(launder(0.1L)).contains(0.1L));
    const single x = launder(single(-3, 3));
    r.check(assume_at_most(x, 1.9).upper > 1.9 && assume_at_most(x, 1.9).upper < 1.900001f);
    r.check(assume_at_least(x, -1.9).lower < -1.9 && assume_at_least(x, -1.9).lower > -1.900001f);
    r.check((x * 0.1).upper > 0.3 && (x + 0.1).contains(3.1) && (x - 0.1).contains(-3.1));
  });
  // What generic code takes from std::numeric_limits.
  tests.proved("limits of the element", [](report& r) {
    using limits = std::numeric_limits<single>;
    static_assert(!limits::is_specialized);
    r.check(limits::max() == most && limits::lowest() == -most && limits::infinity() == infinity);
    r.check(identical(max(single(limits::lowest()), single(-5, -4)), single(-5, -4)));
    r.check(limits::epsilon() > 0);
  });
  // An interval forgets where it comes from.
  tests.proved("looseness", [](report& r) {
    const single x = launder(single(1, 3));
    r.check(identical(x - x, single(-2, 2)));
    r.check(
        (x * x).contains(1) && (x * x).contains(9) && (x * x - x).contains(-2));  // never below 0
  });
  // One object twice is one number twice: a square is not negative.
  tests.proved("squares", [](report& r) {
    const single x = launder(single(-2, 1)), below = launder(single(-3, -2));
    r.check((x * x).lower == 0 && (x * x).contains(4) && (x * x).upper < 4.00001f);
    r.check((below * below).lower > 3.999999f && (below * below).upper < 9.00001f);
    const single same = x;
    r.check((x * same).lower <= -2);  // two objects
    const single tenth = launder(single(0.1f));
    r.check(identical(tenth * tenth, tenth * single(0.1f)));
    r.check((launder(single(-infinity, 1)) * single(2)).lower == -infinity);
    const single unlimited = launder(single(-infinity, 1));
    const single square = unlimited * unlimited;  // no 0 times infinity
    r.check(square.lower == 0 && square.upper == infinity && !square.may_be_nan);
    const single tiny = launder(single(-1e-30f, 1e-30f));
    r.check((tiny * tiny).lower == 0 && (tiny * tiny).upper > 0);
    single lost = x;
    lost.may_be_nan = true;
    r.check((lost * lost).may_be_nan);
  });
  tests.proved("overflow", [](report& r) {
    const single huge = launder(single(most / 2, most));
    r.check((huge + huge).upper == infinity && (huge + huge).lower <= most);
    r.check((-huge - huge).lower == -infinity);
    const single lowest = launder(single(-most, -most));
    r.check((lowest + lowest).lower == -infinity && (lowest + lowest).upper == -most);
    r.check((huge * 4).upper == infinity && (huge * -4).lower == -infinity);
    r.check((huge / 0.25f).upper == infinity && !(huge / 0.25f).bounded());
    r.check(!(huge + huge).bounded() && huge.bounded());
    r.check(exp(launder(single(80, 90))).upper == infinity);
    r.check(exp(launder(single(-200, -150))).upper < 1e-40f);  // a subnormal number, or 0
    r.check(
        identical((huge - huge), single(-most / 2, most / 2)) || (huge - huge).contains(most / 2));
  });
  // Of finite numbers, an infinity or NaN: where it occurs, and in everything computed from it.
  tests.proved("what may overflow", [](report& r) {
    const single x = launder(single(-1, 2)), huge = launder(single(most / 2, most));
    const single large = launder(single(80, 90));
    for (const single& y : {huge + huge, -huge - huge, huge - -huge, huge * huge, huge * 4,
             -huge * huge, x * 4 * huge, huge / 0.25f, exp(large), log(x * x), pow(large, large),
             1 / x, sqrt(x), log1p(-huge)}) {
      r.check(y.may_overflow && !y.bounded());
      const single after[] = {tanh(y), -y, y * 0, 1 / y, max(y, single(1)), min(single(1), y),
          assume_at_most(assume_at_least(y, 0), 1), pow(tanh(y), 2)};
      for (const single& z : after) r.check(z.may_overflow);
      r.check(select(true, y, x).may_overflow && !select(false, y, x).may_overflow);
    }
    r.check(tanh(exp(large)).bounded() && (tanh(exp(large)) + 1).may_overflow);
    for (const single& y : {x + x, x - x, x * x, huge - huge, huge / 2, exp(x), log(huge), 1 / huge,
             tanh(huge), exp(-huge), sqrt(huge), sin(huge), pow(x, 3), max(huge, x)})
      r.check(!y.may_overflow);
    // What is infinite from the beginning does not overflow, but a number that may be finite does.
    const single masked = launder(single(-infinity)), top = launder(single(1, infinity));
    for (const single& y : {masked, masked + x, x + masked, masked - huge, exp(masked),
             max(masked, x), -masked, max(masked, masked), -top, max(top, x), select(true, top, x)})
      r.check(!y.may_overflow);
    for (const single& y : {top + top, top * 2, top * top, exp(top), masked - masked, masked * x})
      r.check(y.may_overflow);
  });
  // Undefined stays undefined, whatever comes after.
  tests.proved("what may be NaN", [](report& r) {
    const single x = launder(single(-1, 2));
    const single top = launder(single(0, infinity));
    for (const single& y : {1 / x, top - top, top * x, top / top, sqrt(x), log(x), log1p(x * 2),
             pow(x, 0.5f), pow(x, -1), sin(top)})
      r.check(y.may_be_nan && !y.bounded() && y.contains(std::numeric_limits<float>::infinity()));
    const single lost = assume_at_least(assume_at_most(top - top, 1), 0);
    r.check(lost.lower == 0 && lost.upper == 1 && lost.may_be_nan && !lost.bounded());
    r.check(
        max(single(3), lost).may_be_nan && (3 + lost).may_be_nan && (3 / (lost + 1)).may_be_nan);
    r.check(max(lost, single(3)).may_be_nan && (lost * 0).may_be_nan && exp(lost).may_be_nan);
    r.check(!(top + top).may_be_nan && !(log(launder(single(0, 1)))).may_be_nan);
    r.check(identical(assume_at_most(x, 1), single(-1, 1)) &&
            identical(assume_at_least(x, 0), single(0, 2)));
    // A number that is NaN, also of a format that is converted.
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    r.check(single(launder(nan)).may_be_nan && interval<double>(launder(nan)).may_be_nan);
    r.check(
        single(launder(static_cast<float>(nan))).may_be_nan && single(launder(-nan)).may_be_nan);
    r.check(!single(launder(nan)).bounded());
  });
};
}  // namespace attn_tests::interval_tests
