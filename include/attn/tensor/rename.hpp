// SPDX-License-Identifier: BSL-1.0
// Other names for the axes of a tensor; its elements and sizes stay what they are.
//
//   rename<"token", "key">(x)     the axis token under the name key; rename<0, "key">(x) too
//   with_axes<token, key>(x)      all axes anew, of the same sizes; naming an unnamed matrix
//   unnamed(x)                    (a, b) -> (dim, dim)
//   as_keys(x)                    (…, token, width) -> (…, key_token, width): x in the role of keys
//
// as_keys is for self-attention: queries and keys then come from the same axis, which the matrix of
// scores could not carry twice.
// Rules: has_axis, for the name to replace; identifier, for as_keys; same_size, axis by axis, for
// with_axes; distinct_axes.
#pragma once

#include <type_traits>

#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
template <class Shape, class T, class... Axes>
ATTN_ABI constexpr auto with_shape(const tensor<T, Axes...>& x) {
  tensor_of<T, Shape> result(uninitialized);
  for (std::size_t i = 0; i < x.size(); ++i) result.data()[i] = x.data()[i];
  return result;
}

// The shape with the axis at position At under another name.
template <class Shape, std::size_t At, label To>
using renamed_shape = replace_axis<Shape, At, renamed<axis_at<Shape, At>, To>>;

// A named sequence in the role of keys.
template <class Sequence>
using renamed_as_keys = renamed<Sequence, label("key_") + Sequence::name>;
}  // namespace detail

template <axis_selector From, label To, class T, class... Axes>
ATTN_ABI constexpr auto rename(const tensor<T, Axes...>& x) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<From>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<From>>::value,
      ATTN_MESSAGE("attn::rename<from, to>(x): x has no axis `from`", rules::axes_of<Axes...>));
  if constexpr (found) {
    using result = detail::renamed_shape<shape<Axes...>, From.template position_in<Axes...>(), To>;
    constexpr bool distinct =
        rules::distinct_axes<rules::role_of<rules::result_axes, result>>::value;
    static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                  ATTN_MESSAGE("attn::rename<from, to>(x): x has another axis named `to`",
                               rules::axes_of<Axes...>));
    if constexpr (distinct)
      return detail::with_shape<result>(x);
    else
      return x;
  } else {
    return x;
  }
}

template <axis_like... New, class T, class... Axes>
ATTN_ABI constexpr auto with_axes(const tensor<T, Axes...>& x) {
  constexpr bool fit =
      rules::same_axes<rules::axes_of<dim<Axes::size>...>, rules::axes_of<New...>>::value;
  using sizes = rules::axes_of_A<dim<Axes::size>...>;
  using given = rules::axes_of_B<New...>;
  static_assert(rules::same_axis<rules::differing_in_A<sizes, given>,
                                 rules::differing_in_B<sizes, given>>::value,
                ATTN_MESSAGE("attn::with_axes<axes…>(x): as many axes as x has, of the same sizes",
                             rules::axes_of<Axes...>));
  if constexpr (fit)
    return detail::with_shape<shape<New...>>(x);
  else
    return x;
}

template <class T, class... Axes>
ATTN_ABI constexpr auto unnamed(const tensor<T, Axes...>& x) {
  return detail::with_shape<shape<dim<Axes::size>...>>(x);
}

template <class T, class... Axes>
ATTN_ABI constexpr auto as_keys(const tensor<T, Axes...>& x) {
  constexpr bool has_rows = rules::rank_at_least<rules::axes_of<Axes...>, rules::rank<2>>::value;
  static_assert(rules::rank_at_least<rules::axes_of<Axes...>, rules::rank<2>>::value,
                ATTN_MESSAGE("attn::as_keys(x): x must have a sequence axis and a width",
                             rules::axes_of<Axes...>));
  if constexpr (has_rows) {
    using old = shape<Axes...>;
    using sequence = second_to_last_axis<old>;
    if constexpr (sequence::named) {
      using keys = detail::renamed_as_keys<sequence>;
      constexpr bool nameable = rules::identifier<rules::any_axis<keys>>::value;
      static_assert(
          rules::identifier<rules::any_axis<keys>>::value,
          "attn::as_keys(x): `key_` and the sequence's name must be at most 23 characters");
      // A name that is too long goes, so that nothing else trips over it.
      using axis_of_keys = std::conditional_t<nameable, keys, dim<sequence::size>>;
      return detail::with_shape<replace_axis<old, old::rank - 2, axis_of_keys>>(x);
    } else {
      return x;
    }
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
