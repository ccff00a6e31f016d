// SPDX-License-Identifier: BSL-1.0
// Multi-head self-attention: multi-head attention of a sequence with itself.
//
//   multi_head_self_attention<head>(X, W_q, W_k, W_v[, W_o], options…)
//     = multi_head_attention<head>(X, X, X, W_q, W_k, W_v[, W_o], options…)
//   multi_head_self_attention(X, W_q, W_k, W_v[, W_o], options…)        one matrix for each head
//
// (token, width) -> (token, out), the shapes of the weights being those of multi_head_attention.
// The keys and values count as `key_token`. With one head it is self_attention.
//
// Rules: those of multi_head_attention, for one X.
// Accuracy and special values: bit for bit multi_head_attention.
#pragma once

#include <attn/attention/multi_head.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The rest: W_o, where there is one, and the options.
template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor X,
          detail::any_tensor Wq, detail::any_tensor Wk, detail::any_tensor Wv, class... Rest>
ATTN_ABI constexpr auto multi_head_self_attention(const X& x, const Wq& w_q, const Wk& w_k,
                                                  const Wv& w_v, const Rest&... rest) {
  using of_x = typename X::shape_type;
  using of_wq = typename Wq::shape_type;
  using of_wk = typename Wk::shape_type;
  using of_wv = typename Wv::shape_type;
  using elements = detail::elements_of<X, Wq, Wk, Wv>;
  using element = rules::element<typename X::value_type>;
  using behind = detail::behind_weights<Rest...>;
  using options = typename behind::options;
  using weight_rank = rules::rank<detail::rank_of_weight<Head>>;
  static_assert(rules::is_sequence<rules::in_brief<rules::role_of<rules::axes_of, of_x>>>::value,
                "attn::multi_head_self_attention(…): X must be (token, width), or a batch of them");
  static_assert(rules::rank_is<rules::rank<of_wq::rank>, weight_rank>::value &&
                    rules::rank_is<rules::rank<of_wk::rank>, weight_rank>::value &&
                    rules::rank_is<rules::rank<of_wv::rank>, weight_rank>::value,
                "attn::multi_head_self_attention(…): each weight must be (input, output) with "
                "<head>, and (head, input, output) without");
  static_assert(rules::same_elements<elements>::value,
                "attn::multi_head_self_attention(…): requires one element type for all operands; "
                "convert with as<T>(x)");
  static_assert(rules::floating_point_element<element>::value,
                "attn::multi_head_self_attention(…): requires a floating-point element type; "
                "convert with as<double>(x)");
  static_assert(rules::are_options<options>::value,
                "attn::multi_head_self_attention(…): a trailing argument is not an option; a scale "
                "is scaled_by(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_in<options>>::value,
                "attn::multi_head_self_attention(…): two options of one kind; two masks are a & b");
  if constexpr (rules::is_sequence<rules::role_of<rules::axes_of, of_x>>::value &&
                rules::rank_is<rules::rank<of_wq::rank>, weight_rank>::value &&
                rules::rank_is<rules::rank<of_wk::rank>, weight_rank>::value &&
                rules::rank_is<rules::rank<of_wv::rank>, weight_rank>::value) {
    static_assert(
        rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wq>>::value,
        "attn::multi_head_self_attention(…): the input of W_q must be the last axis of X");
    static_assert(
        rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wk>>::value,
        "attn::multi_head_self_attention(…): the input of W_k must be the last axis of X");
    static_assert(
        rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wv>>::value,
        "attn::multi_head_self_attention(…): the input of W_v must be the last axis of X");
    // Asked where the inputs fit: a weight that is the wrong way round is one mistake.
    if constexpr (rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wq>>::value &&
                  rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wk>>::value &&
                  rules::same_axis<detail::width_of<of_x>, detail::input_of<of_wv>>::value) {
      using width_of_Q = rules::width_of_Q<last_axis<of_wq>>;
      using width_of_K = rules::width_of_K<last_axis<of_wk>>;
      static_assert(
          rules::same_size<width_of_Q, width_of_K>::value,
          "attn::multi_head_self_attention(…): W_q and W_k must have outputs of one size");
      static_assert(
          rules::same_name<width_of_Q, width_of_K>::value,
          "attn::multi_head_self_attention(…): the outputs of W_q and W_k have different names");
      using heads = rules::axis_of_A<detail::heads_of<Head, of_wq>>;
      static_assert(
          rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wk>>>::value &&
              rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wv>>>::value,
          "attn::multi_head_self_attention(…): the weights must have the same heads");
      static_assert(
          rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wk>>::value &&
              rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wv>>::value,
          "attn::multi_head_self_attention(…): the heads must divide the outputs of the weights");
    }
    static_assert(rules::distinct_axes<
                      rules::repeated_in<detail::projected_axes<Head, of_x, of_wq>>>::value &&
                      rules::distinct_axes<
                          rules::repeated_in<detail::projected_axes<Head, of_x, of_wk>>>::value &&
                      rules::distinct_axes<
                          rules::repeated_in<detail::projected_axes<Head, of_x, of_wv>>>::value,
                  "attn::multi_head_self_attention(…): two of the axes would have one name");
  }
  if constexpr (detail::attention_is_sound<elements, options>() &&
                detail::multi_head_fits<Head, of_x, of_x, of_x, of_wq, of_wk, of_wv>()) {
    using output = typename behind::output_projection;
    using options_of = detail::options_in_heads<Head, X, X, Wq, Wk, options>;
    ATTN_OPTIONS_FIT("attn::multi_head_self_attention(…): ", options_of);
    if constexpr (!options_of::sound) {
      return x;
    } else if constexpr (std::is_void_v<output>) {
      return detail::attend_with_heads<Head>(x, x, x, w_q, w_k, w_v, rest...);
    } else {
      using of_wo = typename output::shape_type;
      using both = detail::elements_of<X, output>;
      constexpr bool of_each_head = of_wo::rank == 3 && !axis_like<Head>;
      using output_rank = rules::rank<of_each_head ? 3 : 2>;
      static_assert(rules::rank_is<rules::rank<of_wo::rank>, output_rank>::value,
                    "attn::multi_head_self_attention(…): W_o must be (heads * d_v, output), or "
                    "without <head> (head, d_v, output)");
      static_assert(rules::same_elements<both>::value,
                    "attn::multi_head_self_attention(…): requires one element type for all "
                    "operands; convert with as<T>(x)");
      if constexpr (of_each_head) {
        static_assert(
            rules::same_axis<rules::axis_of_A<axis_at<of_wv, 0>>,
                             rules::axis_of_B<axis_at<of_wo, 0>>>::value &&
                rules::same_axis<detail::output_of<of_wv>, detail::input_of<of_wo>>::value,
            "attn::multi_head_self_attention(…): W_o must begin with the heads and the "
            "output of W_v");
      } else if constexpr (of_wo::rank == 2) {
        using joined = rules::output_of_W<detail::joined_heads<Head, of_wv>>;
        static_assert(
            rules::same_axis<joined, detail::input_of<of_wo>>::value,
            "attn::multi_head_self_attention(…): the input of W_o must be heads times d_v");
      }
      if constexpr (rules::same_elements<both>::value &&
                    detail::output_projection_fits<Head, of_wv, of_wo>()) {
        using result = detail::axes_of_result<of_x, last_axis<of_wo>>;
        static_assert(
            rules::distinct_axes<rules::repeated_in<result>>::value,
            "attn::multi_head_self_attention(…): the result would have two axes of one name");
        if constexpr (rules::distinct_axes<result>::value)
          return detail::attend_and_project<Head>(x, x, x, w_q, w_k, w_v, rest...);
        else
          return x;
      } else {
        return x;
      }
    }
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
