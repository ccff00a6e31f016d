// SPDX-License-Identifier: BSL-1.0
// dual against calculus, at random: the value of every operation has the bits that T gives; its
// derivatives agree with the formulas of calculus in long double, and the derivatives of several
// operations with central differences in long double.
#include <attn/scalars/dual.hpp>
#include <attn/tensor/compare.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/fuzz.hpp"

namespace {

using attn::dual;
using attn_tests::fuzz::source;
using wide = long double;

// --- one operation --------------------------------------------------------------------------------

struct slopes {
  wide by_a, by_b = 0;
};

template <class T>
bool is_near(T got, wide want, wide units, wide scale) {
  if (std::fabs(want) > std::numeric_limits<T>::max() / 4) return true;  // it may overflow
  const wide eps = std::numeric_limits<T>::epsilon(), tiny = std::numeric_limits<T>::min();
  return std::fabs(got - want) <= units * eps * (std::fabs(want) + scale) + tiny;
}

// of: the operation of any scalar; derived(a, b): its slopes; units: how many units in the last place
// they may be off; scale: 1 if these are units of 1 (tanh and erf keep few digits of a small slope).
template <class T, class Of, class Derived>
void derives(const char* name, std::uint64_t stream, const Of& of, const Derived& derived,
             bool positive, wide units = 8, wide scale = 0) {
  source from(stream);
  int failures = 0;
  for (int n = 0; n < 20'000 && failures < 3; ++n) {
    T a = from.fraction<T>() * T(1 << from.below(5)), b = from.fraction<T>() * T(4);
    if (positive) a = (a < 0 ? -a : a) + T(0.001);
    if (b == T(0)) b = 1;
    const auto y = of(dual<T, 2>::variable(a, 0), dual<T, 2>::variable(b, 1));
    const slopes want = derived(wide(a), wide(b));
    const bool holds = attn::bitwise_equal(y.value, of(a, b)) &&
                       is_near(y.gradient[0], want.by_a, units, scale) &&
                       is_near(y.gradient[1], want.by_b, units, scale);
    if (holds) continue;
    ++failures;
    CAPTURE(name, attn_tests::fuzz::seed(), a, b, y.value, of(a, b), y.gradient[0],
            double(want.by_a), y.gradient[1], double(want.by_b));
    FAIL_CHECK("a derivative that calculus does not give");
  }
  CHECK(failures == 0);
}

}  // namespace

#define ATTN_DERIVES(in_words, by_a, by_b, ...)                                                \
  derives<TestType>(                                                                           \
      #in_words, stream++,                                                                     \
      []([[maybe_unused]] const auto& a, [[maybe_unused]] const auto& b) { return in_words; }, \
      []([[maybe_unused]] wide a, [[maybe_unused]] wide b) -> slopes {                         \
        return {wide(by_a), wide(by_b)};                                                       \
      },                                                                                       \
      __VA_ARGS__)

TEMPLATE_TEST_CASE("scalars/dual: derivatives at random", "", float, double) {
  using attn::math::cos, attn::math::erf, attn::math::exp, attn::math::log, attn::math::log1p,
      attn::math::max, attn::math::min, attn::math::pow, attn::math::select, attn::math::sigmoid,
      attn::math::sin, attn::math::sqrt, attn::math::tanh;
  std::uint64_t stream = 64 * sizeof(TestType);
  constexpr wide two_over_root_pi = 1.12837916709551257390L;
  ATTN_DERIVES(a + b, 1, 1, false);
  ATTN_DERIVES(a - b, 1, -1, false);
  ATTN_DERIVES(a * b, b, a, false);
  ATTN_DERIVES(a / b, 1 / b, -a / b / b, false);
  ATTN_DERIVES(-a, -1, 0, false);
  ATTN_DERIVES(max(a, b), a > b, !(a > b), false);
  ATTN_DERIVES(min(a, b), !(b < a), b < a, false);
  ATTN_DERIVES(select(true, a, b), 1, 0, false);
  ATTN_DERIVES(pow(a, b), b * std::pow(a, b - 1), std::pow(a, b) * std::log(a), true, 64);
  ATTN_DERIVES(cos(a), -std::sin(a), 0, false);
  ATTN_DERIVES(erf(a), two_over_root_pi * std::exp(-a * a), 0, false, 8, 1);
  ATTN_DERIVES(exp(a), std::exp(a), 0, false);
  ATTN_DERIVES(log(a), 1 / a, 0, true);
  ATTN_DERIVES(log1p(a), 1 / (1 + a), 0, true);
  ATTN_DERIVES(sigmoid(a), 1 / (2 + std::exp(a) + std::exp(-a)), 0, false);
  ATTN_DERIVES(sin(a), std::cos(a), 0, false);
  ATTN_DERIVES(sqrt(a), 1 / (2 * std::sqrt(a)), 0, true);
  ATTN_DERIVES(tanh(a), 1 / std::cosh(a) / std::cosh(a), 0, false, 8, 1);
}

// --- formulas -------------------------------------------------------------------------------------

namespace {

constexpr std::size_t variables = 3, nodes = 6;

struct step {
  std::size_t operation, a, b;
};

wide sigmoid(wide x) { return 1 / (1 + std::exp(-x)); }

template <class V>
V apply(std::size_t operation, const V& a, const V& b) {
  using attn::math::cos, attn::math::erf, attn::math::exp, attn::math::log1p, attn::math::max,
      attn::math::min, attn::math::sigmoid, attn::math::sin, attn::math::sqrt, attn::math::tanh;
  using std::cos, std::erf, std::exp, std::log1p, std::sin, std::sqrt, std::tanh, ::sigmoid;
  switch (operation) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * b;
    case 3:
      return a / (b * b + V(1));
    case 4:
      return max(a, b);
    case 5:
      return min(a, b);
    case 6:
      return cos(a) + sin(b);
    case 7:
      return erf(a);
    case 8:
      return exp(-(a * a));
    case 9:
      return log1p(a * a);
    case 10:
      return sigmoid(a);
    case 11:
      return sqrt(a * a + V(1));
    default:
      return tanh(a);
  }
}
template <class V>
V evaluate(std::vector<V> all, const std::vector<step>& formula) {
  for (const step& s : formula) all.push_back(apply(s.operation, all[s.a], all[s.b]));
  return all.back();
}

}  // namespace

TEST_CASE("scalars/dual: formulas at random") {
  source from(5);
  int failures = 0, compared = 0;
  for (int n = 0; n < 10'000 && failures < 3; ++n) {
    std::vector<step> formula(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
      formula[i] = {from.below(13), from.below(variables + i), from.below(variables + i)};
    std::vector<wide> x(variables);
    std::vector<dual<double, variables>> duals(variables);
    for (std::size_t i = 0; i < variables; ++i) {
      const double value = from.fraction<double>() * 2;
      x[i] = value;
      duals[i] = dual<double, variables>::variable(value, i);
    }
    const auto y = evaluate(duals, formula);
    for (std::size_t i = 0; i < variables; ++i) {
      const auto slope = [&](wide h) {
        auto above = x, below = x;
        above[i] += h;
        below[i] -= h;
        return (evaluate(above, formula) - evaluate(below, formula)) / (2 * h);
      };
      const wide rough = slope(1e-4L), fine = slope(1e-5L);
      if (!(std::fabs(rough - fine) <= 1e-5L * (1 + std::fabs(fine)))) continue;  // near a corner
      ++compared;
      if (std::fabs(y.gradient[i] - fine) <= 1e-6L * (1 + std::fabs(fine))) continue;
      ++failures;
      CAPTURE(attn_tests::fuzz::seed(), n, i, y.value, y.gradient[i], double(fine));
      FAIL_CHECK("a derivative that the differences do not show");
    }
  }
  CHECK(failures == 0);
  CHECK(compared > 25'000);
}
