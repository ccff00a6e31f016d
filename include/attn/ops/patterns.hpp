// SPDX-License-Identifier: BSL-1.0
// Patterns of axes, as einops writes them: rearrange, reduce, repeat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/pattern/bind.hpp>
#include <attn/detail/pattern/parse.hpp>
#include <attn/detail/strided.hpp>
#include <attn/detail/vector.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/detail/pattern_require.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/rules/patterns.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// rearrange<pattern>(x, sizes…): permutes, splits and merges the axes of x.
//
//   rearrange<"token (head d_k) -> head token d_k">(x, axis<"head", 8>())
//
// The left side of the arrow lists the axes of x, in their order, the right side the axes of the
// result. (a b) is one axis composed of several, of which the first varies slowest; 1 or () is an
// axis of size 1; ... is all other axes. A name twice on the left is the diagonal of two axes, of
// which one at most has a name. In each pair of parentheses one size may be omitted. The
// others are given as axes. A word (two or more characters) must be the name of its axis, if that
// has one, and is the name of the result's axis. A letter matches any axis, which keeps its name. A
// merged axis has no name.
//
// (token, d_model) -> (head, token, d_k), for the pattern above. Exact. Every pattern takes one
// copy and costs nothing else at run time. A reshape is a plain copy.
// Rules: well_formed; both_sides_agree, every name is on both sides; fits, x has the axes of the
// pattern.

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
    return pattern::bind(text, pattern::parse(text, false, false), Operation, axes, sizeof...(Axes),
                         sizes, sizeof...(Sizes));
  }();
  struct kept_walk {
    ATTN_ABI static constexpr walk<> value = bound_pattern::value.kept;
  };
  struct reduced_walk {
    ATTN_ABI static constexpr walk<> value = bound_pattern::value.reduced;
  };

  template <std::size_t... Index>
  ATTN_ABI static shape<
      typename axis_made<Pattern, shape<Axes...>, value.axis[Index].size, value.axis[Index].name_at,
                         value.axis[Index].name_length, value.axis[Index].from>::type...>
      result(std::index_sequence<Index...>);
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
      in_case<found.is(fault::none), rules::addressable<sizes<result::volume>, element<T>>>;
  using all =
      in_order<given_sizes, one_size_each, std::bool_constant<found.is(fault::none)>, addressable>;
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
      "attn::rearrange<pattern>(x): this axis is missing after ->; to sum over it: reduce");
  ATTN_REQUIRE_PATTERN(
      call, both_sides_agree, appears,
      "attn::rearrange<pattern>(x): this axis is not on the left; to add it: repeat");
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, ellipsis_vanishes,
                       "attn::rearrange<pattern>(x): this ellipsis is not on the right");
  if constexpr (call::all::value)
    return detail::gathered<typename call::result, typename call::bound::kept>(x);
  else
    return x;
}
ATTN_ANOTHER_FORM(rearrange, > 0,
                  "attn::rearrange<pattern>(x): the pattern is a template argument: "
                  "rearrange<\"a b -> b a\">(x)")

// reduce<pattern, how>(x, sizes…): like rearrange, but reduces the axes that the result lacks.
//
//   reduce<"batch token feature -> batch feature", "mean">(x)
//   reduce<"(row two) feature -> row feature", "max">(x, axis<"two", 2>())   // of every two rows
//
// The pattern is the pattern of rearrange. Names that are on the left only are reduced over, and so
// are numbers and an ellipsis. `how` is "sum", "mean", "max", "min" or "prod".
//
// (batch, token, feature) -> (batch, feature), for the first pattern.
// Accuracy: the bits of sum, mean, amax and amin along one axis. Several axes are reduced as one
// merged axis, in their order on the left. A product also has 16 partial results.
// Rules: well_formed; both_sides_agree, every name of the right is on the left; fits;
// is_reduction; supports_arithmetic for sum and prod; floating_point_element for the mean.
// Cost: cost::reduce<pattern, how, X>(sizes…): of n elements, n - 1 additions, comparisons (max,
// min) or multiplications (prod); 1 multiplication more for a mean.

namespace detail {

template <auto How>
struct combination {
  using type =
      std::conditional_t<How == label("max"), larger,
                         std::conditional_t<How == label("min"), smaller,
                                            std::conditional_t<How == label("prod"), times, plus>>>;
};

// The elements that the loops read from x on, as one.
template <class T, class F>
ATTN_ABI constexpr T reduce_nest(const T* x, const F&, nest<>) {
  return *x;
}
template <std::size_t Extent, std::size_t Stride, class T, class F>
ATTN_ABI constexpr T reduce_nest(const T* x, const F& f, nest<loop<Extent, Stride>>) {
  return generic::reduce<Extent, Stride>(x, f);
}
template <std::size_t... Extents, std::size_t... Strides, class T, class F>
ATTN_ABI constexpr T reduce_nest(const T* x, const F& f, nest<loop<Extents, Strides>...> loops) {
  constexpr std::size_t count = (Extents * ...);
  T gathered[count]{};
  gather(gathered, x, loops);
  return generic::reduce<count, 1>(gathered, f);
}

template <class Bound, std::size_t N>
struct pattern_reduced {
  template <class Out, class X, class F>
  ATTN_ABI static constexpr void count(Out& out, const X& x, const F& f) {
    count_times(out, (Bound::value.reduced.volume() - 1) * N, f, x, x);
  }
  template <class T, class F>
  ATTN_ABI static constexpr void write(T* to, const T* x, const F& f) {
    auto each = [&](const T* from) { *to++ = reduce_nest(from, f, typename Bound::reduced{}); };
    Bound::kept::run(each, x);
  }
};

// The mean of what a nest reads is a sum times 1/n.
template <class Result, auto How, class Bound, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Result> reduced_by_pattern(const tensor<T, Axes...>& x) {
  auto out = made<pattern_reduced<Bound, Result::volume>, tensor_of<T, Result>>(
      x, typename combination<How>::type{});
  if constexpr (How == label("mean")) {
    const T share = T(1) / T(Bound::value.reduced.volume());
    for (T& element : out) element = rounded(element * share);
  }
  return out;
}

}  // namespace detail

namespace rules {

template <auto Pattern, auto How, class X, class... Sizes>
struct reduce_call;
template <auto Pattern, auto How, class T, class... Axes, class... Sizes>
struct reduce_call<Pattern, How, tensor<T, Axes...>, Sizes...>
    : pattern_call<Pattern, attn::detail::pattern::operation::reduce, tensor<T, Axes...>,
                   Sizes...> {
  using is_reduction = rules::is_reduction<name<How>>;
  using arithmetic =
      in_case<How == label("sum") || How == label("prod"), supports_arithmetic<element<T>>>;
  using floating_point = in_case<How == label("mean"), floating_point_element<element<T>>>;
  using all = in_order<typename pattern_call<Pattern, attn::detail::pattern::operation::reduce,
                                             tensor<T, Axes...>, Sizes...>::all,
                       is_reduction, arithmetic, floating_point>;
};

}  // namespace rules

template <label Pattern, label How, class T, class... Axes, class... Sizes>
ATTN_ABI constexpr auto reduce(const tensor<T, Axes...>& x, Sizes...) {
  using call = rules::reduce_call<Pattern, How, tensor<T, Axes...>, Sizes...>;
  ATTN_REQUIRE_PATTERN_OF_ONE(call, "attn::reduce<pattern, how>(x)");
  ATTN_REQUIRE_PATTERN(
      call, well_formed, number,
      "attn::reduce<pattern, how>(x): a number other than 1 must be on the left, and "
      "not 0");
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, appears,
                       "attn::reduce<pattern, how>(x): this axis is not on the left");
  ATTN_REQUIRE(call, is_reduction,
               "attn::reduce<pattern, how>(x): how is sum, mean, max, min or prod");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::reduce<pattern, how>(x)");
  ATTN_REQUIRE(call, floating_point,
               "attn::reduce<pattern, how>(x): a mean requires a floating-point element type; "
               "convert with as<double>(x)");
  if constexpr (call::all::value)
    return detail::reduced_by_pattern<typename call::result, How, typename call::bound>(x);
  else
    return x;
}
ATTN_ANOTHER_FORM(reduce, > 1,
                  "attn::reduce<pattern, how>(x): the pattern is a template argument: "
                  "reduce<\"a b -> a\", \"sum\">(x)")

namespace cost {
template <label Pattern, label How, class X, class... Sizes>
ATTN_ABI constexpr operation_count reduce(Sizes... sizes) {
  ATTN_COUNT(attn::reduce<Pattern, How>(detail::operand<X>(n), sizes...));
}
}  // namespace cost

// repeat<pattern>(x, sizes…): like rearrange, with new axes along which elements are repeated.
//
//   repeat<"head token d_k -> (head group) token d_k">(k, axis<"group", 2>())
//
// The pattern is the pattern of rearrange. Names that are only on the right are new axes, of the
// given sizes, and so are numbers. (head group) repeats each head, (group head) all heads as a
// block.
//
// (2, token, d_k) -> (4, token, d_k), for the pattern above. Exact. One copy.
// Rules: well_formed; both_sides_agree, every name of the left is on the right; fits, x has the
// pattern's axes, and a new axis a size; addressable.

namespace rules {
template <auto Pattern, class X, class... Sizes>
using repeat_call = pattern_call<Pattern, attn::detail::pattern::operation::repeat, X, Sizes...>;
}  // namespace rules

template <label Pattern, class T, class... Axes, class... Sizes>
ATTN_ABI constexpr auto repeat(const tensor<T, Axes...>& x, Sizes...) {
  using call = rules::repeat_call<Pattern, tensor<T, Axes...>, Sizes...>;
  ATTN_REQUIRE_PATTERN_OF_ONE(call, "attn::repeat<pattern>(x)");
  ATTN_REQUIRE_PATTERN(
      call, well_formed, number,
      "attn::repeat<pattern>(x): on the left the only number is 1; on the right, 0 "
      "is not a size");
  ATTN_REQUIRE_PATTERN(
      call, both_sides_agree, vanishes,
      "attn::repeat<pattern>(x): this axis is missing after ->; to sum over it: reduce");
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, ellipsis_vanishes,
                       "attn::repeat<pattern>(x): this ellipsis is not on the right");
  ATTN_REQUIRE_PATTERN(call, fits, no_size,
                       "attn::repeat<pattern>(x): a new axis needs its size: axis<\"head\", 8>()");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::repeat<pattern>(x)");
  if constexpr (call::all::value)
    return detail::gathered<typename call::result, typename call::bound::kept>(x);
  else
    return x;
}
ATTN_ANOTHER_FORM(repeat, > 0,
                  "attn::repeat<pattern>(x): the pattern is a template argument: "
                  "repeat<\"a -> b a\">(x, axis<\"b\", 8>())")

}  // namespace attn
ATTN_STRICT_FP_END
