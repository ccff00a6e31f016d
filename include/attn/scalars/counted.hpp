// SPDX-License-Identifier: BSL-1.0
// counted<T>: a number that records every operation applied to it in an operation_count.
//
//   operation_count executed;
//   const auto y = softmax(counted_in(executed, x));   // x: a tensor of numbers
//   executed.exponentials                              // as many as x has elements
//
// A number refers to the operation_count that counted_in was given, and results inherit the
// reference. There is no global state, and numbers have no counters of their own, so an operation
// is counted once, at compile time and at run time. The operation_count must outlive the
// computation.
//
// Operations on constants alone (1 / n of a mean, 1 / sqrt(d_k), the angles of positions) are not
// counted: a constant, a counted<T> constructed from a number, refers to no operation_count.
// Operands that refer to two of them are not a constant expression, and end the program at run
// time.
//
// counted_in(executed, x): x as a tensor of counted numbers. For a tensor of counted<T> it sets the
// reference of constants only. numbers_of(x): only the values.
// Rule: float_or_double.
// Accuracy: the value of an operation is as in T.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/element_functions.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void operands_are_counted_in_two_places() { detail::end_of_program(); }

template <std::floating_point T>
struct counted;
template <class T>
inline constexpr bool is_analysis_scalar<counted<T>> = true;
#if defined(ATTN_FUSED)
template <class T>
inline constexpr bool detail::fuses<counted<T>> = detail::fuses<T>;
#endif

template <std::floating_point T>
struct counted {
  T value{};
  operation_count* place = nullptr;  // of a constant there is none

  ATTN_ABI counted() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr explicit counted(U x, operation_count* at = nullptr)
      : value(static_cast<T>(x)), place(at) {}

  // The same value, counted in the same place: see analysis_scalar.hpp, as for == and conversions.
  ATTN_ABI friend constexpr bool identical(const counted& a, const counted& b) {
    return detail::same_number(a.value, b.value) && a.place == b.place;
  }
  ATTN_REJECT_CONVERSION(counted, "a counted", "analysis would end; to read a result: x.value")

  ATTN_ABI friend constexpr counted operator+(counted a, counted b) {
    return made(&operation_count::additions, T(a.value + b.value), a, b);
  }
  ATTN_ABI friend constexpr counted operator-(counted a, counted b) {
    return made(&operation_count::additions, T(a.value - b.value), a, b);
  }
  ATTN_ABI friend constexpr counted operator*(counted a, counted b) {
    const T product = detail::rounded(T(a.value * b.value));
    return made(&operation_count::multiplications, product, a, b);
  }
  ATTN_ABI friend constexpr counted operator/(counted a, counted b) {
    return made(&operation_count::divisions, T(a.value / b.value), a, b);
  }
  ATTN_ABI friend constexpr counted operator-(counted a) {
    return made(&operation_count::negations, T(-a.value), a);
  }

  ATTN_ABI friend constexpr counted(max)(counted a, counted b) {
    return made(&operation_count::comparisons, (math::max)(a.value, b.value), a, b);
  }
  ATTN_ABI friend constexpr counted(min)(counted a, counted b) {
    return made(&operation_count::comparisons, (math::min)(a.value, b.value), a, b);
  }
  ATTN_ABI friend constexpr counted select(bool keep, counted a, counted b) {
    return made(&operation_count::selections, math::select(keep, a.value, b.value), a, b);
  }

  // See math/detail/polynomial.hpp.
  ATTN_ABI friend constexpr counted positive_part(counted a) {
    return made(&operation_count::comparisons, detail::positive_part(a.value), a);
  }
  ATTN_ABI friend constexpr counted kept_finite(counted a) {
    return counted(detail::kept_finite(a.value), a.place);
  }
  ATTN_ABI friend constexpr counted zero_times(counted a) {
    return counted(detail::zero_times(a.value));
  }

#define ATTN_COUNTED(function, kind)                                 \
  ATTN_ABI friend constexpr counted function(counted a) {            \
    return made(&operation_count::kind, math::function(a.value), a); \
  }
  ATTN_COUNTED(cos, sines)
  ATTN_COUNTED(erf, error_functions)
  ATTN_COUNTED(exp, exponentials)
  ATTN_COUNTED(log, logarithms)
  ATTN_COUNTED(log1p, logarithms)
  ATTN_COUNTED(sigmoid, sigmoids)
  ATTN_COUNTED(sin, sines)
  ATTN_COUNTED(sqrt, square_roots)
  ATTN_COUNTED(tanh, hyperbolic_tangents)
#undef ATTN_COUNTED
  ATTN_ABI friend constexpr counted pow(counted a, counted b) {
    return made(&operation_count::powers, math::pow(a.value, b.value), a, b);
  }

 private:
  using kind = std::uint64_t operation_count::*;

  ATTN_ABI static constexpr counted made(kind operation, T value, const counted& a) {
    if (a.place != nullptr) ++(a.place->*operation);
    return counted(value, a.place);
  }
  ATTN_ABI static constexpr counted made(kind operation, T value, const counted& a,
                                         const counted& b) {
    if (a.place != nullptr && b.place != nullptr && a.place != b.place)
      operands_are_counted_in_two_places();
    return made(operation, value, a.place != nullptr ? a : b);
  }
};

}  // namespace attn

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <std::floating_point T>
struct numeric_limits<attn::counted<T>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std

namespace attn {

template <class T, class... Axes>
ATTN_ABI constexpr auto counted_in(operation_count& executed, const tensor<T, Axes...>& x) {
  using call = rules::single_rule_call<rules::float_or_double<rules::element<T>>>;
  ATTN_REQUIRE(call, rule,
               "attn::counted_in(executed, x): the elements must be float or double; convert with "
               "as<double>(x)");
  if constexpr (call::all::value)
    return detail::generated<tensor<counted<T>, Axes...>>(
        [&](std::size_t i) { return counted<T>(x.data()[i], &executed); });
  else
    return x;
}
template <class T, class... Axes>
ATTN_ABI constexpr auto counted_in(operation_count& executed,
                                   const tensor<counted<T>, Axes...>& x) {
  auto y = x;
  for (counted<T>& element : y)
    if (element.place == nullptr) element.place = &executed;
  return y;
}

template <class T, class... Axes>
ATTN_ABI constexpr auto numbers_of(const tensor<counted<T>, Axes...>& x) {
  return detail::generated<tensor<T, Axes...>>([&](std::size_t i) { return x.data()[i].value; });
}

}  // namespace attn
ATTN_STRICT_FP_END
