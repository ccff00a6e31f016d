// SPDX-License-Identifier: BSL-1.0
// merge<first, second, name>(x): two adjacent axes become one.
//
//   out(…, i * J + j, …) = x(…, i, j, …)
//
// (token, head, d_k) -> (token, d_model), for merge<"head", "d_k", "d_model">: the inverse of
// split. merge<0, 1>(x), without a name, makes an unnamed axis. The elements stay where they are in
// memory. Exact.
// Rules: has_axis, for either; adjacent_axes, the second right behind the first; distinct_axes, for
// the result.
#pragma once

#include <attn/rules/message.hpp>
#include <attn/tensor/rename.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// The axis at position At takes in the one behind it, and is Merged from then on.
template <class Shape, std::size_t At, class Merged>
using merged_shape = replace_axis<without_axis<Shape, At + 1>, At, Merged>;
template <class Shape, std::size_t At>
inline constexpr std::size_t size_of_pair = Shape::extents[At] * Shape::extents[At + 1];
}  // namespace detail

template <axis_selector First, axis_selector Second, label To, class T, class... Axes>
ATTN_ABI constexpr auto merge(const tensor<T, Axes...>& x) {
  using role = rules::axes_of<Axes...>;
  constexpr bool has_first = rules::has_axis<role, rules::wanted<First>>::value;
  constexpr bool has_second = rules::has_axis<role, rules::wanted<Second>>::value;
  static_assert(rules::has_axis<rules::in_brief<role>, rules::wanted<First>>::value,
                ATTN_MESSAGE("attn::merge<first, second, name>(x): x has no axis `first`", role));
  static_assert(rules::has_axis<rules::in_brief<role>, rules::wanted<Second>>::value,
                ATTN_MESSAGE("attn::merge<first, second, name>(x): x has no axis `second`", role));
  if constexpr (has_first && has_second) {
    constexpr std::size_t first = First.template position_in<Axes...>();
    constexpr std::size_t second = Second.template position_in<Axes...>();
    constexpr bool adjacent = rules::adjacent_axes<rules::positions<first, second>>::value;
    static_assert(
        rules::adjacent_axes<rules::positions<first, second>,
                             rules::diagnostic_names_unless<adjacent, role>>::value,
        ATTN_MESSAGE("attn::merge<first, second, name>(x): `second` must stand right behind "
                     "`first`: permute or transpose x first; a reshape is no transpose",
                     role));
    if constexpr (adjacent) {
      using merged = axis<To, detail::size_of_pair<shape<Axes...>, first>>;
      using result = detail::merged_shape<shape<Axes...>, first, merged>;
      constexpr bool distinct =
          rules::distinct_axes<rules::role_of<rules::result_axes, result>>::value;
      static_assert(
          rules::distinct_axes<rules::repeated_in<result>>::value,
          ATTN_MESSAGE("attn::merge<first, second, name>(x): x has another axis of that name",
                       role));
      if constexpr (distinct)
        return detail::with_shape<result>(x);
      else
        return x;
    } else {
      return x;
    }
  } else {
    return x;
  }
}

template <axis_selector First, axis_selector Second, class T, class... Axes>
ATTN_ABI constexpr auto merge(const tensor<T, Axes...>& x) {
  using role = rules::axes_of<Axes...>;
  constexpr bool has_first = rules::has_axis<role, rules::wanted<First>>::value;
  constexpr bool has_second = rules::has_axis<role, rules::wanted<Second>>::value;
  static_assert(rules::has_axis<rules::in_brief<role>, rules::wanted<First>>::value,
                ATTN_MESSAGE("attn::merge<first, second>(x): x has no axis `first`", role));
  static_assert(rules::has_axis<rules::in_brief<role>, rules::wanted<Second>>::value,
                ATTN_MESSAGE("attn::merge<first, second>(x): x has no axis `second`", role));
  if constexpr (has_first && has_second) {
    constexpr std::size_t first = First.template position_in<Axes...>();
    constexpr std::size_t second = Second.template position_in<Axes...>();
    constexpr bool adjacent = rules::adjacent_axes<rules::positions<first, second>>::value;
    static_assert(rules::adjacent_axes<rules::positions<first, second>,
                                       rules::diagnostic_names_unless<adjacent, role>>::value,
                  ATTN_MESSAGE("attn::merge<first, second>(x): `second` must stand right behind "
                               "`first`: permute or transpose x first; a reshape is no transpose",
                               role));
    if constexpr (adjacent) {
      using merged = dim<detail::size_of_pair<shape<Axes...>, first>>;
      return detail::with_shape<detail::merged_shape<shape<Axes...>, first, merged>>(x);
    } else {
      return x;
    }
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
