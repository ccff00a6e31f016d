// SPDX-License-Identifier: BSL-1.0
// exp and tanh of one element, or of the lanes of a vector, as types.
#ifndef ATTN_MATH_DETAIL_EXP_AND_TANH_HPP
#define ATTN_MATH_DETAIL_EXP_AND_TANH_HPP

#include <type_traits>

#include <attn/detail/runtime/elementwise.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/tanh.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Whether F is vectorised at run time.
template <class F>
inline constexpr bool has_lanes = true;

// The function object of a function of math/.
#define ATTN_FUNCTION_OBJECT(function)                                 \
  struct function##_of {                                               \
    template <class V>                                                 \
    ATTN_INLINE constexpr V operator()(const V& x) const {             \
      if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) { \
        return math::function##_lanes(x);                              \
      } else {                                                         \
        using math::function;                                          \
        return function(x);                                            \
      }                                                                \
    }                                                                  \
    ATTN_CHOSEN_AT_RUN_TIME(function##_of, 8)                          \
  };
ATTN_FUNCTION_OBJECT(exp)
ATTN_FUNCTION_OBJECT(tanh)

}  // namespace attn::detail
ATTN_STRICT_FP_END

#endif
