// SPDX-License-Identifier: BSL-1.0
// What the options of an attention function require (rules/call.hpp), for require.hpp to assert.
//
//   options_call<OperandsFit, T, Q, K, Options…>    options for scores of T; Q, K are shapes
//   weights_call<Q, K, Options…>                    scores_call and its options
//   logits_call<Q, K, Options…>                     the same, without a softmax
//   attention_call<Q, K, V, Options…>               values_call and its options
//
// The scores are made, as a type, once the operands fit and every option is one, of a kind of its
// own. The bias and the mask are checked if f of scored_by(f) has made scores.
#pragma once

#include <attn/attention/bias.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/scores.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

// A bias for scores of T. Asked: they are known.
template <bool Asked, class T, class Bias, class Scores>
struct bias_for_scores {
  using bias_axes = not_asked;
  using bias_element = not_asked;
};
template <class T, class Bias, class Scores>
struct bias_for_scores<true, T, Bias, Scores> {
  using element_of_bias = typename attn::detail::element_of_bias<Bias, T>::type;
  using bias_axes = shown_by<bias_fits<option<Bias>, Scores>, axes_in_option<Bias, Scores>, Scores>;
  using bias_element = same_element<element_of_A<T>, element_of_B<element_of_bias>>;
};

// Sinks for scores of T, which an option has. Asked: the scores are known.
template <bool Asked, class T, class Sinks, class Scores>
struct sinks_for_scores {
  using sink_axes = not_asked;
  using sink_element = not_asked;
};
template <class T, class Sinks, class Scores>
  requires requires { typename Sinks::axes; }
struct sinks_for_scores<true, T, Sinks, Scores> {
  using sink_axes =
      shown_by<sinks_fit<option<Sinks>, Scores>, axes_in_option<Sinks, Scores>, Scores>;
  using sink_element = same_element<element_of_A<T>, element_of_B<typename Sinks::element>>;
};

// Options for the scores that they make of Q and K.
template <bool Asked, class T, class Q, class K, class... Options>
struct options_for_scores : bias_for_scores<false, T, not_asked, not_asked>,
                            sinks_for_scores<false, T, not_asked, not_asked>,
                            mask_for_scores<false, not_asked, not_asked, no_policy> {
  using score_axes = not_asked;
  using scores_hold = in_order<>;
};
// The scores, and what each option is asked if they fit.
template <class T, class Q, class K, class... Options>
struct scores_with {
  using bias = attn::detail::option_type<bias_kind, attn::detail::no_bias, Options...>;
  using sinks = attn::detail::normaliser<Options...>;
  using mask = attn::detail::option_type<mask_kind, attn::detail::no_mask, Options...>;
  // A query without keys has its sink.
  using policy = attn::detail::policy_in<attn::detail::option_type<
      fully_masked_kind,
      fully_masked_t<std::conditional_t<attn::detail::has_sink<Options...>, zero_rows, no_policy>>,
      Options...>>;
  using pairs = role_of<result_axes, attn::detail::scores_shape<Q, K>>;
  using scores = role_of<axes_of_scores, attn::detail::shape_of_scores<T, Q, K, Options...>>;
  static constexpr bool fit = same_axes<scores, pairs>::value;

  using of_bias = bias_for_scores<fit, T, bias, scores>;
  using of_sinks = sinks_for_scores<fit, T, sinks, scores>;
  using of_mask = mask_for_scores<fit, mask, scores, policy>;
};
template <class T, class Q, class K, class... Options>
struct options_for_scores<true, T, Q, K, Options...> {
  using with = scores_with<T, Q, K, Options...>;
  using of_bias = typename with::of_bias;
  using of_sinks = typename with::of_sinks;
  using of_mask = typename with::of_mask;
  using score_axes = shown_by<same_axes<typename with::scores, typename with::pairs>,
                              typename with::scores, typename with::pairs>;
  using bias_axes = typename of_bias::bias_axes;
  using bias_element = typename of_bias::bias_element;
  using sink_axes = typename of_sinks::sink_axes;
  using sink_element = typename of_sinks::sink_element;
  using mask_members = typename of_mask::mask_members;
  using mask_aligned = typename of_mask::mask_aligned;
  using mask_numbers = typename of_mask::mask_numbers;
  using mask_axes = typename of_mask::mask_axes;
  using rows_have_weights = typename of_mask::rows_have_weights;
  using scores_hold =
      in_order<score_axes, bias_axes, bias_element, sink_axes, sink_element, mask_members,
               mask_aligned, mask_numbers, mask_axes, rows_have_weights>;
};

template <class... Options>
struct option_kinds_call {
  using only_options = are_options<options<Options...>>;
  using one_of_each = one_of_each_kind<attn::detail::kinds_of<Options...>>;
  using kinds_hold = in_order<only_options, one_of_each>;
};

template <bool OperandsFit, class T, class Q, class K, class... Options>
struct options_call
    : option_kinds_call<Options...>,
      options_for_scores<OperandsFit && in_case<OperandsFit, addressable_scores<T, Q, K>>::value &&
                             option_kinds_call<Options...>::kinds_hold::value,
                         T, Q, K, Options...> {
  using operands = roles<role_of<axes_of_Q, Q>, role_of<axes_of_K, K>>;
  using scores_addressable = in_case<OperandsFit, addressable_scores<T, Q, K>>;
  using ordered =
      in_case<OperandsFit && attn::detail::is_hard<Options...>, float_or_double<element<T>>>;
  using all = in_order<scores_addressable, ordered, typename options_call::kinds_hold,
                       typename options_call::scores_hold>;
};

template <class... Options>
inline constexpr bool is_scored = attn::detail::has_kind<score_kind, Options...>;

template <class Call>
inline constexpr bool operands_fit =
    all_hold<typename Call::axes_fit, typename Call::one_element, typename Call::floating_point>;

// What Operands is a call of, of floating-point elements, and options.
template <class Operands, class T, class Q, class K, class... Options>
struct call_with_options : Operands, options_call<operands_fit<Operands>, T, Q, K, Options...> {
  using of_options = options_call<operands_fit<Operands>, T, Q, K, Options...>;
  using operands = typename Operands::operands;
  using scores_addressable = typename of_options::scores_addressable;
  using all = in_order<typename Operands::axes_fit, typename Operands::one_element,
                       typename Operands::floating_point, typename of_options::all>;
};
template <class Q, class K, class... Options>
using weights_call =
    call_with_options<scores_call<Q, K, is_scored<Options...>>, typename Q::value_type,
                      typename Q::shape_type, typename K::shape_type, Options...>;
// The rows of logits have no weights to choose: any policy settles them.
template <class Q, class K, class... Options>
struct logits_call : weights_call<Q, K, Options..., fully_masked_t<zero_rows>> {};
template <class Q, class K, class... Options>
  requires(attn::detail::has_kind<fully_masked_kind, Options...>)
struct logits_call<Q, K, Options...> : weights_call<Q, K, Options...> {};
template <class Q, class K, class V, class... Options>
using attention_call =
    call_with_options<values_call<Q, K, V, is_scored<Options...>>, typename Q::value_type,
                      typename Q::shape_type, typename K::shape_type, Options...>;

}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
