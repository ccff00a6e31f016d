// SPDX-License-Identifier: BSL-1.0
// Attention logits: the scores as the softmax of attention_weights gets them.
//
//   attention_logits(Q, K, options…)    Q K^T * scale, capped, biased, and -inf where masked
//
// (token, d_k) x (key, d_k) -> (token, key). Optional leading axes. Options
// (attention/options.hpp) are those of attention_weights, and are applied in the same order; by
// default scores are scaled by 1/sqrt(d_k). Every step before the softmax has its options:
// attention_logits(Q, K, unscaled) is the product, attention_logits(Q, K, soft_capped_by(c)) the
// capped scores without bias and mask.
//
// Rules: those of attention_weights, except that a query may be left without keys: its logits are
// all -inf. Accuracy: bit for bit the composition of the parts; where every query has a key,
// softmax(attention_logits(Q, K, options…)) is attention_weights(Q, K, options…).
// Cost: cost::attention_logits<Q, K>(options…), that of the scores and of the options. Per score a
// scale is 1 multiplication, a soft cap 1 division, 1 tanh and 1 multiplication, a bias 1
// addition; a mask costs nothing.
#pragma once

#include <type_traits>

#include <attn/attention/bias.hpp>
#include <attn/attention/detail/option_calls.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The scores before the mask: scale, soft cap, bias. A score of another kind scales itself.
template <class Scores, class Q, class K, class... Options>
ATTN_ABI constexpr Scores shaped_scores(const Q& q, const K& k, const Options&... options) {
  using default_option =
      std::conditional_t<has_kind<score_kind, Options...>, unscaled_t, default_scale_t>;
  Scores x = raw_scores(q, k, options...);
  scale_scores(x, last_axis<typename Q::shape_type>::size,
               option<scale_kind, default_option>(options...));
  cap_scores(x, option<soft_cap_kind, no_cap>(options...));
  bias_scores(x, option<bias_kind, no_bias>(options...));
  return x;
}

template <class Scores, class Q, class K, class... Options>
ATTN_ABI constexpr Scores logits_of(const Q& q, const K& k, const Options&... options) {
  if constexpr (has_kind<mask_kind, Options...>)
    return with_others_as(shaped_scores<Scores>(q, k, options...),
                          as_mask(option<mask_kind, no_mask>(options...)),
                          typename Scores::value_type(lowest_infinity_of<double>()));
  else
    return shaped_scores<Scores>(q, k, options...);
}

}  // namespace detail

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto attention_logits(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                         const Options&... options) {
  using call = rules::logits_call<tensor<T, Q...>, tensor<U, K...>, Options...>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::attention_logits(Q, K)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::attention_logits(Q, K)");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::attention_logits(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::attention_logits(Q, K, options…)");
  if constexpr (call::holds)
    return detail::logits_of<detail::scores_of<tensor<T, Q...>, tensor<T, K...>, Options...>>(
        q, k, options...);
  else
    return q;
}

namespace cost {
namespace detail {

// The scores before the mask.
template <class Q, class K, class... Options>
ATTN_ABI constexpr operation_count shaped_scores() {
  using namespace attn::detail;
  constexpr bool scored = has_kind<score_kind, Options...>;
  using default_option = std::conditional_t<scored, unscaled_t, default_scale_t>;
  operation_count shaped;
  if constexpr (!std::is_same_v<option_type<scale_kind, default_option, Options...>, unscaled_t>)
    shaped += {.multiplications = 1};
  if constexpr (has_kind<soft_cap_kind, Options...>)
    shaped += {.multiplications = 1, .divisions = 1, .hyperbolic_tangents = 1};
  if constexpr (has_kind<bias_kind, Options...>) shaped += {.additions = 1};
  shaped = scores_of<Q, K, Options...>::volume * shaped;
  if constexpr (scored) {
    using F = decltype(option_type<score_kind, int, Options...>::score);
    return shaped + cost_of<F, Q, decltype(in_role_of_keys<typename Q::shape_type>(some<K>()))>();
  } else {
    return shaped + attention_scores<Q, K>();
  }
}

}  // namespace detail

template <class Q, class K, class... Options>
ATTN_ABI constexpr operation_count attention_logits(const Options&... options) {
  using logits = decltype(attn::attention_logits(detail::some<Q>(), detail::some<K>(), options...));
  return detail::possible<logits> + detail::shaped_scores<Q, K, Options...>();
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
