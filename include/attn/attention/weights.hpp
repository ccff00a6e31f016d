// SPDX-License-Identifier: BSL-1.0
// Attention weights: the weight of each value in the result for each query, and the logits of which
// they are the softmax.
//
//   attention_logits(Q, K, options…)     Q K^T * scale, capped, biased, and -inf where masked
//   attention_weights(Q, K, options…)    softmax(Q K^T * scale)
//   hardmax             an option, in the place of the softmax: 1 for the largest
//   softmax_plus_one    an option: exp(x_j) / (1 + sum exp(x)), a softmax with one more logit of 0
//   with_sinks(s)       an option: the same with a logit for each head, s (head), as in gpt-oss
//
// (token, d_k) x (key, d_k) -> (token, key); each row of weights sums to 1, with a sink to at most
// 1. Optional leading axes.
// Options (attention/options.hpp) are applied in this order: the score, the scale, the soft cap,
// the bias, the mask, the softmax or hardmax. attention_logits(Q, K, unscaled) is the product,
// attention_logits(Q, K, soft_capped_by(c)) the capped scores without bias and mask.
//
// Rules: the rules of attention_scores; floating_point_element; are_options, one_of_each_kind;
// the rules of masks and biases, except that logits of a query without keys are all -inf;
// float_or_double, with hardmax; sinks_fit and same_element, of sinks.
// Accuracy: bit for bit the composition of the parts, whose headers state theirs. Weights with
// hardmax are exactly 0 and 1. Special values: a NaN anywhere in a query's scores makes its row of
// weights NaN, as does a product that overflows before it is scaled (queries_scaled, in
// attention/scale.hpp, avoids that).
// Cost: cost::attention_logits<Q, K>(options…), the cost of the scores and of the options: per
// score a scale is 1 multiplication, a soft cap 1 division, 1 tanh and 1 multiplication, a bias 1
// addition.
// A mask costs nothing. A scale of the queries is 1 multiplication per element of Q.
// cost::attention_weights<Q, K>(options…): that, and of the softmax with the mask; with hardmax,
// also keys - 1 comparisons per query, and with a sink of a key more.
//
// A sink takes weight that meets no value: the weights are the weights of softmax(concat(s,
// logits)), bit for bit, without the first. The sinks have no key, scale, cap, bias or mask. A
// query without keys has only its sink, and weights of 0 whatever the policy. s has the axes before
// the last two of the scores, or some of them by name, or none: one logit for all.
#pragma once

#include <attn/attention/bias.hpp>
#include <attn/attention/detail/option_calls.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/scores.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/selecting.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The scores before the mask: scale, soft cap, bias. A score of another kind scales itself.
template <class Scores, class Q, class K, class... Options>
ATTN_ABI constexpr Scores shaped_scores(const Q& q, const K& k, const Options&... options) {
  Scores x = raw_scores(q, k, options...);
  scale_scores<Q>(x, options...);
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
  ATTN_REQUIRE_WEIGHTS(call, "attn::attention_logits(Q, K)",
                       "attn::attention_logits(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::attention_logits(Q, K, options…)");
  if constexpr (call::all::value)
    return detail::logits_of<detail::scores_of<tensor<T, Q...>, tensor<T, K...>, Options...>>(
        q, k, options...);
  else
    return q;
}

// In the place of the softmax: the weight of the key with the largest score is 1, of equal ones the
// first. NaN is the largest score, as in argmax.
struct hardmax_t {
  using kind = normaliser_kind;
  static constexpr bool has_sink = false;
};
inline constexpr hardmax_t hardmax{};

struct softmax_plus_one_t {
  using kind = normaliser_kind;
  static constexpr bool has_sink = true;
};
inline constexpr softmax_plus_one_t softmax_plus_one{};

template <class T, class... Axes>
struct with_sinks_t {
  using kind = normaliser_kind;
  using element = T;
  using axes = shape<Axes...>;
  static constexpr bool has_sink = true;
  tensor<T, Axes...> logits;
};
namespace cost::detail {
template <class T, class... Axes>
struct in_tallies<with_sinks_t<T, Axes...>> {
  using type = with_sinks_t<tally<T>, Axes...>;
};
}  // namespace cost::detail
template <class T, class... Axes>
ATTN_ABI constexpr with_sinks_t<T, Axes...> with_sinks(const tensor<T, Axes...>& s) {
  return {s};
}

namespace detail {

// 0 for the key of the largest score of each query, -inf for the others: the softmax of these
// is exactly 1 and 0, and handles queries without keys.
template <std::size_t Rows, std::size_t Keys>
struct hardened_of {
  ATTN_ABI static constexpr operation_count cost() { return {.comparisons = Rows * (Keys - 1)}; }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
    for (std::size_t row = 0; row < Rows; ++row, out += Keys, x += Keys) {
      const auto best = static_cast<std::size_t>(index_of_maximum(x, Keys, 1));
      for (std::size_t j = 0; j < Keys; ++j)
        out[j] = j == best ? T(0) : detail::lowest_infinity_of<T>();
    }
  }
};
template <class X>
ATTN_ABI constexpr X hardened(const X& x) {
  constexpr std::size_t keys = last_axis<typename X::shape_type>::size;
  return made<hardened_of<X::volume / keys, keys>, X>(x);
}

// The logit of the sink of each row of scores: (…, query, 1). Of each head for one query.
template <class Column, class Scores, std::size_t Queries = second_to_last_axis<Scores>::size>
ATTN_ABI constexpr Column sinks_of(softmax_plus_one_t) {
  return {};
}
template <class Scores, std::size_t Volume, std::size_t Queries>
struct sinks_in {
  template <class Out, class By>
  ATTN_ABI static constexpr void count(Out& out, const By& by) {
    counted_as(out, by.logits);
  }
  template <class T, class By>
  ATTN_ABI static constexpr void write(T* out, const By& by) {
    for (std::size_t i = 0; i < Volume; ++i)
      out[i] = *entries_row<0, Scores>(by.logits, i / Queries, 0);
  }
};
template <class Column, class Scores, std::size_t Queries = second_to_last_axis<Scores>::size,
          class T, class... Axes>
ATTN_ABI constexpr Column sinks_of(const with_sinks_t<T, Axes...>& by) {
  return made<sinks_in<Scores, Column::volume, Queries>, Column>(by);
}

// A mask of Scores, which never hides the sink before the first key.
template <class Scores, class Mask>
struct mask_of_keys_after_sink {
  const Mask& mask;
  template <class>
  ATTN_ABI constexpr auto row(std::size_t outer, std::size_t query) const {
    return [kept = row_of<Scores>(mask, outer, query)](std::size_t at) {
      return at == 0 || kept(at - 1);
    };
  }
};

template <class T, class... Axes, class... Options>
ATTN_ABI constexpr tensor<T, Axes...> weights_beside_sink(const tensor<T, Axes...>& x,
                                                          const Options&... options) {
  using scores = shape<Axes...>;
  constexpr std::size_t keys = last_axis<scores>::size, last = scores::rank - 1;
  using column = tensor_of<T, with_last_axis<scores, dim<1>>>;
  auto wide = concatenated<tensor_of<T, with_last_axis<scores, dim<keys + 1>>>, last>(
      sinks_of<column, scores>(option<normaliser_kind, softmax_of_scores>(options...)), x);
  if constexpr (has_kind<mask_kind, Options...>) {
    const auto& mask = as_mask(option<mask_kind, no_mask>(options...));
    using keys_after_sink = mask_of_keys_after_sink<scores, std::remove_cvref_t<decltype(mask)>>;
    evaluate<masked_softmax_of<typename decltype(wide)::shape_type, zero_rows>>(
        wide, wide, keys_after_sink{mask});
  } else {
    evaluate<softmax_for<decltype(wide), last>>(wide, wide);
  }
  return narrowed<tensor<T, Axes...>, last, keys>(wide, 1);
}

// The softmax over the keys that the mask allows, in place; with hardmax it is exactly hard.
template <class T, class... Axes, class... Options>
ATTN_ABI constexpr void weigh_scores(tensor<T, Axes...>& x, const Options&... options) {
  [[maybe_unused]] const auto& mask = as_mask(option<mask_kind, no_mask>(options...));
  if constexpr (has_sink<Options...>) {
    x = weights_beside_sink(x, options...);
  } else if constexpr (has_kind<mask_kind, Options...>) {
    if constexpr (is_hard<Options...>)
      x = hardened(with_others_as(x, mask, T(lowest_infinity_of<double>())));
    using policy = option_type<fully_masked_kind, fully_masked_t<rules::no_policy>, Options...>;
    require_keys<policy_in<policy>>(x, mask);
    evaluate<masked_softmax_of<shape<Axes...>, policy_in<policy>>>(x, x, mask);
  } else {
    if constexpr (is_hard<Options...>) x = hardened(x);
    evaluate<softmax_for<tensor<T, Axes...>, sizeof...(Axes) - 1>>(x, x);
  }
}

template <class Scores, class Q, class K, class... Options>
ATTN_ABI constexpr Scores weights_of(const Q& q, const K& k, const Options&... options) {
  Scores x = shaped_scores<Scores>(q, k, options...);
  weigh_scores(x, options...);
  return x;
}

}  // namespace detail

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                          const Options&... options) {
  using call = rules::weights_call<tensor<T, Q...>, tensor<U, K...>, Options...>;
  ATTN_REQUIRE_WEIGHTS(call, "attn::attention_weights(Q, K)",
                       "attn::attention_weights(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::attention_weights(Q, K, options…)");
  if constexpr (call::all::value)
    return detail::weights_of<detail::scores_of<tensor<T, Q...>, tensor<T, K...>, Options...>>(
        q, k, options...);
  else
    return q;
}
ATTN_ANOTHER_FORM(attention_weights, == 0, "attn::attention_weights(Q, K): K is missing")

ATTN_COST(attention_logits)
ATTN_COST(attention_weights)

}  // namespace attn
ATTN_STRICT_FP_END
