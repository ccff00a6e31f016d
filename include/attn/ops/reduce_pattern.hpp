// SPDX-License-Identifier: BSL-1.0
// reduce<pattern, how>(x, sizes…): rearrange, and axes that the result has not are reduced.
//
//   reduce<"batch token feature -> batch feature", "mean">(x)
//   reduce<"(row two) feature -> row feature", "max">(x, axis<"two", 2>())   // of every two rows
//
// The pattern is that of rearrange; names that are on the left only are reduced over, and so are
// numbers and an ellipsis. `how` is "sum", "mean", "max", "min" or "prod".
//
// (batch, token, feature) -> (batch, feature), for the first pattern.
// Accuracy: that of sum, mean, amax and amin along one axis, to the bit; several axes are one that
// is made of them, in their order on the left. A product has the same 16 partial results.
// Rules: well_formed; both_sides_agree, every name of the right is on the left; fits;
// is_reduction; floating_point_element for the mean.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/pattern/sentences.hpp>
#include <attn/detail/strided.hpp>
#include <attn/detail/vector.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/rearrange.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/rules/patterns.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <auto How>
struct reduction {
  using type =
      std::conditional_t<How == label("max"), larger,
                         std::conditional_t<How == label("min"), smaller,
                                            std::conditional_t<How == label("prod"), times, add>>>;
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

template <class Result, class Kept, class Reduced, class T, class... Axes, class F>
ATTN_ABI constexpr auto reduced_to(const tensor<T, Axes...>& x, const F& f) {
  tensor_of<T, Result> out(uninitialized);
  T* to = out.data();
  auto each = [&](const T* from) { *to++ = reduce_nest(from, f, Reduced{}); };
  Kept::run(each, x.data());
  return out;
}

}  // namespace detail

template <label Pattern, label How, class T, class... Axes, class... Sizes>
ATTN_ABI constexpr auto reduce(const tensor<T, Axes...>& x, Sizes...) {
  using detail::pattern::fault, detail::pattern::operation;
  using bound = detail::bound_pattern<Pattern, operation::reduce, shape<Axes...>, Sizes...>;
  constexpr bool sized = (rules::names_in_pattern<Pattern, Sizes>::value && ...);
  constexpr auto found = sized ? bound::value.found : detail::pattern::finding{};
  using here = rules::pattern_cut<Pattern, found.at>;
  ATTN_PATTERN_IS_WELL_FORMED("attn::reduce<pattern, how>(x): ");
  ATTN_PATTERN_FITS("attn::reduce<pattern, how>(x): ");
  ATTN_PATTERN_TAKES_SIZES("attn::reduce<pattern, how>(x, size): ");
  static_assert(
      rules::well_formed<rules::cut_if<found.is(fault::number), here>>,
      ATTN_MESSAGE(
          "attn::reduce<pattern, how>(x): a number other than 1 is on the left only; 0 is none",
          here));
  static_assert(rules::both_sides_agree<rules::cut_if<found.is(fault::appears), here>>::value,
                ATTN_MESSAGE("attn::reduce<pattern, how>(x): this axis is not on the left", here));
  static_assert(rules::is_reduction<rules::name<How>>::value,
                "attn::reduce<pattern, how>(x): how is sum, mean, max, min or prod");
  constexpr bool known = rules::is_reduction<rules::name<How>>::value;
  constexpr bool divides = How == label("mean");
  constexpr bool fractions = !divides || rules::floating_point_element<rules::element<T>>::value;
  static_assert(!divides || rules::floating_point_element<rules::element<T>>::value,
                "attn::reduce<pattern, how>(x): a mean requires a floating-point element type; "
                "convert with as<double>(x)");
  constexpr bool distinct = rules::distinct_axes<rules::axes_if<sized, Sizes...>>::value;
  if constexpr (sized && distinct && found.is(fault::none) && known && fractions) {
    using operation = typename detail::reduction<How>::type;
    auto out = detail::reduced_to<typename bound::shape_type, typename bound::kept,
                                  typename bound::reduced>(x, operation{});
    if constexpr (divides) {
      const T share = T(1) / T(bound::value.reduced.volume());
      for (T& element : out) element = detail::rounded(element * share);
    }
    return out;
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
