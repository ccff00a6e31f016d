// SPDX-License-Identifier: BSL-1.0
// sample<axis>(p, u): an index drawn with the probabilities p, by a number u of [0, 1); the axis
// goes.
//
//   out(…) = the least i with u < p(…, 0, …) + … + p(…, i, …)
//
// (token, word) x (token) -> (token), of int, for "word"; (word) x number -> rank 0. sample(p, u)
// takes the last axis. The same u gives the same index: where u comes from is the caller's business
// (random/). With u spread evenly it is the inverse of the distribution function of p.
// Accuracy: the sums are those of the element type, in index order. Where rounding, or
// probabilities that sum to less than 1, leave u above them all, it is the last index with p > 0:
// an index of probability 0 is never drawn.
// A u outside [0, 1) does not compile as a constant; at run time it ends the program where
// ATTN_CHECKED is defined, and elsewhere counts as the nearest number inside.
// Special values: a NaN is no probability, and passed over; a u of NaN is above all. With nothing
// above 0 the index is 0.
// Rules: has_axis; floating_point_element; arithmetic_element; same_element; same_axes, for u and what remains of p.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/ops/reduce.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void sample_wants_a_number_of_0_to_1() { detail::end_of_program(); }

namespace detail {

// Among n probabilities, `stride` apart.
template <class T>
ATTN_ABI constexpr int drawn_index(const T* p, std::size_t n, std::size_t stride, const T& u) {
  if (!(u >= T(0) && u < T(1))) {
#if !defined(ATTN_CHECKED)
    if (std::is_constant_evaluated())
#endif
      sample_wants_a_number_of_0_to_1();
  }
  std::size_t last = 0;
  T below = T(0);
  for (std::size_t i = 0; i < n; ++i) {
    const T probability = p[i * stride];
    if (!(probability > T(0))) continue;
    last = i;
    below = below + probability;
    if (u < below) break;
  }
  return static_cast<int>(last);
}

}  // namespace detail

template <axis_selector Axis, class T, class U, class... Axes, class... Rest>
ATTN_ABI constexpr auto sample(const tensor<T, Axes...>& p, const tensor<U, Rest...>& u) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  constexpr bool numbers = rules::floating_point_element<rules::element<T>>::value &&
                           rules::arithmetic_element<rules::element<T>>::value;
  constexpr bool one_element =
      rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::sample<axis>(p, u): p has no such axis", rules::axes_of<Axes...>));
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::sample<axis>(p, u): p must be probabilities, softmax(logits), and have fractions");
  static_assert(rules::arithmetic_element<rules::element<T>>::value,
                "attn::sample<axis>(p, u): requires an arithmetic element type, whose values can "
                "be compared");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::sample<axis>(p, u): p and u must have one element type; convert: as<T>(x)");
  if constexpr (found) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using around = detail::around_axis<shape<Axes...>, at>;
    using rest = without_axis<shape<Axes...>, at>;
    using wanted = rules::role_of<rules::axes_of_A, rest>;
    constexpr bool fit = rules::same_axes<wanted, rules::axes_of_B<Rest...>>::value;
    using given = rules::axes_of_B<Rest...>;
    static_assert(
        rules::same_axis<rules::differing_in_A<wanted, given>,
                         rules::differing_in_B<wanted, given>>::value,
        ATTN_MESSAGE("attn::sample<axis>(p, u): one u for each row: u must have the axes of "
                     "p but the one that goes",
                     rules::axes_of_A<Axes...>, rules::axes_of_B<Rest...>));
    tensor_of<int, rest> out;
    if constexpr (fit && numbers && one_element)
      for (std::size_t o = 0; o < around::outer; ++o)
        for (std::size_t i = 0; i < around::inner; ++i)
          out.data()[o * around::inner + i] =
              detail::drawn_index(p.data() + o * around::extent * around::inner + i, around::extent,
                                  around::inner, u.data()[o * around::inner + i]);
    return out;
  } else {
    return p;
  }
}

template <class T, class U, class... Axes, class... Rest>
ATTN_ABI constexpr auto sample(const tensor<T, Axes...>& p, const tensor<U, Rest...>& u) {
  return sample<-1>(p, u);
}

// One row: u is a number.
template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto sample(const tensor<T, Axes...>& p, const std::type_identity_t<T>& u) {
  return sample<Axis>(p, tensor<T>(u));
}

}  // namespace attn
ATTN_STRICT_FP_END
