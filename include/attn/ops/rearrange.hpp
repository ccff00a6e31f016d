// SPDX-License-Identifier: BSL-1.0
// rearrange<pattern>(x, sizes…): permutes, splits and merges the axes of x.
//
//   rearrange<"token (head d_k) -> head token d_k">(x, axis<"head", 8>())
//
// The left side of the arrow lists the axes of x, in their order, the right side those of the
// result. (a b) is one axis composed of several, of which the first varies slowest; 1 or () is an
// axis of size 1; ... is all other axes. In each pair of parentheses one size may be omitted; the
// others are given as axes. A word (two or more characters) must be the name of its axis, if that
// has one, and is the name of the result's axis; a letter matches any axis, which keeps its name. A
// merged axis has no name.
//
// (token, d_model) -> (head, token, d_k), for the pattern above. Exact. Every pattern takes one
// copy and costs nothing else at run time; a reshape is a plain copy.
// Rules: well_formed; both_sides_agree, every name is on both sides; fits, x has the axes of the
// pattern.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/pattern/bind.hpp>
#include <attn/detail/pattern/parse.hpp>
#include <attn/ops/detail/pattern_require.hpp>
#include <attn/ops/permute.hpp>
#include <attn/rules/patterns.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Axis>
consteval pattern::known_axis known_axis_of() {
  if constexpr (requires { Axis::name; })
    return {Axis::name.text, Axis::name.length, Axis::size};
  else if constexpr (requires { Axis::size; })
    return {nullptr, 0, Axis::size};
  else
    return {};  // an argument that is not a size, which a rule reports
}

// An axis of a result: of the name in the pattern, or the tensor's own, or of a size only.
template <auto Pattern, class Shape, std::size_t Size, std::size_t At, std::size_t Length,
          std::size_t From>
struct axis_made {
  using type = axis_at<Shape, From - 1>;
};
template <auto Pattern, class Shape, std::size_t Size, std::size_t At, std::size_t Length>
struct axis_made<Pattern, Shape, Size, At, Length, 0> {
  using type = axis<rules::detail::part<Pattern, At, At + Length>(), Size>;
};
template <auto Pattern, class Shape, std::size_t Size, std::size_t At>
struct axis_made<Pattern, Shape, Size, At, 0, 0> {
  using type = dim<Size>;
};

// The pattern of an operation on a tensor of the shape, with the sizes given.
template <auto Pattern, pattern::operation Operation, class Shape, class... Sizes>
struct bound_pattern;
template <auto Pattern, pattern::operation Operation, class... Axes, class... Sizes>
struct bound_pattern<Pattern, Operation, shape<Axes...>, Sizes...> {
  ATTN_ABI static constexpr pattern::bound value = [] {
    constexpr pattern::text text{Pattern.text, Pattern.length};
    constexpr pattern::known_axis axes[] = {known_axis_of<Axes>()..., {}};
    constexpr pattern::known_axis sizes[] = {known_axis_of<Sizes>()..., {}};
    return pattern::bind(text, pattern::parse(text, false), Operation, axes, sizeof...(Axes), sizes,
                         sizeof...(Sizes));
  }();
  struct kept_walk {
    ATTN_ABI static constexpr walk<> value = bound_pattern::value.kept;
  };
  struct reduced_walk {
    ATTN_ABI static constexpr walk<> value = bound_pattern::value.reduced;
  };

  template <std::size_t... I>
  ATTN_ABI static shape<
      typename axis_made<Pattern, shape<Axes...>, value.axis[I].size, value.axis[I].name_at,
                         value.axis[I].name_length, value.axis[I].from>::type...>
      result(std::index_sequence<I...>);
  using shape_type = decltype(result(std::make_index_sequence<value.axes>{}));
  using kept = nest_of<kept_walk>;
  using reduced = nest_of<reduced_walk>;
};

}  // namespace detail

namespace rules {

// A pattern, the tensor, and the sizes after it. A wrong size is reported alone.
template <auto Pattern, attn::detail::pattern::operation Operation, class X, class... Sizes>
struct pattern_call;
template <auto Pattern, attn::detail::pattern::operation Operation, class T, class... Axes,
          class... Sizes>
struct pattern_call<Pattern, Operation, tensor<T, Axes...>, Sizes...> {
  using fault = attn::detail::pattern::fault;
  using bound = attn::detail::bound_pattern<Pattern, Operation, shape<Axes...>, Sizes...>;
  using result = typename bound::shape_type;
  static constexpr bool sized = (names_in_pattern<Pattern, Sizes>::value && ...);
  static constexpr auto found = sized ? bound::value.found : attn::detail::pattern::finding{};
  using here = pattern_cut<Pattern, found.at>;
  // Of x, for the reader: the number of axes, if that is what is wrong.
  using axis_here = std::conditional_t<found.is(fault::rank) || found.is(fault::no_size),
                                       rank<sizeof...(Axes)>, axis_or_rank<found.axis, Axes...>>;

  using operands = roles<here, axes_of<Axes...>>;
  template <fault Fault>
  using well_formed = rules::well_formed<cut_if<found.is(Fault), here>>;
  template <fault Fault>
  using both_sides_agree = rules::both_sides_agree<cut_if<found.is(Fault), here>>;
  template <fault Fault>
  using fits = rules::fits<cut_if<found.is(Fault), here>, axis_here>;
  using given_sizes =
      each_of<rules::fits<cut_if<!names_in_pattern<Pattern, Sizes>::value, pattern_cut<Pattern, 0>>,
                          Sizes>...>;
  using one_size_each = distinct_axes<axes_if<sized, Sizes...>>;
  using addressable =
      only_if<found.is(fault::none), rules::addressable<sizes<result::volume>, element<T>>>;
  static constexpr bool holds =
      found.is(fault::none) && all_hold<given_sizes, one_size_each, addressable>;
};

template <auto Pattern, class X, class... Sizes>
using rearrange_call =
    pattern_call<Pattern, attn::detail::pattern::operation::rearrange, X, Sizes...>;

}  // namespace rules

template <label Pattern, class T, class... Axes, class... Sizes>
ATTN_ABI constexpr auto rearrange(const tensor<T, Axes...>& x, Sizes...) {
  using call = rules::rearrange_call<Pattern, tensor<T, Axes...>, Sizes...>;
  ATTN_REQUIRE_PATTERN_OF_ONE(call, "attn::rearrange<pattern>(x)");
  ATTN_REQUIRE_PATTERN(call, well_formed, number,
                       "attn::rearrange<pattern>(x): the only number is 1; other axes have names");
  ATTN_REQUIRE_PATTERN(
      call, both_sides_agree, vanishes,
      "attn::rearrange<pattern>(x): this axis is not on the right; for its sum: reduce");
  ATTN_REQUIRE_PATTERN(
      call, both_sides_agree, appears,
      "attn::rearrange<pattern>(x): this axis is not on the left; to add it: repeat");
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, ellipsis_vanishes,
                       "attn::rearrange<pattern>(x): this ellipsis is not on the right");
  if constexpr (call::holds)
    return detail::gathered<typename call::result, typename call::bound::kept>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
