// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/influence.hpp promises.
#pragma once

#include <attn/scalars/influence.hpp>
#include <attn/tensor/scalar.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::influence_tests {

using namespace attn;
using finite = influence<double, 70, finite_only>;
using strict = influence<double, 70, nan_too>;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

static_assert(floating_scalar<finite> && floating_scalar<influence<float, 1, nan_too>>);
static_assert(std::is_same_v<finite, influence<double, 70>>);
static_assert(finite::inputs == 70 && finite::words == 2 && influence<float, 64>::words == 1);
template <influence<double, 3> X>
inline constexpr bool in_the_type = X.reached_by(2);  // structural
static_assert(in_the_type<influence<double, 3>::input(2)>);

// Of 70 inputs exactly these two.
template <class I>
constexpr bool only(const I& x, std::size_t a, std::size_t b) {
  for (std::size_t i = 0; i < 70; ++i)
    if (x.reached_by(i) != (i == a || i == b)) return false;
  return true;
}

// Every operation of two inputs can be reached by both, from either word of the set.
template <class I>
constexpr report both_operands() {
  report r;
  const I a = launder(I::input(3)), b = launder(I::input(68));
  r.check(only(a, 3, 3) && only(b, 68, 68) && !identical(a, b));
  r.check(only(a + b, 3, 68) && only(a - b, 3, 68) && only(a * b, 3, 68) && only(a / b, 3, 68));
  r.check(only(max(a, b), 3, 68) && only(min(a, b), 3, 68) && only(pow(a, b), 3, 68));
  r.check(only(-a, 3, 3) && only(a * I::arbitrary(), 3, 3) && only(I(2) / a, 3, 3));
  r.check(only(select(true, a, b), 3, 3) && only(select(false, a, b), 68, 68));
  const I each[] = {cos(a), erf(a), exp(a), log(a), log1p(a), sigmoid(a), sin(a), sqrt(a), tanh(a)};
  for (const I& y : each) r.check(only(y, 3, 3));
  r.check(!identical(I::arbitrary(), I(0)) && only(a - a, 3, 3));  // the set may be too large
  return r;
}

// Constants are computed with.
template <class I>
constexpr report constants() {
  report r;
  const I two = launder(I(2)), three = launder(I(3));
  r.check(identical(two + three, I(5)) && identical(two - three, I(-1)) &&
          identical(two * three, I(6)));
  r.check(identical(three / two, I(1.5)) && identical(-two, I(-2)));
  r.check(identical(max(two, three), three) && identical(min(two, three), two) &&
          identical(pow(two, three), I(8)));
  r.check(identical(exp(I(0)), I(1)) && identical(sqrt(I(9)), I(3)) && identical(cos(I(0)), I(1)) &&
          identical(log(I(1)), I(0)));
  r.check(identical(exp(launder(I(-infinity))), I(0)));
  return r;
}

// What finite numbers cannot get past, a NaN can.
constexpr report two_readings() {
  report r;
  const finite x = launder(finite::input(5));
  r.check(identical(x * 0, finite(0)) && identical(0 * x, finite(0)));
  r.check(identical(x + -infinity, finite(-infinity)) &&
          identical(-infinity + x, finite(-infinity)));
  r.check(identical(x - infinity, finite(-infinity)) && identical(infinity - x, finite(infinity)));
  r.check(identical(x / infinity, finite(0)) && only(0 / x, 5, 5));  // x may be 0, too
  r.check(identical(max(x, -infinity), x) && identical(max(-infinity, x), x));
  r.check(identical(min(x, infinity), x) && identical(min(infinity, x), x));
  r.check(identical(max(x, infinity), finite(infinity)) &&
          identical(min(-infinity, x), finite(-infinity)));
  const strict y = launder(strict::input(5));
  const strict each[] = {y * 0,
                         0 * y,
                         y + -infinity,
                         y - infinity,
                         infinity - y,
                         y / infinity,
                         max(y, -infinity),
                         min(infinity, y),
                         -infinity + y,
                         max(infinity, y),
                         min(y, -infinity)};
  for (const strict& z : each) r.check(only(z, 5, 5));
  r.check(identical(select(false, y, strict(0)), strict(0)));
  return r;
}

// A number that T does not have is no known constant: 1e-50 is not 0, though 0.0f is next to it.
constexpr report what_is_a_constant() {
  report r;
  using single = influence<float, 2>;
  const single x = launder(single::input(1));
  r.check(single(launder(0.5)).known && single(7).known && single(0.1f).known);
  r.check(!single(launder(0.1)).known && !single(launder(1e-50)).known && !single(1e300).known);
  r.check(!single(launder((1 << 24) + 1)).known && influence<double, 2>((1 << 24) + 1).known);
  r.check((x * launder(1e-50)).reached_by(1) && !(x * launder(0.0)).reached_by(1));
  r.check(!single(launder(0.1)).reached_by(0) && !single(launder(0.1)).reached_by(1));
  static_assert(!std::numeric_limits<single>::is_specialized);
  r.check((x * std::numeric_limits<single>::epsilon()).reached_by(1));
  r.check((x * std::numeric_limits<single>::min()).reached_by(1));
  return r;
}

// number_of_an_input_out_of_range ends what asks for one: in rejected/.

inline constexpr behaviour behaviours[] = {
    {"both operands, finite", both_operands<finite>},
    {"both operands, NaN too", both_operands<strict>},
    {"constants, finite", constants<finite>},
    {"constants, NaN too", constants<strict>},
    {"two readings", two_readings},
    {"what is a constant", what_is_a_constant},
};

}  // namespace attn_tests::influence_tests
