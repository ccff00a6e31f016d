// SPDX-License-Identifier: BSL-1.0
// What the formulas of costs share. cost::f<types…>() is in the header of f, after f: the cost of
// one call, an operation_count, from the types of the operands. An invalid call is rejected with
// its own error. Operations on constants (a scale, 1 / n) are not counted (scalars/counted.hpp).
// Functions that only move elements cost nothing and have no formula.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/scalars/detail/tally.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost::detail {

// An operand of a call that is counted in n: of a tensor of numbers, only the shape matters.
template <class X>
struct in_tallies {
  using type = X;
};
template <class T, class... Axes>
  requires(rules::supports_arithmetic<rules::element<T>>::value)
struct in_tallies<tensor<T, Axes...>> {
  using type = tensor<tally<T>, Axes...>;
};
// What is a template of an element type and axes: scores, caches. (Options are not: see below.)
template <template <class, class...> class F, class T, class... P>
  requires(rules::floating_point_element<rules::element<T>>::value &&
           !requires { typename F<T, P...>::kind; })
struct in_tallies<F<T, P...>> {
  using type = F<tally<T>, P...>;
};
template <class X>
using in_tallies_t = typename in_tallies<std::remove_cvref_t<X>>::type;

template <class X>
ATTN_ABI constexpr auto operand(operation_count& n) {
  in_tallies_t<X> x{};
  attn::detail::counted_in_place(x, &n);
  return x;
}
// An option, whose value may matter, unless it has elements to compute with.
template <class Option>
ATTN_ABI constexpr decltype(auto) as_option(const Option& option) {
  if constexpr (std::is_same_v<in_tallies_t<Option>, Option> ||
                requires { typename Option::shape_type; })
    return (option);
  else
    return in_tallies_t<Option>{};
}

}  // namespace attn::cost::detail
ATTN_STRICT_FP_END

// The body of a function that returns the cost of a call, of operands detail::operand<X>(n).
#define ATTN_COUNT(...)           \
  operation_count n;              \
  static_cast<void>(__VA_ARGS__); \
  return n

// cost::f<X…>(options…), the cost of f(x…, options…), and of f<axis>(x).
#define ATTN_COST(f)                                                              \
  namespace cost {                                                                \
  template <class... X, class... Options>                                         \
  ATTN_ABI constexpr operation_count f(const Options&... options) {               \
    ATTN_COUNT(attn::f(detail::operand<X>(n)..., detail::as_option(options)...)); \
  }                                                                               \
  }
#define ATTN_COST_ALONG(f, ...)                       \
  namespace cost {                                    \
  template <class X, axis_selector Axis __VA_ARGS__>  \
  ATTN_ABI constexpr operation_count f() {            \
    ATTN_COUNT(attn::f<Axis>(detail::operand<X>(n))); \
  }                                                   \
  }
// cost::f<Parameter, X…>(options…), the cost of f<Parameter>(x…, options…).
#define ATTN_COST_WITH(parameter, f)                                                     \
  namespace cost {                                                                       \
  template <parameter First, class... X, class... Options>                               \
  ATTN_ABI constexpr operation_count f(const Options&... options) {                      \
    ATTN_COUNT(attn::f<First>(detail::operand<X>(n)..., detail::as_option(options)...)); \
  }                                                                                      \
  }
