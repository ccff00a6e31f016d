// SPDX-License-Identifier: BSL-1.0
// The public functions f(x) and f_into(out, x), of a function object detail::f_of of one element.
// A macro, as the name of a function is what differs: in the lookup, and in the rule's sentence.
#pragma once
#pragma GCC system_header

#include <attn/tensor/concepts.hpp>

#define ATTN_OF_EVERY_ELEMENT(function)                                                          \
  template <class T, class... Axes>                                                              \
  ATTN_ABI constexpr auto function(const tensor<T, Axes...>& x) {                                \
    using call = rules::floating_call<tensor<T, Axes...>>;                                       \
    ATTN_REQUIRE_FLOATING_POINT(call, "attn::" #function "(x)")                                  \
    if constexpr (call::holds)                                                                   \
      return detail::made<detail::each_of<detail::function##_of, shape<Axes...>::volume>,        \
                          tensor<T, Axes...>>(x);                                                \
    else                                                                                         \
      return x;                                                                                  \
  }                                                                                              \
  template <class U, class T, class... Out, class... Axes>                                       \
  ATTN_ABI constexpr void function##_into(tensor<U, Out...>& out, const tensor<T, Axes...>& x) { \
    using call = rules::floating_call<tensor<T, Axes...>>;                                       \
    using into = rules::out_call<tensor<U, Out...>, tensor<T, Axes...>>;                         \
    ATTN_REQUIRE_FLOATING_POINT(call, "attn::" #function "_into(out, x)")                        \
    ATTN_REQUIRE_OUT(into, "attn::" #function "_into(out, x)")                                   \
    if constexpr (call::holds && into::holds)                                                    \
      detail::evaluate<detail::each_of<detail::function##_of, shape<Axes...>::volume>>(out, x);  \
  }
