// SPDX-License-Identifier: BSL-1.0
// Multi-head self-attention: multi-head attention of a sequence with itself.
//
//   multi_head_self_attention<head>(X, W_q, W_k, W_v[, W_o], options…)
//     = multi_head_attention<head>(X, X, X, W_q, W_k, W_v[, W_o], options…)
//   multi_head_self_attention(X, W_q, W_k, W_v[, W_o], options…)        one matrix for each head
//
// (token, width) -> (token, out), the shapes of the weights being those of multi_head_attention. The
// keys and values count as `key_token`. With one head it is self_attention.
//
// Rules: those of multi_head_attention, for one X.
// Accuracy and special values: bit for bit multi_head_attention.
#pragma once

#include <attn/attention/multi_head.hpp>

namespace attn {

template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor X,
          detail::any_tensor Wq, detail::any_tensor Wk, detail::any_tensor Wv, class... Options>
constexpr auto multi_head_self_attention(const X& x, const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                         const Options&... options) {
  using of_x = typename X::shape_type;
  using of_wq = typename Wq::shape_type;
  using of_wk = typename Wk::shape_type;
  using of_wv = typename Wv::shape_type;
  using elements = detail::elements_of<X, Wq, Wk, Wv>;
  using element = rules::element<typename X::value_type>;
  using rules::rank, rules::rank_is;
  using axes_of_x = rules::role_of<rules::axes_of, of_x>;
  using axes_of_wq = rules::role_of<rules::axes_of, of_wq>;
  using axes_of_wk = rules::role_of<rules::axes_of, of_wk>;
  using axes_of_wv = rules::role_of<rules::axes_of, of_wv>;
  static_assert(rank_is<axes_of_x, rank<2>> || rank_is<axes_of_x, rank<3>>,
                "attn::multi_head_self_attention(X, W_q, W_k, W_v): X must be (token, width), or a "
                "batch of them");
  using weight_rank = rank<detail::rank_of_weight<Head>>;
  static_assert(rank_is<axes_of_wq, weight_rank> && rank_is<axes_of_wk, weight_rank> &&
                    rank_is<axes_of_wv, weight_rank>,
                "attn::multi_head_self_attention(X, W_q, W_k, W_v): each weight must be (input, "
                "output) with <head>, and (head, input, output) without");
  static_assert(rules::same_elements<elements>,
                "attn::multi_head_self_attention(X, W_q, W_k, W_v): one element type for all; "
                "convert with as<T>(x)");
  static_assert(rules::has_fractions<element>,
                "attn::multi_head_self_attention(X, W_q, W_k, W_v): the elements must have "
                "fractions; convert with as<double>(x)");
  static_assert(rules::are_options<rules::options<Options...>>,
                "attn::multi_head_self_attention(X, W_q, W_k, W_v, options…): an argument behind "
                "the tensors is no option; a scale is scaled_by(x)");
  static_assert(
      rules::one_of_each_kind<detail::kinds_of<Options...>>,
      "attn::multi_head_self_attention(X, W_q, W_k, W_v, options…): two options of one kind");
  if constexpr ((rank_is<axes_of_x, rank<2>> ||
                 rank_is<axes_of_x, rank<3>>)&&rank_is<axes_of_wq, weight_rank> &&
                rank_is<axes_of_wk, weight_rank> && rank_is<axes_of_wv, weight_rank>) {
    static_assert(rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wq>>,
                  "attn::multi_head_self_attention(X, W_q, W_k, W_v): the input of W_q must be the "
                  "last axis of X");
    static_assert(rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wk>>,
                  "attn::multi_head_self_attention(X, W_q, W_k, W_v): the input of W_k must be the "
                  "last axis of X");
    static_assert(rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wv>>,
                  "attn::multi_head_self_attention(X, W_q, W_k, W_v): the input of W_v must be the "
                  "last axis of X");
    // Asked where the inputs fit: a weight that is the wrong way round is one mistake.
    if constexpr (rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wq>> &&
                  rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wk>> &&
                  rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wv>>) {
      using width_of_Q = rules::width_of_Q<last_axis<of_wq>>;
      using width_of_K = rules::width_of_K<last_axis<of_wk>>;
      static_assert(rules::same_size<width_of_Q, width_of_K>,
                    "attn::multi_head_self_attention(X, W_q, W_k, W_v): the outputs of W_q and W_k "
                    "must have the same size");
      static_assert(rules::same_name<width_of_Q, width_of_K>,
                    "attn::multi_head_self_attention(X, W_q, W_k, W_v): the outputs of W_q and W_k "
                    "have different names");
      using heads = rules::axis_of_A<detail::heads_of<Head, of_wq>>;
      static_assert(rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wk>>> &&
                        rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wv>>>,
                    "attn::multi_head_self_attention(X, W_q, W_k, W_v): the weights must have the "
                    "same heads");
      static_assert(rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wk>> &&
                        rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wv>>,
                    "attn::multi_head_self_attention(X, W_q, W_k, W_v): the number of heads must "
                    "divide the outputs of the weights");
    }
    static_assert(rules::distinct_axes<detail::projected_axes<Head, of_x, of_wq>> &&
                      rules::distinct_axes<detail::projected_axes<Head, of_x, of_wk>> &&
                      rules::distinct_axes<detail::projected_axes<Head, of_x, of_wv>>,
                  "attn::multi_head_self_attention(X, W_q, W_k, W_v): the heads, a sequence and "
                  "the output of a weight must have different names");
  }
  constexpr bool sound = detail::attention_is_sound<elements, Options...>();
  if constexpr (sound && detail::multi_head_fits<Head, of_x, of_x, of_x, of_wq, of_wk, of_wv>())
    return detail::attend_with_heads<Head>(x, x, x, w_q, w_k, w_v, options...);
  else
    return x;
}

// … and the output projection.
template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor X,
          detail::any_tensor Wq, detail::any_tensor Wk, detail::any_tensor Wv,
          detail::any_tensor Wo, class... Options>
constexpr auto multi_head_self_attention(const X& x, const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                         const Wo& w_o, const Options&... options) {
  const auto found = multi_head_self_attention<Head>(x, w_q, w_k, w_v, options...);
  using of_x = typename X::shape_type;
  using of_wv = typename Wv::shape_type;
  using of_wo = typename Wo::shape_type;
  // Asked where all else is right: without W_o, it has been said what is not.
  if constexpr (detail::attention_is_sound<detail::elements_of<X, Wq, Wk, Wv>, Options...>() &&
                detail::multi_head_fits<Head, of_x, of_x, of_x, typename Wq::shape_type,
                                        typename Wk::shape_type, of_wv>()) {
    using elements = rules::elements<typename X::value_type, typename Wo::value_type>;
    using axes_of_wo = rules::role_of<rules::axes_of, of_wo>;
    constexpr bool matrix = rules::is_matrix<axes_of_wo>;
    constexpr bool many = !axis_like<Head> && rules::rank_is<axes_of_wo, rules::rank<3>>;
    static_assert(rules::is_matrix<axes_of_wo> || many,
                  "attn::multi_head_self_attention(X, W_q, W_k, W_v, W_o): W_o must be (heads * "
                  "d_v, output), or without <head> (head, d_v, output)");
    static_assert(rules::same_elements<elements>,
                  "attn::multi_head_self_attention(X, W_q, W_k, W_v, W_o): one element type for "
                  "all; convert with as<T>(x)");
    if constexpr (matrix || many) {
      using joined = rules::output_of_W<detail::joined_heads<Head, of_wv>>;
      static_assert(!matrix || rules::same_axis<joined, detail::input_of<of_wo>>,
                    "attn::multi_head_self_attention(X, W_q, W_k, W_v, W_o): the input of W_o must "
                    "be heads times d_v, what the heads find side by side");
      static_assert(!many || (rules::same_axis<rules::axis_of_A<axis_at<of_wv, 0>>,
                                               rules::axis_of_B<axis_at<of_wo, 0>>> &&
                              rules::same_axis<detail::output_of<of_wv>, detail::input_of<of_wo>>),
                    "attn::multi_head_self_attention(X, W_q, W_k, W_v, W_o): the first axes of W_o "
                    "must be the heads and the output of W_v");
      using result = detail::axes_of_result<typename X::shape_type, last_axis<of_wo>>;
      static_assert(rules::distinct_axes<result>,
                    "attn::multi_head_self_attention(X, W_q, W_k, W_v, W_o): the result would have "
                    "two axes of one name");
      if constexpr (rules::same_elements<elements> &&
                    detail::output_projection_fits<Head, of_wv, of_wo>() &&
                    rules::distinct_axes<result>)
        return detail::project_joined_heads(found, w_o);
      else
        return found;
    } else {
      return found;
    }
  } else {
    return found;
  }
}

}  // namespace attn
