// SPDX-License-Identifier: BSL-1.0
// Elementary functions of envelopes at the points of the references, which were chosen to be hard: the
// correctly rounded result is within, and so are numbers three steps off; numbers 24 steps off are not.
#pragma once

#include <attn/detail/directed_rounding.hpp>
#include <attn/scalars/envelope.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "static_tests/reference/cos.hpp"
#include "static_tests/reference/erf.hpp"
#include "static_tests/reference/exp.hpp"
#include "static_tests/reference/log.hpp"
#include "static_tests/reference/sigmoid.hpp"
#include "static_tests/reference/sin.hpp"
#include "static_tests/reference/sqrt.hpp"
#include "static_tests/reference/tanh.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::envelope_elementary_tests {

using namespace attn;

template <class T>
constexpr T steps_from(T x, int steps) {
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

// clang-format off
#define ATTN_EACH(f) {#f ", float", f##_at_points<float>}, {#f ", double", f##_at_points<double>}
// clang-format on
inline constexpr behaviour behaviours[] = {
    ATTN_EACH(exp), ATTN_EACH(log), ATTN_EACH(tanh),    ATTN_EACH(sin),
    ATTN_EACH(cos), ATTN_EACH(erf), ATTN_EACH(sigmoid), ATTN_EACH(sqrt),
};
#undef ATTN_EACH

}  // namespace attn_tests::envelope_elementary_tests
