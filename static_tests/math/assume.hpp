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

inline constexpr behaviour behaviours[] = {
    {"numbers stay, float", numbers_stay<float>},
    {"numbers stay, double", numbers_stay<double>},
    {"a customisation point", a_customisation_point},
};

}  // namespace attn_tests::assume_tests
