// SPDX-License-Identifier: BSL-1.0
// What attn/math/assume.hpp promises.
#pragma once

#include <attn/math/assume.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::assume_tests {

using namespace attn;

// Of a number nothing is changed, be it right or wrong.
template <class T>
constexpr report numbers_stay() {
  report r;
  for (const T x : {T(-0.0), T(3.5), T(-2)}) {
    r.check(bitwise_equal(math::assume_at_most(launder(x), 1), x));
    r.check(bitwise_equal(math::assume_at_least(launder(x), 1), x));
    r.bits(x);
  }
  r.check(math::assume_at_most(archetype(2), 0).value() == 2);
  return r;
}

// A scalar's own is found.
constexpr report a_customisation_point() {
  report r;
  using math::assume_at_least, math::assume_at_most;
  const auto x = launder(interval<double>(-1, 2));
  r.check(identical(assume_at_most(x, 0), interval<double>(-1, 0)));
  r.check(identical(assume_at_least(x, 1), interval<double>(1, 2)));
  return r;
}

// A bound keeps its fraction, and is rounded outward where the element type does not have it.
constexpr report bounds_with_fractions() {
  report r;
  using math::assume_at_least, math::assume_at_most;
  const auto x = launder(interval<double>(-3, 3));
  r.check(identical(assume_at_most(x, 1.75), interval<double>(-3, 1.75)));
  r.check(identical(assume_at_least(x, launder(-1.25f)), interval<double>(-1.25, 3)));
  const auto y = launder(interval<float>(-3, 3));
  r.check(assume_at_most(y, 1.9).contains(1.9) && assume_at_least(y, -1.9).contains(-1.9));
  r.check(!assume_at_most(y, 1.9).contains(1.90001) && !assume_at_least(y, -1.9).contains(-1.91));
  r.check(bitwise_equal(math::assume_at_most(launder(2.5), 1.9), 2.5));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"numbers stay, float", numbers_stay<float>},
    {"numbers stay, double", numbers_stay<double>},
    {"a customisation point", a_customisation_point},
    {"bounds with fractions", bounds_with_fractions},
};

}  // namespace attn_tests::assume_tests
