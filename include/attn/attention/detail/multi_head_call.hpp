// SPDX-License-Identifier: BSL-1.0
// What attention with several heads requires (rules/call.hpp), once for all of its forms.
//
//   multi_head_call<Head, Xq, Xk, Xv, Wq, Wk, Wv, [Wo,] options…>
//   multi_head_weights_call<Head, Xq, Xk, Wq, Wk, options…>
//
// Self-attention is the case Xq = Xk = Xv, with detail::no_heads without heads. A layer
// (nn::multi_head) has weights of which only the axes are known (weight_of), and
// attention_of_slices weights that change nothing (identity_for).
#pragma once

#include <type_traits>

#include <attn/attention/detail/option_calls.hpp>
#include <attn/attention/heads.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// A tensor that is not an option, as a mask of entries is.
template <class X>
concept sequence_tensor = any_tensor<X> && !attention_option<X>;

}  // namespace detail

namespace rules {

// A weight, of which only the type matters, and the one that leaves a sequence as it is.
template <class T, class In, class Out>
struct weight_of {
  using value_type = T;
  using shape_type = shape<In, Out>;
};
template <class X>
using identity_for = weight_of<typename X::value_type, last_axis<typename X::shape_type>,
                               last_axis<typename X::shape_type>>;

// Projections (rules::head_projection) of the queries, the keys and, but for the weights alone, the
// values, and options for the scores of the heads.
template <class Q, class K, class... V>
struct head_projections_call {
  using T = typename Q::value_type;
  using operands = roles<role_of<axes_of_Q, typename Q::of_x>, role_of<axes_of_K, typename K::of_x>,
                         role_of<axes_of_V, typename V::of_x>...>;

  using sequences =
      each_of<typename Q::is_a_sequence, typename K::is_a_sequence, typename V::is_a_sequence...>;
  using weight_ranks =
      each_of<typename Q::weight_rank, typename K::weight_rank, typename V::weight_rank...>;
  using one_element =
      each_of<typename Q::template has_element<T>, typename K::template has_element<T>,
              typename V::template has_element<T>...>;
  using floating_point = floating_point_element<element<T>>;

  // A sequence that does not fit in any of its roles is one mistake.
  using ranks = in_order<sequences, weight_ranks>;
  template <class X, class... Before>
  static constexpr bool is_asked =
      ranks::value &&
      (... && (Before::input::value ||
               !std::is_same_v<typename X::sequence_type, typename Before::sequence_type>));
  using input_of_q = typename Q::input;
  using input_of_k = in_case<is_asked<K, Q>, typename K::input>;
  using input_of_v = each_of<not_asked, in_case<is_asked<V, Q, K>, typename V::input>...>;

  using one_value_per_key =
      each_of<not_asked, same_axis<length_of_K<second_to_last_axis<typename K::of_x>>,
                                   length_of_V<second_to_last_axis<typename V::of_x>>>...>;
  template <template <class...> class Role, class X>
  using leading = role_of<Role, leading_axes<typename X::of_x>>;
  using leading_axes_agree = each_of<axes_agree<leading<axes_of_Q, Q>, leading<axes_of_K, K>>,
                                     axes_agree<leading<axes_of_Q, Q>, leading<axes_of_V, V>>...>;

  using output_sizes = same_size<width_of_Q<typename Q::output>, width_of_K<typename K::output>>;
  using output_names = same_name<width_of_Q<typename Q::output>, width_of_K<typename K::output>>;
  template <class X>
  using heads_of_Q_and = same_axis<axis_of_A<typename Q::heads>, axis_of_B<typename X::heads>>;
  using same_heads = each_of<heads_of_Q_and<K>, heads_of_Q_and<V>...>;
  using dividing = each_of<typename K::divided, typename V::divided...>;
  template <class X>
  using distinct_joined =
      distinct_axes<repeated_in<with_last_axis<typename Q::of_x, typename X::joined>>>;
  using distinct = each_of<typename Q::distinct, typename K::distinct, typename V::distinct...,
                           distinct_joined<V>...>;

  using fits = in_order<sequences, weight_ranks, one_element, floating_point, input_of_q,
                        input_of_k, input_of_v, one_value_per_key, leading_axes_agree, output_sizes,
                        output_names, same_heads, dividing, distinct>;
};
template <class Options, class Q, class K, class... V>
struct heads_call;
template <class... Options, class Q, class K, class... V>
struct heads_call<options<Options...>, Q, K, V...>
    : head_projections_call<Q, K, V...>,
      options_call<head_projections_call<Q, K, V...>::fits::value, typename Q::value_type,
                   typename Q::in_heads, typename K::in_heads, Options...> {
  using projections = head_projections_call<Q, K, V...>;
  using of_options = options_call<projections::fits::value, typename Q::value_type,
                                  typename Q::in_heads, typename K::in_heads, Options...>;
  using operands = typename projections::operands;
  using output_rank = not_asked;
  using output_heads = not_asked;
  using output_input = not_asked;
  using distinct_result = not_asked;
  using all = in_order<typename projections::fits, typename of_options::all>;
};

// What follows the weights: an output projection, or none, and options.
template <class Joined, class T, class... Rest>
struct after_weights {
  using output_projection = weight_of<T, Joined, Joined>;
  using options = rules::options<Rest...>;
};
template <class Joined, class T, attn::detail::sequence_tensor Wo, class... Options>
struct after_weights<Joined, T, Wo, Options...> {
  using output_projection = Wo;
  using options = rules::options<Options...>;
};

// The output projection takes what the heads made with W_v, as one width or as (head, d_v).
template <class Q, class K, class V, class Rest>
struct projected_heads_call : heads_call<typename Rest::options, Q, K, V> {
  using base = heads_call<typename Rest::options, Q, K, V>;
  using joined = typename V::joined;
  using Wo = typename Rest::output_projection;
  using of_w = typename Wo::shape_type;
  using input = input_of_W<second_to_last_axis<of_w>>;
  static constexpr bool of_each_head = of_w::rank == 3 && !V::cut;

  using one_element =
      each_of<typename base::one_element,
              same_elements<elements<typename Q::value_type, typename Wo::value_type>>>;
  using output_rank = rank_is<rank<of_w::rank>, rank<of_each_head ? 3 : 2>>;
  using output_heads =
      in_case<of_each_head,
              each_of<same_axis<axis_of_A<typename V::heads>, axis_of_B<axis_at<of_w, 0>>>,
                      same_axis<output_of_W<typename V::output>, input>>>;
  using output_input = in_case<!of_each_head, same_axis<output_of_W<joined>, input>>;
  using distinct_result =
      distinct_axes<repeated_in<with_last_axis<typename Q::of_x, last_axis<of_w>>>>;

  using all = in_order<typename base::all, one_element, output_rank, output_heads, output_input,
                       distinct_result>;
};

template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class... Rest>
using multi_head_call =
    projected_heads_call<head_projection<Head, Xq, Wq>, head_projection<Head, Xk, Wk>,
                         head_projection<Head, Xv, Wv>,
                         after_weights<typename head_projection<Head, Xv, Wv>::joined,
                                       typename Xq::value_type, Rest...>>;
template <class Head, class Xq, class Xk, class Wq, class Wk, class... Options>
using multi_head_weights_call =
    heads_call<options<Options...>, head_projection<Head, Xq, Wq>, head_projection<Head, Xk, Wk>>;

}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
