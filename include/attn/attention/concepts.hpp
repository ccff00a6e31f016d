// SPDX-License-Identifier: BSL-1.0
// Concepts for attention in generic code, like those of ops/concepts.hpp.
//
//   comparable<Q, K>        attention_weights_result<Q, K>
//   attendable<Q, K, V>     attention_result<Q, K, V>
//
// For calls without options; masks and biases have additional rules. A type may be const, or a
// reference.
#pragma once

#include <type_traits>

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/weights.hpp>
#include <attn/ops/concepts.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Q, class K>
inline constexpr bool can_compare = false;
template <scalar T, class... Q, class... K>
inline constexpr bool can_compare<tensor<T, Q...>, tensor<T, K...>> =
    rules::weights_call<tensor<T, Q...>, tensor<T, K...>>::holds;

template <class Q, class K, class V>
inline constexpr bool can_attend = false;
template <scalar T, class... Q, class... K, class... V>
inline constexpr bool can_attend<tensor<T, Q...>, tensor<T, K...>, tensor<T, V...>> =
    rules::attention_call<tensor<T, Q...>, tensor<T, K...>, tensor<T, V...>>::holds;

}  // namespace detail

template <class Q, class K>
concept comparable = detail::can_compare<std::remove_cvref_t<Q>, std::remove_cvref_t<K>>;
template <class Q, class K>
  requires(comparable<Q, K>)
using attention_weights_result =
    decltype(attention_weights(detail::operand_of<Q>(), detail::operand_of<K>()));

template <class Q, class K, class V>
concept attendable =
    detail::can_attend<std::remove_cvref_t<Q>, std::remove_cvref_t<K>, std::remove_cvref_t<V>>;
template <class Q, class K, class V>
  requires(attendable<Q, K, V>)
using attention_result = decltype(scaled_dot_product_attention(
    detail::operand_of<Q>(), detail::operand_of<K>(), detail::operand_of<V>()));

}  // namespace attn
ATTN_STRICT_FP_END
