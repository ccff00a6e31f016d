// SPDX-License-Identifier: BSL-1.0
// Hard attention: a query takes the one value whose key fits best, and looks at no other.
//
//   hard_attention_weights(Q, K, options…)   1 where the score is the largest, else 0
//   hard_attention(Q, K, V, options…)        these times V: a row of V for every query
//
// (token, d_k) x (key, d_k) -> (token, key), x (key, d_v) -> (token, d_v). Options are those of
// attention_weights, with the same effect; a mask leaves out keys. Of equal scores the first key
// wins. What softmax is to this is in its name: hard_attention is the limit of attention as the
// scale grows, and has no gradient. Bahdanau's and Luong's are soft.
//
// Rules: those of attention_weights and scaled_dot_product_attention; float_or_double.
// Accuracy: the weights are exact, 0 or 1, and their product with V is matmul's: the value's own
// bits, but for a zero's sign, where V is finite. Special values: a NaN is the largest of scores
// (argmax); a query without a key is treated as masked_softmax treats it.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/limits.hpp>
#include <attn/ops/argmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// 0 for the key of the largest score of each query, -inf for the others: the softmax of these
// is 1 and 0, to the bit, and knows what to do where a mask leaves no key.
template <class T, class... Axes>
ATTN_ABI constexpr auto hardened(const tensor<T, Axes...>& scores) {
  constexpr std::size_t keys = last_axis<shape<Axes...>>::size;
  tensor<T, Axes...> out(uninitialized);
  for (std::size_t at = 0; at < scores.size(); at += keys) {
    const auto best = static_cast<std::size_t>(index_of_maximum(scores.data() + at, keys, 1));
    for (std::size_t j = 0; j < keys; ++j)
      out.data()[at + j] = j == best ? T(0) : detail::lowest_infinity_of<T>();
  }
  return out;
}

// Whether there is a choice to make: the operands, without their options, have passed the rules.
template <class T, class U, class Q, class K, class... Options>
consteval bool hard_choice_fits() {
  return std::is_same_v<T, U> && rules::float_or_double<rules::element<T>>::value &&
         rules::are_options<rules::options<Options...>>::value &&
         rules::one_of_each_kind<kinds_of<Options...>>::value &&
         (has_kind<score_kind, Options...> ? leading_axes_fit<Q, K> : keys_fit<Q, K>());
}

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto hard_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                     const Options&... options) {
  const auto scores = shaped_scores(q, k, options...);
  if constexpr (has_kind<mask_kind, Options...>)
    return weights_of(hardened(mask_scores(scores, option<mask_kind, no_mask>(options...))),
                      options...);
  else
    return weights_of(hardened(scores), options...);
}

}  // namespace detail

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto hard_attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                               const Options&... options) {
  constexpr bool ranks = sizeof...(Q) >= 2 && sizeof...(K) >= 2;
  ATTN_HARD_CHOICE_TAKES("attn::hard_attention_weights(Q, K");
  if constexpr (ranks) {
    if constexpr (detail::hard_choice_fits<T, U, shape<Q...>, shape<K...>, Options...>()) {
      using options_of = detail::options_for<T, shape<Q...>, shape<K...>, Options...>;
      ATTN_OPTIONS_FIT("attn::hard_attention_weights(Q, K, options…): ", options_of);
      if constexpr (options_of::sound)
        return detail::hard_weights(q, k, options...);
      else
        return detail::raw_scores(q, k, options...);
    } else {
      return q;
    }
  } else {
    return q;
  }
}

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto hard_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                       const tensor<W, V...>& v, const Options&... options) {
  constexpr bool ranks = sizeof...(Q) >= 2 && sizeof...(K) >= 2 && sizeof...(V) >= 2;
  static_assert(rules::rank_at_least<rules::axes_of<V...>, rules::rank<2>>::value,
                "attn::hard_attention(Q, K, V): V must have at least two axes");
  static_assert(!std::is_same_v<T, U> ||  // which is said below
                    rules::same_element<rules::element_of_A<T>, rules::element_of_B<W>>::value,
                "attn::hard_attention(Q, K, V): requires one element type for all operands; "
                "convert with as<T>(x)");
  ATTN_HARD_CHOICE_TAKES("attn::hard_attention(Q, K, V");
  if constexpr (ranks) {
    static_assert(rules::same_axis<rules::length_of_K<second_to_last_axis<shape<K...>>>,
                                   rules::length_of_V<second_to_last_axis<shape<V...>>>>::value,
                  "attn::hard_attention(Q, K, V): one value per key: K and V must have the same "
                  "sequence");
    static_assert(rules::same_axis<detail::leading_in_Q<shape<Q...>, shape<V...>>,
                                   detail::leading_in_X<shape<Q...>, shape<V...>>>::value,
                  "attn::hard_attention(Q, K, V): the leading axes of Q and V must agree");
    if constexpr (detail::values_fit<shape<Q...>, shape<K...>, shape<V...>>() &&
                  detail::leading_axes_fit<shape<Q...>, shape<V...>> && std::is_same_v<T, W> &&
                  detail::hard_choice_fits<T, U, shape<Q...>, shape<K...>, Options...>()) {
      using options_of = detail::options_for<T, shape<Q...>, shape<K...>, Options...>;
      ATTN_OPTIONS_FIT("attn::hard_attention(Q, K, V, options…): ", options_of);
      if constexpr (options_of::sound)
        return matmul(detail::hard_weights(q, k, options...),
                      detail::in_role_of_keys<shape<Q...>>(v));
      else
        return q;
    } else {
      return q;
    }
  } else {
    return q;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
