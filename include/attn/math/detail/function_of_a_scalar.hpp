// SPDX-License-Identifier: BSL-1.0
// ATTN_FUNCTION_OF_A_SCALAR(function, parameters, arguments, text): what attn::math::function is
// for a class that brings none with it: an error that names it, instead of a list of overloads that
// do not fit. `text` is the call, and the declaration that is missing.
//
// The same for a floating-point type that is neither float nor double: the library has max, min and
// select of it, and no other function.
//
// Whether there is one is asked by argument-dependent lookup alone, so that the overload here is
// never a candidate where a scalar has its own, and rules::has_function is the same question.
//
// ATTN_FUNCTIONS_OF_ONE(OF): OF(cos) OF(erf) and so on, for a scalar that treats all functions of
// one number alike.
#pragma once
#pragma GCC system_header

#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/rules/elements.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Two types of numbers whose sum has a type that represents both in kind: an int and a double, but
// not an int and an unsigned.
template <class A, class B>
concept meet_in_one_type =
    std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !std::is_same_v<A, B> &&
    (std::is_floating_point_v<A> || std::is_floating_point_v<B> ||
     std::is_signed_v<A> == std::is_signed_v<B>);

// How math::max, min and select find those that a scalar brings with it: no other is found here.
namespace own {

ATTN_ABI void(max)();
ATTN_ABI void(min)();
ATTN_ABI void select();

template <class A, class B>
concept some_scalar = std::is_class_v<A> || std::is_class_v<B>;
template <class A, class B>
concept has_max =
    some_scalar<A, B> && requires(const A& a, const B& b) { max ATTN_NOT_A_MACRO(a, b); };
template <class A, class B>
concept has_min =
    some_scalar<A, B> && requires(const A& a, const B& b) { min ATTN_NOT_A_MACRO(a, b); };
template <class A, class B>
concept has_select = some_scalar<A, B> && requires(const A& a, const B& b) { select(true, a, b); };

template <class A, class B>
ATTN_ABI constexpr auto larger(const A& a, const B& b) {
  return max ATTN_NOT_A_MACRO(a, b);
}
template <class A, class B>
ATTN_ABI constexpr auto smaller(const A& a, const B& b) {
  return min ATTN_NOT_A_MACRO(a, b);
}
template <class A, class B>
ATTN_ABI constexpr auto chosen(bool keep, const A& a, const B& b) {
  return select(keep, a, b);
}

}  // namespace own

}  // namespace attn::detail

namespace attn::math::detail {

// A class that could be an element: not a tensor, which has the functions of attn.
template <class T>
concept scalar_class = std::is_class_v<T> && !requires { typename T::shape_type; } &&
                       rules::supports_arithmetic<rules::element<T>>::value;

template <class T, class Function>
inline constexpr bool has_none = std::is_floating_point_v<T> && !attn::detail::binary_format<T> &&
                                 !std::is_same_v<Function, rules::max_function> &&
                                 !std::is_same_v<Function, rules::min_function> &&
                                 !std::is_same_v<Function, rules::select_function>;

// The result of a call that has been reported: not 0, by which the caller may divide.
template <class T>
ATTN_ABI constexpr T one_instead(const T& x) {
  if constexpr (std::is_constructible_v<T, int>)
    return T(1);
  else
    return x;
}

}  // namespace attn::math::detail
ATTN_STRICT_FP_END

#define ATTN_FUNCTION_OF_A_SCALAR(function, parameters, arguments, text)                        \
  namespace attn::math::own_##function {                                                        \
    ATTN_ABI void(function)();                                                                  \
    template <class T>                                                                          \
    concept exists =                                                                            \
      requires parameters                                                                       \
    {                                                                                           \
      function ATTN_NOT_A_MACRO arguments;                                                      \
    };                                                                                          \
  }                                                                                             \
  namespace attn::rules {                                                                       \
  template <class T>                                                                            \
    requires((std::is_arithmetic_v<T> && !math::detail::has_none<T, function##_function>) ||    \
             math::own_##function::exists<T>)                                                   \
  struct has_function<element<T>, function##_function> {                                        \
    static constexpr bool value = true;                                                         \
  };                                                                                            \
  }                                                                                             \
  namespace attn::math {                                                                        \
  template <class T>                                                                            \
    requires((detail::scalar_class<T> && !own_##function::exists<T>) ||                         \
             detail::has_none<T, rules::function##_function>)                                   \
  ATTN_ABI constexpr T(function) parameters {                                                   \
    constexpr bool exists =                                                                     \
        rules::has_function<rules::element<T>, rules::function##_function>::value;              \
    constexpr bool number = std::is_arithmetic_v<T>;                                            \
    static_assert(exists || number, "attn::math::" text " in the namespace of the type");       \
    static_assert(exists || !number, "attn::math::" #function                                   \
                                     ": requires float or double; convert with as<double>(x)"); \
    return detail::one_instead(a);                                                              \
  }                                                                                             \
  }

#define ATTN_FUNCTIONS_OF_ONE(OF) \
  OF(cos) OF(erf) OF(exp) OF(log) OF(log1p) OF(sigmoid) OF(sin) OF(sqrt) OF(tanh)
