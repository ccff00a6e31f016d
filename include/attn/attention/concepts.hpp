// SPDX-License-Identifier: BSL-1.0
// Concepts for attention in generic code, as in ops/concepts.hpp.
//
//   comparable<Q, K, options…>        attention_weights_result<Q, K, options…>
//   attendable<Q, K, V, options…>     attention_result<Q, K, V, options…>
//
// Options are the options of the call: their types, such as decltype(causal<>). A type may be
// const, or a reference.
#pragma once

#include <type_traits>

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/weights.hpp>
#include <attn/ops/concepts.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Q, class K, class... Options>
inline constexpr bool can_compare = false;
template <scalar T, class... Q, class... K, class... Options>
inline constexpr bool can_compare<tensor<T, Q...>, tensor<T, K...>, Options...> =
    rules::weights_call<tensor<T, Q...>, tensor<T, K...>, Options...>::all::value;

template <class Q, class K, class V, class... Options>
inline constexpr bool can_attend = false;
template <scalar T, class... Q, class... K, class... V, class... Options>
inline constexpr bool can_attend<tensor<T, Q...>, tensor<T, K...>, tensor<T, V...>, Options...> =
    rules::attention_call<tensor<T, Q...>, tensor<T, K...>, tensor<T, V...>,
                          Options...>::all::value;

// The calls. Never defined.
struct call_of_attention_weights {
  template <class... X>
  ATTN_ABI static auto of(const X&... x) -> decltype(attention_weights(x...));
};
struct call_of_attention {
  template <class... X>
  ATTN_ABI static auto of(const X&... x) -> decltype(scaled_dot_product_attention(x...));
};

}  // namespace detail

template <class Q, class K, class... Options>
concept comparable = detail::can_compare<std::remove_cvref_t<Q>, std::remove_cvref_t<K>,
                                         std::remove_cvref_t<Options>...>;
template <class Q, class K, class... Options>
using attention_weights_result =
    typename detail::result_of_call<comparable<Q, K, Options...>, detail::call_of_attention_weights,
                                    Q, K, Options...>::type;

template <class Q, class K, class V, class... Options>
concept attendable = detail::can_attend<std::remove_cvref_t<Q>, std::remove_cvref_t<K>,
                                        std::remove_cvref_t<V>, std::remove_cvref_t<Options>...>;
template <class Q, class K, class V, class... Options>
using attention_result =
    typename detail::result_of_call<attendable<Q, K, V, Options...>, detail::call_of_attention, Q,
                                    K, V, Options...>::type;

}  // namespace attn
ATTN_STRICT_FP_END
