// SPDX-License-Identifier: BSL-1.0
// reduce<pattern, how>(x, sizes…): like rearrange, but reduces the axes that the result lacks.
//
//   reduce<"batch token feature -> batch feature", "mean">(x)
//   reduce<"(row two) feature -> row feature", "max">(x, axis<"two", 2>())   // of every two rows
//
// The pattern is that of rearrange; names that are on the left only are reduced over, and so are
// numbers and an ellipsis. `how` is "sum", "mean", "max", "min" or "prod".
//
// (batch, token, feature) -> (batch, feature), for the first pattern.
// Accuracy: the bits of sum, mean, amax and amin along one axis; several axes are reduced as one
// merged axis, in their order on the left. A product also has 16 partial results.
// Rules: well_formed; both_sides_agree, every name of the right is on the left; fits;
// is_reduction; floating_point_element for the mean.
// Cost: cost::reduce<pattern, how, X>(sizes…): of n elements, n - 1 additions, comparisons (max,
// min) or multiplications (prod); 1 multiplication more for a mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/strided.hpp>
#include <attn/detail/vector.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/ops/detail/pattern_require.hpp>
#include <attn/ops/rearrange.hpp>
#include <attn/ops/reduce.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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

// The mean of what a nest reads is a sum times 1/n.
template <class Result, auto How, class Bound, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Result> reduced_by_pattern(const tensor<T, Axes...>& x) {
  const typename combination<How>::type f{};
  tensor_of<T, Result> out(uninitialized);
  T* to = out.data();
  auto each = [&](const T* from) { *to++ = reduce_nest(from, f, typename Bound::reduced{}); };
  Bound::kept::run(each, x.data());
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
  using floating_point = only_if<How == label("mean"), floating_point_element<element<T>>>;
  static constexpr bool holds = pattern_call<Pattern, attn::detail::pattern::operation::reduce,
                                             tensor<T, Axes...>, Sizes...>::holds &&
                                all_hold<is_reduction, floating_point>;
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
  ATTN_REQUIRE(call, floating_point,
               "attn::reduce<pattern, how>(x): a mean requires a floating-point element type; "
               "convert with as<double>(x)");
  if constexpr (call::holds)
    return detail::reduced_by_pattern<typename call::result, How, typename call::bound>(x);
  else
    return x;
}

namespace cost {
template <label Pattern, label How, class X, class... Sizes>
ATTN_ABI constexpr operation_count reduce(Sizes... sizes) {
  using out = decltype(attn::reduce<Pattern, How>(detail::some<X>(), sizes...));
  constexpr std::uint64_t steps = X::volume - out::volume;
  if constexpr (How == label("max") || How == label("min"))
    return {.comparisons = steps};
  else if constexpr (How == label("prod"))
    return {.multiplications = steps};
  else if constexpr (How == label("mean"))
    return {.additions = steps, .multiplications = out::volume};
  else
    return {.additions = steps};
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
