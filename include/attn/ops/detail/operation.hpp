// SPDX-License-Identifier: BSL-1.0
// An operation is a type, of which f, f_into and the cost are made here. cost::f<types…>() is in
// the header of f, after f: the cost of one call, an operation_count, from the types of the
// operands. An invalid call is rejected with its own error. Operations on constants, a scale or
// 1 / n, are not counted (scalars/counted.hpp). What only moves elements costs nothing and has no
// formula.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/scalars/detail/tally.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The one door to the evaluators. Behind it an operation says what it takes, and computes:
//
//   template <class Around>
//   struct softmax_of {
//     static constexpr operation_count cost();
//     template <class T>
//     static constexpr void write(T* out, const T* x);  // a constant, or by a kernel
//   };
//   evaluate<softmax_of<around>>(out, x);       // softmax_into
//   made<softmax_of<around>, Result>(x);        // softmax
//
// Recorded elements take the rule of the operation, if it has one: the rule computes the values
// with the kernels and records one step for the whole tensor. It returns false if no operand is
// recorded: then the elements are numbers. Without a rule each element is computed, and recorded.
// Of tallies, the cost is counted. Operands that are no tensors are handed on.

// A function with many calls on the way to the door asks for them itself, before the others.
template <class T, class... Axes>
ATTN_ABI constexpr pointer_to<const T> elements_of(const tensor<T, Axes...>& x) {
  if constexpr (std::is_arithmetic_v<T>)
    if (std::is_constant_evaluated()) operand_of_a_constant_must_be_constexpr(x.data()[0]);
  return x.data();
}
template <class X>
ATTN_ABI constexpr const X& elements_of(const X& x) {
  return x;
}

// Of recorded elements, and of tallies where the cost depends on the operands.
template <class Operation, class Out, class... X>
ATTN_ABI constexpr void record_or_count(Out& out, const X&... x) {
  using T = typename Out::value_type;
  if constexpr (is_recorded<T>) {
    if constexpr (!requires { backward_rule<Operation, T>::does_not_exist; })
      if (backward_rule<Operation, T>::record(out, x...)) return;
    Operation::write(out.data(), elements_of(x)...);
  } else {
    Operation::count(out, x...);
  }
}
template <class Operation, class T>
concept counted_alike = is_tally<T> && requires { Operation::cost(); };

// `out` may be an operand. (Not called by made: an error in a constant is reported with every call
// on the way.)
template <class Operation, class Out, class... X>
ATTN_ABI constexpr void evaluate(Out& out, const X&... x) {
  using T = typename Out::value_type;
  if constexpr (counted_alike<Operation, T>)
    count_in(out, Operation::cost(), x...);
  else if constexpr (is_recorded<T> || is_tally<T>)
    record_or_count<Operation>(out, x...);
  else
    Operation::write(out.data(), elements_of(x)...);
}
template <class Operation, class Result, class... X>
ATTN_ABI constexpr Result made(const X&... x) {
  using T = typename Result::value_type;
  Result out(uninitialized);
  if constexpr (counted_alike<Operation, T>)
    count_in(out, Operation::cost(), x...);
  else if constexpr (is_recorded<T> || is_tally<T>)
    record_or_count<Operation>(out, x...);
  else
    Operation::write(out.data(), elements_of(x)...);
  return out;
}

// The cost of F of every element, and of what only moves elements.
template <class F>
struct element_by_element {
  template <class Out, class... X>
  ATTN_ABI static constexpr void count(Out& out, const X&... x) {
    count_each(out, F{}, x...);
  }
};
struct moves_elements {
  ATTN_ABI static constexpr operation_count cost() { return {}; }
};

}  // namespace attn::detail

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
  if constexpr (std::is_same_v<in_tallies_t<Option>, Option>)
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
