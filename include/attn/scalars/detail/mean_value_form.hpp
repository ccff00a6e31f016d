// SPDX-License-Identifier: BSL-1.0
// The least that a number computed by f may be within a box, from bounds of its derivatives there:
// for any input p of the box, by the mean value theorem, and j over the inputs,
//
//   y(x) >= y(p) - sum of the most that y falls from p_j towards either end
//
// p_j is the end of the box towards which y falls, if it is known that y does not rise there too;
// then nothing is lost. If not, it is the point from which y falls by as much to either side
// (Baumann, Optimal centered forms, BIT 28, 1988). y(p) is computed with intervals. What T computes
// is less than the exact number by affine::rounding at most.
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/math/max.hpp>
#include <attn/scalars/detail/dual_of_bounds.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// One input of the box: all numbers within eps of x.
template <std::floating_point T>
struct mean_value_side {
  T x, eps;

  // Where to begin, if the derivative has these bounds. Any number of the box is right.
  ATTN_ABI constexpr T start(const interval<T>& slope) const {
    const T low = math::min(x, sum_above(x, -eps)), high = math::max(x, sum_below(x, eps));
    if (slope.lower >= T(0)) return low;
    if (slope.upper <= T(0)) return high;
    const T share = quotient(-slope.lower - slope.upper, slope.upper - slope.lower);
    return math::max(low, math::min(x + rounded(eps * share), high));
  }
  // By how much y may fall from there to either end.
  ATTN_ABI constexpr T fall(const interval<T>& slope, const T& from) const {
    const T to_the_right = sum_above(sum_above(x, -from), eps);
    const T to_the_left = sum_above(sum_above(from, -x), eps);
    return math::max(T(0), math::max(product_above(-slope.lower, to_the_right),
                                     product_above(slope.upper, to_the_left)));
  }
};

// y: the number with its derivatives, of all inputs within eps of x; of(elements of f(inputs)): the
// same number, of other elements.
template <class F, class T, class... Axes, std::size_t N, class Number>
ATTN_ABI constexpr T mean_value_below(const F& f, const tensor<T, Axes...>& x, const T& eps,
                                      const dual<affine<T, N>, N>& y, const Number& of) {
  if (!y.value.range.bounded()) return -infinite<T>;
  tensor<interval<T>, Axes...> from(uninitialized);
  T fall = y.value.rounding;
  for (std::size_t j = 0; j < N; ++j) {
    const interval<T>& slope = y.gradient[j].range;
    if (!slope.bounded()) return -infinite<T>;
    const mean_value_side<T> side{x.data()[j], eps};
    const T start = side.start(slope);
    from.data()[j] = interval<T>(start);
    fall = sum_above(fall, side.fall(slope, start));
  }
  const interval<T> at_start = of(f(from).data());
  return at_start.bounded() ? sum_below(at_start.lower, -fall) : -infinite<T>;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
