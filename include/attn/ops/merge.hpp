// SPDX-License-Identifier: BSL-1.0
// merge<first, second, name>(x): merges two adjacent axes into one.
//
//   out(…, i * J + j, …) = x(…, i, j, …)
//
// (token, head, d_k) -> (token, d_model), for merge<"head", "d_k", "d_model">: the inverse of
// split. merge<0, 1>(x), without a name, makes an unnamed axis. The order in memory does not
// change. Exact.
// Rules: has_axis, for both; adjacent_axes, the second follows the first; distinct_axes, for the
// result.
#pragma once

#include <attn/tensor/calls.hpp>
#include <attn/tensor/rename.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
template <std::size_t Size, auto... Name>
struct sized_axis : std::type_identity<dim<Size>> {};
template <std::size_t Size, auto Name>
struct sized_axis<Size, Name> : std::type_identity<axis<Name, Size>> {};
template <std::size_t Size, auto... Name>
using axis_of_size = typename sized_axis<Size, Name...>::type;
}  // namespace detail

namespace rules {

// To: the name of the axis that comes, or none.
template <auto First, auto Second, class X, auto... To>
struct merge_call;
template <auto First, auto Second, class T, class... Axes, auto... To>
struct merge_call<First, Second, tensor<T, Axes...>, To...> {
  using from = shape<Axes...>;
  static constexpr std::size_t first = First.template position_in<Axes...>();
  static constexpr std::size_t second = Second.template position_in<Axes...>();
  static constexpr std::size_t size =
      rules::saturating_product(axis_at<from, first>::size, axis_at<from, second>::size);
  using result =
      replace_axis<without_axis<from, second>, first, attn::detail::axis_of_size<size, To...>>;
  static constexpr bool adjacent = adjacent_axes<positions<first, second>>::value;

  using operands = roles<axes_of<Axes...>>;
  using has_first = has_axis<in_brief<axes_of<Axes...>>, wanted<First>>;
  using has_second = has_axis<in_brief<axes_of<Axes...>>, wanted<Second>>;
  using second_follows = only_if<
      all_hold<has_first, has_second>,
      adjacent_axes<positions<first, second>, diagnostic_names_unless<adjacent, axes_of<Axes...>>>>;
  using distinct_result =
      only_if<all_hold<has_first, has_second, second_follows>, distinct_axes<repeated_in<result>>>;
  static constexpr bool holds = all_hold<has_first, has_second, second_follows, distinct_result>;
};

}  // namespace rules

template <axis_selector First, axis_selector Second, label... To, class T, class... Axes>
  requires(sizeof...(To) < 2)
ATTN_ABI constexpr auto merge(const tensor<T, Axes...>& x) {
  using call = rules::merge_call<First, Second, tensor<T, Axes...>, To...>;
  ATTN_REQUIRE(call, has_first, "attn::merge<first, second, name>(x): x has no axis `first`");
  ATTN_REQUIRE(call, has_second, "attn::merge<first, second, name>(x): x has no axis `second`");
  ATTN_REQUIRE(
      call, second_follows,
      "attn::merge<first, second, name>(x): `second` must follow `first` directly: permute "
      "or transpose x first; a reshape is not a transpose");
  ATTN_REQUIRE(call, distinct_result,
               "attn::merge<first, second, name>(x): x has another axis of that name");
  if constexpr (call::holds)
    return detail::with_shape<typename call::result>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
