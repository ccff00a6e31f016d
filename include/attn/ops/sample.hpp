// SPDX-License-Identifier: BSL-1.0
// sample<axis>(p, u): draws an index with the probabilities p, from a number u in [0, 1); the axis
// is removed.
//
//   out(…) = the smallest i with u < p(…, 0, …) + … + p(…, i, …)
//
// (token, word) x (token) -> (token), of int, for "word"; (word) x number -> rank 0. sample(p, u)
// takes the last axis. The same u gives the same index; the caller provides u (random/). It is the
// inverse of the distribution function of p.
// Accuracy: the sums are those of the element type, in index order. If u is above all sums, because
// of rounding or because the probabilities sum to less than 1, the result is the last index with p
// > 0: an index of probability 0 is never drawn. A u outside [0, 1) does not compile as a constant;
// at run time it ends the program if ATTN_CHECKED is defined, and otherwise is clamped.
// Special values: NaN probabilities are ignored; a u of NaN is above all sums. If no probability is
// above 0, the index is 0.
// Rules: has_axis; floating_point_element; arithmetic_element; same_element; same_axes, for u and
// what remains of p.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/ops/reduce.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void sample_wants_a_number_of_0_to_1() { detail::end_of_program(); }

namespace rules {

template <auto Axis, class P, class U>
struct sample_call;
template <auto Axis, class T, class... Axes, class U, class... Rest>
struct sample_call<Axis, tensor<T, Axes...>, tensor<U, Rest...>>
    : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using rest = without_axis<shape<Axes...>, axis::position>;

  using operands = roles<axes_of_A<Axes...>, axes_of_B<Rest...>>;
  using floating_point = floating_point_element<element<T>>;
  using ordered = arithmetic_element<element<T>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using one_for_each_row =
      only_if<axis::holds, axes_agree<role_of<axes_of_A, rest>, axes_of_B<Rest...>>>;
  static constexpr bool holds =
      axis::holds && all_hold<floating_point, ordered, one_element, one_for_each_row>;
};

}  // namespace rules

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

template <class Result, std::size_t At, class T, class... Axes, class... Rest>
ATTN_ABI constexpr Result sample_along(const tensor<T, Axes...>& p, const tensor<T, Rest...>& u) {
  using around = around_axis<shape<Axes...>, At>;
  Result out(uninitialized);
  for (std::size_t row = 0; row < around::rows; ++row)
    out.data()[row] =
        drawn_index(p.data() + around::start_of(row), around::extent, around::inner, u.data()[row]);
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class U, class... Axes, class... Rest>
ATTN_ABI constexpr auto sample(const tensor<T, Axes...>& p, const tensor<U, Rest...>& u) {
  using call = rules::sample_call<Axis, tensor<T, Axes...>, tensor<U, Rest...>>;
  ATTN_REQUIRE(call, axis_exists, "attn::sample<axis>(p, u): p has no such axis");
  ATTN_REQUIRE(call, floating_point,
               "attn::sample<axis>(p, u): p must be probabilities of a floating-point type, e.g. "
               "softmax(logits)");
  ATTN_REQUIRE(call, ordered,
               "attn::sample<axis>(p, u): requires an arithmetic element type, whose values can be "
               "compared");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::sample<axis>(p, u)");
  ATTN_REQUIRE(
      call, one_for_each_row,
      "attn::sample<axis>(p, u): one u for each row: u must have the axes of p but the one "
      "that goes");
  if constexpr (call::holds)
    return detail::sample_along<tensor_of<int, typename call::rest>, call::position>(p, u);
  else
    return p;
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
