// SPDX-License-Identifier: BSL-1.0
// interval against its meaning, at random: for every operation and conversion, the exact result and
// the result in T of points between the bounds are between the bounds of the result; what is bounded
// does not overflow; a NaN is announced, and an infinity of finite numbers. The exact result is computed in long double: of + - * / with
// the sign of its error, of functions to some units in its last place.
#include <attn/scalars/interval.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/fuzz.hpp"

namespace {

using attn::interval;
using attn_tests::fuzz::at_place;
using attn_tests::fuzz::place_of;
using attn_tests::fuzz::source;
using wide = long double;

constexpr std::uint64_t intervals = 50'000, points = 6;  // 300,000 points for every operation

// A result that is value + rest, where rest is less than a last place of value and only its sign is
// known; or, of functions, anything within slack of value.
struct exact {
  wide value, rest = 0, slack = 0;
};
exact sum(wide a, wide b) {
  const wide s = a + b, from_b = s - a;
  return {s, (a - (s - from_b)) + (b - from_b)};
}
exact product(wide a, wide b) {
  const wide p = a * b;
  return {p, std::fma(a, b, -p)};
}
exact quotient(wide a, wide b) {
  if (b == 0) return {std::numeric_limits<wide>::quiet_NaN()};
  const wide q = a / b, remainder = std::fma(-q, b, a);
  return {q, b < 0 ? -remainder : remainder};
}
exact function(wide y) {
  const wide slack = 16 * std::numeric_limits<wide>::epsilon() * std::fabs(y);
  return {y, 0, slack - slack == 0 ? slack : 0};  // none of an infinity
}

template <class T>
bool holds(const interval<T>& y, const exact& x) {
  const wide low = y.lower, high = y.upper;
  if (x.value != x.value) return true;  // no such number; the result in T is NaN, which is checked
  const bool above = low < x.value || (low == x.value && x.rest >= 0);
  const bool below = x.value < high || (high == x.value && x.rest <= 0);
  if (x.slack == 0) return above && below;
  return low <= x.value + x.slack && x.value - x.slack <= high;
}

template <class T>
bool is_finite(T x) {
  return x - x == T(0);
}

template <class T>
interval<T> some_interval(source& from) {
  T a = from.number<T>(), b = a;
  switch (from.below(5)) {
    case 0:
      break;
    case 1: {
      if (!is_finite(a)) break;
      b = at_place<T>(place_of(a) + static_cast<std::int64_t>(from.below(9)));
      break;
    }
    case 2:
      b = -a;
      break;
    default:
      b = from.number<T>();
  }
  if (b != b) b = a;  // beyond infinity
  return a <= b ? interval<T>(a, b) : interval<T>(b, a);
}
// Point number i of 6: the ends, 0 or what is next to an end, and numbers between.
template <class T>
T some_point(source& from, const interval<T>& x, std::uint64_t i) {
  const std::int64_t low = place_of(x.lower), high = place_of(x.upper);
  const auto many = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  switch (i) {
    case 0:
      return x.lower;
    case 1:
      return x.upper;
    case 2:
      return x.contains(0) ? T(0) : at_place<T>(low < high ? low + 1 : low);
    case 3: {
      const T middle = x.lower / 2 + x.upper / 2;
      return x.lower <= middle && middle <= x.upper ? middle : x.lower;
    }
    default:
      return at_place<T>(static_cast<std::int64_t>(
          static_cast<std::uint64_t>(low) +
          (many == ~std::uint64_t{0} ? from.bits() : from.bits() % (many + 1))));
  }
}

template <class T>
void failed(const char* name, const interval<T>& a, const interval<T>& b, T p, T q, T got,
            const interval<T>& y) {
  CAPTURE(name, attn_tests::fuzz::seed(), a.lower, a.upper, b.lower, b.upper, p, q, got, y.lower,
          y.upper, y.may_be_nan);
  FAIL_CHECK("a point outside of the bounds");
}

// One result in T and exactly, against the bounds.
template <class T>
bool covers(const interval<T>& y, T got, bool finite, const exact& want) {
  if (!(y.lower <= y.upper)) return false;
  if (got != got) return y.may_be_nan && y.may_overflow;
  if (!y.contains(got)) return false;
  if (y.bounded() && !is_finite(got)) return false;
  if (finite && !is_finite(got) && !y.may_overflow) return false;
  return !finite || holds(y, want);
}

// of(a, b): what an interval makes of them; in_t(p, q): the result in T; exactly(p, q).
template <class T, class Of, class InT, class Exactly>
void try_binary(const char* name, std::uint64_t stream, const Of& of, const InT& in_t,
                const Exactly& exactly) {
  source from(stream);
  int failures = 0;
  for (std::uint64_t n = 0; n < intervals * attn_tests::fuzz::times() && failures < 3; ++n) {
    const auto a = some_interval<T>(from), b = some_interval<T>(from);
    const interval<T> y = of(a, b);
    for (std::uint64_t i = 0; i < points; ++i) {
      const T p = some_point(from, a, i), q = some_point(from, b, (i + n) % points);
      const T got = in_t(p, q);
      if (covers(y, got, is_finite(p) && is_finite(q), exactly(wide(p), wide(q)))) continue;
      ++failures;
      failed(name, a, b, p, q, got, y);
      break;
    }
  }
  CHECK(failures == 0);
}
template <class T, class Of, class InT, class Exactly>
void try_unary(const char* name, std::uint64_t stream, const Of& of, const InT& in_t,
               const Exactly& exactly) {
  source from(stream);
  int failures = 0;
  for (std::uint64_t n = 0; n < intervals * attn_tests::fuzz::times() && failures < 3; ++n) {
    const auto a = some_interval<T>(from);
    const interval<T> y = of(a);
    for (std::uint64_t i = 0; i < points; ++i) {
      const T p = some_point(from, a, i);
      const T got = in_t(p);
      if (covers(y, got, is_finite(p), function(exactly(wide(p))))) continue;
      ++failures;
      failed(name, a, a, p, p, got, y);
      break;
    }
  }
  CHECK(failures == 0);
}

}  // namespace

#define ATTN_BINARY(name, in_words, exactly)                                 \
  try_binary<TestType>(                                                      \
      name, stream++, [](const auto& a, const auto& b) { return in_words; }, \
      [](TestType a, TestType b) -> TestType { return in_words; },           \
      [](wide a, wide b) -> exact { return exactly; })
#define ATTN_UNARY(name, exactly)                                 \
  try_unary<TestType>(                                            \
      #name, stream++, [](const auto& a) { return name(a); },     \
      [](TestType a) -> TestType { return attn::math::name(a); }, \
      [](wide a) -> wide { return exactly; })

TEMPLATE_TEST_CASE("scalars/interval: arithmetic at random", "", float, double) {
  using attn::math::max, attn::math::min, attn::math::pow;
  std::uint64_t stream = sizeof(TestType) * 16;
  ATTN_BINARY("a + b", a + b, sum(a, b));
  ATTN_BINARY("a - b", a - b, sum(a, -b));
  ATTN_BINARY("a * b", a * b, product(a, b));
  ATTN_BINARY("a / b", a / b, quotient(a, b));
  ATTN_BINARY("max", max(a, b), exact{a > b ? a : b});
  ATTN_BINARY("min", min(a, b), exact{a < b ? a : b});
  ATTN_BINARY("max(-a, b)", max(-a, b), exact{-a > b ? -a : b});
  ATTN_BINARY("pow", pow(a, b), function(std::pow(a, b)));
}
TEMPLATE_TEST_CASE("scalars/interval: functions at random", "", float, double) {
  std::uint64_t stream = 8 + sizeof(TestType) * 32;
  ATTN_UNARY(cos, std::cos(a));
  ATTN_UNARY(erf, std::erf(a));
  ATTN_UNARY(exp, std::exp(a));
  ATTN_UNARY(log, std::log(a));
  ATTN_UNARY(log1p, std::log1p(a));
  ATTN_UNARY(sigmoid, a < 0 ? std::exp(a) / (1 + std::exp(a)) : 1 / (1 + std::exp(-a)));
  ATTN_UNARY(sin, std::sin(a));
  ATTN_UNARY(sqrt, std::sqrt(a));
  ATTN_UNARY(tanh, std::tanh(a));
}

// A number of another type is inside, and so is what it becomes in T; nothing narrower would do.
template <class T, class U>
bool converts(U x) {
  const interval<T> y = x, pair(x, x),
                    most = assume_at_most(interval<T>(-std::numeric_limits<T>::infinity(),
                                                      std::numeric_limits<T>::infinity()),
                                          x),
                    least = assume_at_least(interval<T>(-std::numeric_limits<T>::infinity(),
                                                        std::numeric_limits<T>::infinity()),
                                            x);
  const wide exactly = static_cast<wide>(x);
  const bool tight =
      y.lower == y.upper ? wide(y.lower) == exactly : at_place<T>(place_of(y.lower) + 1) == y.upper;
  return wide(y.lower) <= exactly && exactly <= wide(y.upper) && tight && y.contains(x) &&
         y.contains(static_cast<T>(x)) && identical(pair, y) && most.upper == y.upper &&
         least.lower == y.lower;
}
TEMPLATE_TEST_CASE("scalars/interval: conversions at random", "", float, double) {
  source from(4 + sizeof(TestType));
  int failures = 0;
  for (std::uint64_t n = 0; n < intervals * attn_tests::fuzz::times() && failures < 3; ++n) {
    const auto single = from.number<float>();
    const auto number = from.number<double>();
    const wide more = wide(number) * (1 + wide(from.fraction<double>()) * 0x1p-50l);
    const auto word = static_cast<std::int64_t>(from.bits()) >> from.below(64);
    const auto natural = from.bits() >> from.below(64);
    const bool all = converts<TestType>(single) && converts<TestType>(number) &&
                     converts<TestType>(more) && converts<TestType>(word) &&
                     converts<TestType>(natural) &&
                     converts<TestType>(static_cast<std::int32_t>(word)) &&
                     converts<TestType>(static_cast<std::uint32_t>(word)) &&
                     converts<TestType>(static_cast<std::int16_t>(word));
    if (all) continue;
    ++failures;
    CAPTURE(attn_tests::fuzz::seed(), single, number, more, word, natural);
    FAIL_CHECK("a number outside of what it becomes");
  }
  CHECK(failures == 0);
}
