// SPDX-License-Identifier: BSL-1.0
// Behaviours of envelope, envelope_elementary of attn/scalars/.
#pragma once

#include <attn/detail/directed_rounding.hpp>
#include "static_tests/reference/elementary.hpp"
#include "static_tests/support/other_orders.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::scalars_envelope_tests {
// Elementary functions of envelopes at the points of the references, which were chosen to be hard: the
// correctly rounded result is within, and so are numbers three steps off; numbers 24 steps off are not.
namespace envelope_elementary_tests {
template <class T> constexpr T steps_from(T x, int steps) {
  return steps < 0 ? -detail::steps_above(-x, -steps) : detail::steps_above(x, steps);
}

// Of what is NaN, the envelope may be. Around subnormal numbers and the largest ones, steps are no
// relative errors.
template <class T, std::size_t N, class F>
constexpr report at_points(const T (&points)[N][2], const F& f, int near = 3) {
  report r;
  bool within = true, outside = true;
  for (const auto& [x, y] : points) {
    const envelope<T> all = f(envelope<T>(launder(x)));
    within = within && all.contains(y);
    const T size = y < 0 ? -y : y;
    if (!(size > std::numeric_limits<T>::min() * 2 && size < std::numeric_limits<T>::max() / 2))
      continue;
    within = within && all.contains(steps_from(y, near)) && all.contains(steps_from(y, -near));
    outside = outside && !all.contains(steps_from(y, 24)) && !all.contains(steps_from(y, -24));
  }
  r.check(within);
  r.check(outside);
  return r;
}

// clang-format off
#define ATTN_FUNCTION(name, ...)                                                                   \
  template <class T>                                                                               \
  constexpr report name##_at_points() {                                                            \
    constexpr auto f = [](const envelope<T>& x) { return name(x); };                               \
    if constexpr (std::is_same_v<T, float>)                                                        \
      return at_points(reference::name::float32, f __VA_OPT__(, ) __VA_ARGS__);                    \
    else                                                                                           \
      return at_points(reference::name::float64, f __VA_OPT__(, ) __VA_ARGS__);                    \
  }
// clang-format on
ATTN_FUNCTION(exp)
ATTN_FUNCTION(log)
ATTN_FUNCTION(tanh)
ATTN_FUNCTION(sin)
ATTN_FUNCTION(cos)
ATTN_FUNCTION(erf)
ATTN_FUNCTION(sigmoid)
ATTN_FUNCTION(sqrt, 0)
#undef ATTN_FUNCTION

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("exp", []<class T>() { return exp_at_points<T>(); });
  tests.proved<float, double>("log", []<class T>() { return log_at_points<T>(); });
  tests.proved<float, double>("tanh", []<class T>() { return tanh_at_points<T>(); });
  tests.proved<float, double>("sin", []<class T>() { return sin_at_points<T>(); });
  tests.proved<float, double>("cos", []<class T>() { return cos_at_points<T>(); });
  tests.proved<float, double>("erf", []<class T>() { return erf_at_points<T>(); });
  tests.proved<float, double>("sigmoid", []<class T>() { return sigmoid_at_points<T>(); });
  tests.proved<float, double>("sqrt", []<class T>() { return sqrt_at_points<T>(); });
};
}  // namespace envelope_elementary_tests

using single = envelope<float>;
using twice = envelope<double>;

inline constexpr float most = std::numeric_limits<float>::max();
inline constexpr double infinity = std::numeric_limits<double>::infinity();
template <class T> inline constexpr T half_an_epsilon = std::numeric_limits<T>::epsilon() / 2;

constexpr bool is(const single& x, double lower, double upper) {
  return x.lower() == lower && x.upper() == upper && !x.may_be_nan();
}

static_assert(analysis_scalar<single> && analysis_scalar<envelope<double, 20>>);
static_assert(std::is_same_v<envelope<float>, envelope<float, 4>>);

// f of the results of all orders in which terms can be added: 105 trees of five terms.
template <class T, class F> constexpr void each_order(const T* terms, std::size_t n, const F& f) {
  if (n == 1) return f(terms[0]);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      T rest[5]{terms[i] + terms[j]};
      std::size_t count = 1;
      for (std::size_t k = 0; k < n; ++k)
        if (k != i && k != j) rest[count++] = terms[k];
      each_order(rest, n - 1, f);
    }
}

// Off by up to Ulps units, and not by more.
template <class T, int Ulps> constexpr void functions(report& r) {
  const auto check = [&](const envelope<T, Ulps>& y, T value, int more = 0) {
    r.check(y.contains(value));
    r.check(y.contains(detail::steps_above(value, Ulps + more - 1)));
    r.check(y.contains(-detail::steps_above(-value, Ulps + more - 1)));
    r.check(!y.contains(detail::steps_above(value, 2 * Ulps + 2 * more + 8)));
    r.check(!y.contains(-detail::steps_above(-value, 2 * Ulps + 2 * more + 8)));
  };
  for (const T a : {T(0.3), T(1.7), T(5)}) {
    const envelope<T, Ulps> x = launder(a);
    check(exp(x), math::exp(a));
    check(exp(-x), math::exp(-a));
    check(log(x), math::log(a));
    check(log1p(x), math::log1p(a));
    check(sin(x), math::sin(a));
    check(cos(x), math::cos(a));
    check(erf(x), math::erf(a));
    check(tanh(x), math::tanh(a));
    check(sigmoid(x), math::sigmoid(a), 2);
    r.check(sigmoid(-x).contains(T(1) / (T(1) + inexact_exp(a, Ulps))));
    check(pow(x, envelope<T, Ulps>(T(1.5))), math::pow(a, T(1.5)));
  }
  r.check(sigmoid(launder(envelope<T, Ulps>(T(-800)))).contains(0));  // exp(800) overflows
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/scalars/envelope.hpp promises of elements. Of attention and norms, evaluated in other
  // orders and with mistakes: static_tests/attention/envelope.hpp; of all operations, layers and
  // models: static_tests/attention/analysis.hpp, static_tests/models/analysis.hpp.
  tests.proved("numbers", [](report& r) {
    r.check(is(launder(single(0.1f)), 0.1f, 0.1f) && is(launder(single(-7)), -7, -7));
    r.check(is(single(), 0, 0) && is(single(launder(std::int64_t{1} << 40)), 0x1p40, 0x1p40));
    const single tenth = launder(0.1);  // rounded, or not
    r.check(is(tenth, 0.1, 0.1f) && tenth.contains(0.1) && tenth.contains(0.1f));
    const single third = launder(1.0 / 3);
    r.check(is(third, 1.0 / 3, static_cast<float>(1.0 / 3)));
    const single seventh = launder(-6.0 / 7);
    r.check(seventh.contains(-6.0 / 7) && seventh.contains(static_cast<float>(-6.0 / 7)));
    r.check(seventh.upper() - seventh.lower() < half_an_epsilon<float>);
    const twice odd = launder((std::int64_t{1} << 53) + 1);
    r.check(odd.lower() == 0x1p53 && odd.upper() == 0x1p53 + 2);
    r.check(single(launder(1e300)).upper() == infinity && single(launder(1e300)).lower() == most);
    r.check(single(launder(infinity)).lower() == infinity);
    const single unknown = launder(std::numeric_limits<double>::quiet_NaN());
    r.check(unknown.may_be_nan() && unknown.contains(7) && unknown.contains(infinity));
    r.check(identical(launder(tenth), single(0.1)) && !identical(tenth, single(0.1f)));
    r.check(!identical(single(1) + single(2), single(3)));
    r.check(identical(single::anything(), unknown));
  });
  tests.proved<float, double>("every order of a sum", []<class T>(report& r) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      T terms[5]{};
      envelope<T> sum;
      for (std::uint64_t i = 0; i < 5; ++i) {
        terms[i] = launder(number<T>(seed, i)) * static_cast<T>(seed == 3 && i == 2 ? 1000 : 1);
        sum = i % 2 == 0 ? sum + terms[i] : terms[i] + sum;
      }
      bool all = true;
      each_order(terms, 5, [&](T y) { all = all && sum.contains(y); });
      r.check(all);
      r.check(sum.upper() - sum.lower() <= 14 * half_an_epsilon<T> * sum.size);
      r.bits(sum.lower());
      r.bits(sum.upper());
    }
  });
  // 1 + s + s + s, where each sum is rounded to 1: the error reaches the bound of the formula
  // within 1 %.
  tests.proved<float, double>("an order that reaches the bounds", []<class T>(report& r) {
    const T s = launder(half_an_epsilon<T> * T(0.998));
    const envelope<T> sum = launder(envelope<T>(T(1))) + s + s + s;
    const T first = ((T(1) + s) + s) + s, last = ((s + s) + s) + T(1);
    r.check(first == 1 && last > 1 && sum.contains(first) && sum.contains(last));
    const double exact = double(s) * 3;
    if (std::is_same_v<T, float>)  // double has no number between 1 and 1 - u
      r.check(sum.lower() < 1 && 1 + exact - sum.lower() < exact * 1.02);
    else
      r.check(sum.lower() > 1 - 3 * exact);
    // The smaller ones first, and the bound of few terms: one of m terms is at most m s.
    const envelope<T> small = launder(envelope<T>(s)) + s + s + s;  // 2 s, 3 s, 4 s
    const double width = small.upper() - small.lower();
    r.check(width <
            (std::is_same_v<T, float> ? 2.01 : 12) * 9 * double(s) * double(half_an_epsilon<T>));
    r.check(width > 1.99 * 9 * double(s) * double(half_an_epsilon<T>));
    // Terms of both signs: no partial sum is beyond 2.
    const envelope<T> both = launder(envelope<T>(T(1))) + T(1) - T(1) - T(1);
    r.check(both.upper() < 6.01 * double(half_an_epsilon<T>) + 3 * envelope<T>::smallest);
    r.check(both.upper() > 5.99 * double(half_an_epsilon<T>));
  });
  // Rounded, exact, fused with a sum, or rounded twice.
  tests.proved<float, double>("products and quotients", []<class T>(report& r) {
    for (std::uint64_t i = 0; i < 40; ++i) {
      const T a = launder(number<T>(1, i)), b = launder(number<T>(2, i)), c = number<T>(3, i);
      const envelope<T> x = a, y = b, product = x * y, ratio = x / y, square = x * x;
      const wider<T> exact = wider<T>(a) * wider<T>(b);
      r.check(product.contains(detail::rounded(a * b)) && product.contains(exact));
      r.check((product + c).contains(detail::fused_multiply_add(a, b, c)));
      r.check((product + c).contains(detail::rounded(a * b) + c));
      constexpr double wide = std::is_same_v<T, float> ? 1 : 6;  // bounds are double
      r.check(product.upper() - product.lower() <
              wide * 2.01 * double(half_an_epsilon<T>) * double(exact < 0 ? -exact : exact));
      r.check(square.contains(detail::rounded(a * a)) && square.lower() >= 0);
      const T reciprocal = T(1) / b;
      r.check(ratio.contains(a / b) && ratio.contains(detail::rounded(a * reciprocal)));
      r.check((T(1) / y).contains(reciprocal));
      r.check(ratio.contains(wider<T>(a) / wider<T>(b)));
      const double size = static_cast<double>(a / b < 0 ? -(a / b) : a / b);
      r.check(ratio.upper() - ratio.lower() < wide * 4.01 * double(half_an_epsilon<T>) * size);
    }
    // Nothing is rounded.
    const envelope<T> x = launder(number<T>(5, 1)), zero;
    r.check(identical(x * envelope<T>(1), x) && identical(x / envelope<T>(1), x));
    r.check(identical(x * envelope<T>(-1), -x) && identical(x * zero, zero));
    r.check(identical(zero + x, x) && identical(x - zero, x));
    r.check((sqrt(launder(envelope<T>(T(2))))).contains(math::sqrt(T(2))));
    r.check(identical(sqrt(zero), zero));
    const envelope<T> root = sqrt(launder(envelope<T>(T(2))));
    r.check(root.upper() - root.lower() <
            (std::is_same_v<T, float> ? 2.01 : 6) * double(half_an_epsilon<T>) * 1.4143);
  });
  tests.proved<float, double>("functions", []<class T>(report& r) { functions<T, 4>(r); });
  tests.proved("functions of 20 ulp", [](report& r) { functions<float, 20>(r); });
  tests.proved("extremes", [](report& r) {
    const single low = launder(single(-1)), high = launder(single(2)), open = low + high * 2;
    r.check(is(max(low, high), 2, 2) && is(min(low, high), -1, -1));
    r.check(identical(max(open, single(0)), single(open.closed())));  // closed
    r.check(identical(select(true, open, low), open) && identical(select(false, open, low), low));
    r.check(is(assume_at_most(single(launder(3)), 2.5), 2.5, 2.5));
    r.check(is(assume_at_least(single(launder(3)), 3.5), 3.5, 3.5));
    r.check(assume_at_least(open, 3).lower() == 3 && open.lower() < 3);
  });
  tests.proved("infinities", [](report& r) {
    const single below = launder(single(-infinity)), x = single(3) + single(0.1);
    r.check(identical(below + x, below) && identical(x + below, below));
    r.check(identical(x - below, -below) && identical(below - x, below));
    r.check((below - below).may_be_nan() && (below * single()).may_be_nan());
    r.check(identical(exp(below), single()) && identical(below * single(2), below));
    r.check(is(max(below, x), x.lower(), x.upper()));
    // Results that may be infinite in float.
    const single huge = launder(single(most));
    r.check((huge + huge).contains(std::numeric_limits<float>::infinity()));
    r.check((huge * single(2)).upper() == infinity && (huge * single(-2)).lower() == -infinity);
    r.check((huge * single(2)).lower() > most && !(huge * single(2)).may_be_nan());
    const single after = huge + huge - single(1000);  // inf, or wider
    r.check(after.upper() == infinity && after.lower() > most && !after.may_be_nan());
    r.check((huge + huge - huge - huge).may_be_nan());  // inf - inf, in some orders
    r.check(exp(launder(single(100))).upper() == infinity);
    // As a mask, the lowest number is off by rounding, or overflows to -infinity.
    const single lowest = launder(single(-most)) + single(-5);
    r.check(lowest.lower() == -infinity && lowest.upper() < -0.99 * most);
    r.check(exp(lowest).lower() <= 0 && exp(lowest).upper() < 1e-43);
  });
  tests.proved("what may be NaN", [](report& r) {
    const single x = launder(single(3)), zero;
    for (const single& y : {x / zero, sqrt(-x), log(-x), x / (x - x),
             sin(launder(single(infinity))), (x - x) / zero, x / single(1e-42f)})
      r.check(
          y.may_be_nan() && y.contains(0) && y.contains(std::numeric_limits<float>::quiet_NaN()));
    const single lost = x / zero;
    r.check((lost + x).may_be_nan() && (x - lost).may_be_nan() && (lost * zero).may_be_nan());
    r.check(max(lost, x).may_be_nan() && exp(lost).may_be_nan() && sqrt(lost).may_be_nan());
    r.check(!x.contains(std::numeric_limits<float>::quiet_NaN()));
  });
  tests.proved("subnormal numbers", [](report& r) {
    constexpr float least = std::numeric_limits<float>::denorm_min();
    const float a = launder(3e-30f), b = launder(7e-12f);
    const single product = single(a) * single(b);
    r.check(product.contains(detail::rounded(a * b)) && product.contains(double(a) * double(b)));
    r.check(product.upper() - product.lower() < 2.1 * least);
    const single none = single(launder(1e-30f)) * single(launder(-1e-30f));
    r.check(none.contains(0) && none.lower() < 0);
    r.check(exp(launder(single(-110))).contains(0) && exp(launder(single(-110))).upper() > 0);
  });
  // More additions than the format has digits for.
  tests.proved("too many terms", [](report& r) {
    single sum = launder(single(0.7f));
    for (int i = 0; i < 21; ++i) sum = sum + sum;
    r.check(!sum.may_be_nan() && sum.contains(0.7f * 0x1p21f) && sum.terms == 0x1p21);
    for (int i = 0; i < 4; ++i) sum = sum + sum;
    r.check(sum.may_be_nan());
  });
  tests.proved("rows of softmax", [](report& r) {
    using row = tensor<single, dim<4>>;
    const row x{launder(single(1)), single(-infinity), single(0.1), single(-most)};
    const row y = softmax(x);
    r.check(identical(y(1), single()));
    r.check(y(3).contains(0) && y(3).upper() < 1e-43 && y(3).lower() == 0);
    r.check(y(0).contains(0.7109495f) && y(0).upper() - y(0).lower() < 3e-6);
    r.check(y(0).upper() - y(0).lower() > 5e-7);
    const row alone =
        softmax(row{single(-infinity), launder(single(3)), single(-infinity), single(-infinity)});
    r.check(alone(1).contains(1) && identical(alone(0), single()) && identical(alone(3), single()));
    r.check(softmax(row{x(1), x(1), x(1), x(1)})(0).may_be_nan());
    r.check(softmax(row{x(0), single(infinity), x(0), x(0)})(0).may_be_nan());
    r.check(softmax(row{x(0), single::anything(), x(0), x(0)})(2).may_be_nan());
  });
  envelope_elementary_tests::behaviours(tests);
};
}  // namespace attn_tests::scalars_envelope_tests
