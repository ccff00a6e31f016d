// SPDX-License-Identifier: BSL-1.0
// concat<axis>(a, b, …): tensors one behind the other along an axis.
//
//   out(…, i, …) = a(…, i, …) for i < n_a, b(…, i - n_a, …) for the n_b indices behind, …
//
// (token 2, feature) and (token 3, feature) -> (token 5, feature), for "token". The axis is looked
// up in a; it keeps its name and gets the sum of the sizes. Exact.
// Rules: has_axis, for a; same_axis, for all other axes, and for the name of this one;
// same_element; addressable.
#pragma once

#include <cstddef>

#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// B as it should be, but for its size along the axis at position At, which is taken from A.
template <class A, std::size_t At, class B>
struct size_aside {
  using type = B;
};
template <class A, std::size_t At, class B>
  requires(A::rank == B::rank)
struct size_aside<A, At, B> {
  using type = replace_axis<B, At, resized<axis_at<B, At>, A::extents[At]>>;
};

template <class A, std::size_t At, class B>
using joins_in_A =
    rules::differing_in_A<rules::role_of<rules::axes_of_A, A>,
                          rules::role_of<rules::axes_of_B, typename size_aside<A, At, B>::type>>;
template <class A, std::size_t At, class B>
using joins_in_B =
    rules::differing_in_B<rules::role_of<rules::axes_of_A, A>,
                          rules::role_of<rules::axes_of_B, typename size_aside<A, At, B>::type>>;

// Runs of `length` elements, every `step`-th place.
template <class T>
ATTN_ABI constexpr void copy_runs(T* to, std::size_t step, const T* from, std::size_t length,
                                  std::size_t runs) {
  for (std::size_t run = 0; run < runs; ++run)
    for (std::size_t i = 0; i < length; ++i) to[run * step + i] = from[run * length + i];
}

template <class Result, std::size_t At, class... Tensors>
ATTN_ABI constexpr auto concatenated(const Tensors&... x) {
  Result out(uninitialized);
  std::size_t runs = 1;
  for (std::size_t d = 0; d < At; ++d) runs *= Result::shape_type::extents[d];
  const std::size_t step = Result::volume / runs;
  auto* to = out.data();
  ((copy_runs(to, step, x.data(), x.size() / runs, runs), to += x.size() / runs), ...);
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto concat(const tensor<T, Axes...>& a, const More&... more) {
  constexpr bool found = rules::has_axis<rules::axes_of_A<Axes...>, rules::wanted<Axis>>::value;
  constexpr bool one_element =
      (rules::same_element<rules::element_of_A<T>,
                           rules::element_of_B<typename More::value_type>>::value &&
       ...);
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of_A<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::concat<axis>(A, B…): A has no such axis", rules::axes_of_A<Axes...>));
  static_assert(
      (rules::same_element<rules::element_of_A<T>,
                           rules::element_of_B<typename More::value_type>>::value &&
       ...),
      "attn::concat<axis>(A, B…): all must have the same element type; convert: as<T>(x)");
  if constexpr (found) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using names = typename detail::all_names<shape<Axes...>, typename More::shape_type...>::type;
    constexpr bool fit =
        (rules::same_axis<detail::joins_in_A<names, at, typename More::shape_type>,
                          detail::joins_in_B<names, at, typename More::shape_type>>::value &&
         ...);
    static_assert(
        (rules::same_axis<detail::joins_in_A<names, at, typename More::shape_type>,
                          detail::joins_in_B<names, at, typename More::shape_type>>::value &&
         ...),
        ATTN_MESSAGE("attn::concat<axis>(A, B…): all axes but the one along which they are "
                     "joined must be the same",
                     rules::axes_of_A<Axes...>,
                     rules::role_of<rules::axes_of_B, typename More::shape_type>...));
    if constexpr (fit && one_element) {
      constexpr std::size_t size =
          rules::saturating_sum(shape<Axes...>::extents[at], More::shape_type::extents[at]...);
      using result = replace_axis<names, at, resized<axis_at<names, at>, size>>;
      constexpr bool addressable =
          rules::addressable<rules::sizes<result::volume>, rules::element<T>>::value;
      static_assert(rules::addressable<rules::sizes<result::volume>, rules::element<T>>::value,
                    "attn::concat<axis>(A, B…): the result would be too large for an object");
      if constexpr (addressable)
        return detail::concatenated<tensor_of<T, result>, at>(a, more...);
      else
        return a;
    } else {
      return a;
    }
  } else {
    return a;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
