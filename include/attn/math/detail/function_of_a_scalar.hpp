// SPDX-License-Identifier: BSL-1.0
// ATTN_FUNCTION_OF_A_SCALAR(function, parameters, arguments, text): what attn::math::function is
// for a class that brings none with it: an error that names it, instead of a list of overloads that
// do not fit. `text` is the call, and the declaration that is missing.
//
// Whether there is one is asked by argument-dependent lookup alone, so that the overload here is
// never a candidate where a scalar has its own, and rules::has_function is the same question.
#pragma once
#pragma GCC system_header

#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/rules/elements.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math::detail {

// A class that could be an element: not a tensor, which has the functions of attn.
template <class T>
concept scalar_class = std::is_class_v<T> && !requires { typename T::shape_type; } &&
                       rules::supports_arithmetic<rules::element<T>>::value;

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

#define ATTN_FUNCTION_OF_A_SCALAR(function, parameters, arguments, text)                 \
  namespace attn::math::own_##function {                                                 \
    ATTN_ABI void function();                                                            \
    template <class T>                                                                   \
    concept exists =                                                                     \
      requires parameters                                                                \
    {                                                                                    \
      function arguments;                                                                \
    };                                                                                   \
  }                                                                                      \
  namespace attn::rules {                                                                \
  template <class T>                                                                     \
    requires(std::is_arithmetic_v<T> || math::own_##function::exists<T>)                 \
  struct has_function<element<T>, function##_function> {                                 \
    static constexpr bool value = true;                                                  \
  };                                                                                     \
  }                                                                                      \
  namespace attn::math {                                                                 \
  template <class T>                                                                     \
    requires(detail::scalar_class<T> && !own_##function::exists<T>)                      \
  ATTN_ABI constexpr T function parameters {                                             \
    using required = rules::has_function<rules::element<T>, rules::function##_function>; \
    static_assert(required::value, "attn::math::" text " in the namespace of the type"); \
    return detail::one_instead(a);                                                       \
  }                                                                                      \
  }
