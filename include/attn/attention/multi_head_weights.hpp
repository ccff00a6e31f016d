// SPDX-License-Identifier: BSL-1.0
// multi_head_attention_weights: the weights of multi-head attention, head by head.
//
//   multi_head_attention_weights<head>(Xq, Xk, W_q, W_k, options…)   one matrix, cut into heads
//   multi_head_attention_weights(Xq, Xk, W_q, W_k, options…)         one matrix for each head
//     head h: attention_weights(Xq W_q(h), Xk W_k(h), options…)
//
// (token, width), (key, width) and (width, h * d_k) or (head, width, d_k) -> (head, token, key);
// a leading axis (a batch) stays in front. Rows sum to 1. Where the keys come from the sequence of
// the queries, they are `key_token`. Options and their defaults: see attention/multi_head.hpp.
//
// Rules: is_sequence; rank_is; same_axis of each X's width and its weight's input, and of the
// heads; same_size, same_name of W_q's and W_k's output; divides; same_axes of the leading ones;
// distinct_axes; same_elements; floating_point_element; are_options, one_of_each_kind.
// Accuracy and special values: bit for bit the composition above.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/attention/heads.hpp>
#include <attn/attention/project_heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// In the place of <head>: the weights have a matrix for each head, and say how many there are.
struct heads_of_the_weights {};

namespace detail {

// What multi-head attention may be told about its heads.
template <class Head>
concept heads_given = axis_like<Head> || std::is_same_v<Head, heads_of_the_weights>;

// How many axes a weight has.
template <class Head>
inline constexpr std::size_t rank_of_weight = axis_like<Head> ? 2 : 3;

template <class Head, class W>
using heads_of = std::conditional_t<axis_like<Head>, Head, axis_at<W, 0>>;
// What an output is cut by; where each head has a matrix, nothing is cut.
template <class Head>
using heads_to_divide = rules::any_axis<std::conditional_t<axis_like<Head>, Head, dim<1>>>;

// What a projection has: the axes of X, the heads, and the weight's output for the width.
template <class Head, class X, class W>
using projected_axes = rules::role_of<
    rules::result_axes,
    append_axis<with_axis<without_axis<X, X::rank - 1>, X::rank - 2, heads_of<Head, W>>,
                last_axis<W>>>;

template <class X>
using width_of = rules::width_of_X<last_axis<X>>;
template <class W>
using input_of = rules::input_of_W<second_to_last_axis<W>>;
template <class W>
using output_of = rules::output_of_W<last_axis<W>>;

// X (…, token, width) can be projected by W, whose output Head divides.
template <class Head, class X, class W>
consteval bool head_projection_fits() {
  if constexpr ((X::rank != 2 && X::rank != 3) || W::rank != rank_of_weight<Head>)
    return false;
  else
    return rules::same_axis<width_of<X>, input_of<W>>::value &&
           rules::divides<heads_to_divide<Head>, output_of<W>>::value &&
           rules::distinct_axes<projected_axes<Head, X, W>>::value;
}

// Two projections belong to the same heads and batches.
template <class Head, class Xa, class Xb, class Wa, class Wb>
consteval bool head_projections_agree() {
  if constexpr (!head_projection_fits<Head, Xa, Wa>() || !head_projection_fits<Head, Xb, Wb>())
    return false;
  else
    return rules::same_axis<rules::axis_of_A<heads_of<Head, Wa>>,
                            rules::axis_of_B<heads_of<Head, Wb>>>::value &&
           rules::same_axes<rules::role_of<rules::axes_of_A, leading_axes<Xa>>,
                            rules::role_of<rules::axes_of_B, leading_axes<Xb>>>::value;
}

template <class Head, class Xq, class Xk, class Wq, class Wk>
consteval bool head_scores_fit() {
  if constexpr (!head_projections_agree<Head, Xq, Xk, Wq, Wk>())
    return false;
  else
    return rules::same_axis<rules::width_of_Q<last_axis<Wq>>,
                            rules::width_of_K<last_axis<Wk>>>::value;
}

// The rules that ask for no shape.
template <class... Tensors>
using elements_of = rules::elements<typename Tensors::value_type...>;
template <class Options>
struct kinds_in_options;
template <class... Options>
struct kinds_in_options<rules::options<Options...>> {
  using type = kinds_of<Options...>;
};
template <class Options>
using kinds_in = typename kinds_in_options<Options>::type;
template <class Elements>
inline constexpr bool floating_point_elements = false;
template <class T, class... More>
inline constexpr bool floating_point_elements<rules::elements<T, More...>> =
    rules::floating_point_element<rules::element<T>>::value;
template <class Elements, class Options>
consteval bool attention_is_sound() {
  return rules::same_elements<Elements>::value && floating_point_elements<Elements> &&
         rules::are_options<Options>::value && rules::one_of_each_kind<kinds_in<Options>>::value;
}

// X projected for every head: (…, token, width) -> (…, head, token, d_k).
template <class Head, class X, class W>
ATTN_ABI constexpr auto in_heads(const X& x, const W& w) {
  if constexpr (axis_like<Head>)
    return cut_into_heads<Head, dim<last_axis<typename W::shape_type>::size / Head::size>>(
        matmul(x, w));
  else
    return heads_projected(x, w);
}

// Whether each option can be applied to the scores of the heads.
template <class Head, class X, class W>
using cut_shape =
    typename decltype(in_heads<Head>(std::declval<X>(), std::declval<W>()))::shape_type;
template <class Head, class Xq, class Xk, class Wq, class Wk, class Options>
using options_in_heads =
    options_in<typename Xq::value_type, cut_shape<Head, Xq, Wq>, cut_shape<Head, Xk, Wk>, Options>;

}  // namespace detail

template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor Xq,
          detail::any_tensor Xk, detail::any_tensor Wq, detail::any_tensor Wk, class... Options>
ATTN_ABI constexpr auto multi_head_attention_weights(const Xq& x_q, const Xk& x_k, const Wq& w_q,
                                                     const Wk& w_k, const Options&... option) {
  using of_xq = typename Xq::shape_type;
  using of_xk = typename Xk::shape_type;
  using of_wq = typename Wq::shape_type;
  using of_wk = typename Wk::shape_type;
  using elements = detail::elements_of<Xq, Xk, Wq, Wk>;
  using element = rules::element<typename Xq::value_type>;
  using options = rules::options<Options...>;
  using weight_rank = rules::rank<detail::rank_of_weight<Head>>;
  static_assert(
      rules::is_sequence<rules::in_brief<rules::role_of<rules::axes_of, of_xq>>>::value &&
          rules::is_sequence<rules::in_brief<rules::role_of<rules::axes_of, of_xk>>>::value,
      "attn::multi_head_attention_weights(…): each X must be (token, width), or a batch of them");
  static_assert(rules::rank_is<rules::rank<of_wq::rank>, weight_rank>::value &&
                    rules::rank_is<rules::rank<of_wk::rank>, weight_rank>::value,
                "attn::multi_head_attention_weights(…): each weight must be (input, output) with "
                "<head>, and (head, input, output) without");
  static_assert(rules::same_elements<elements>::value,
                "attn::multi_head_attention_weights(…): requires one element type for all "
                "operands; convert with as<T>(x)");
  static_assert(rules::floating_point_element<element>::value,
                "attn::multi_head_attention_weights(…): requires a floating-point element type; "
                "convert with as<double>(x)");
  static_assert(rules::are_options<options>::value,
                "attn::multi_head_attention_weights(…): a trailing argument is not an option; a "
                "scale is scaled_by(x), a mask keep_where(x)");
  static_assert(
      rules::one_of_each_kind<detail::kinds_in<options>>::value,
      "attn::multi_head_attention_weights(…): two options of one kind; two masks are a & b");
  if constexpr (rules::is_sequence<rules::role_of<rules::axes_of, of_xq>>::value &&
                rules::is_sequence<rules::role_of<rules::axes_of, of_xk>>::value &&
                rules::rank_is<rules::rank<of_wq::rank>, weight_rank>::value &&
                rules::rank_is<rules::rank<of_wk::rank>, weight_rank>::value) {
    static_assert(
        rules::same_axis<detail::width_of<of_xq>, detail::input_of<of_wq>>::value,
        "attn::multi_head_attention_weights(…): the input of W_q must be the last axis of Xq");
    static_assert(
        rules::same_axis<detail::width_of<of_xk>, detail::input_of<of_wk>>::value,
        "attn::multi_head_attention_weights(…): the input of W_k must be the last axis of Xk");
    static_assert(
        rules::same_axes<rules::role_of<rules::axes_of_Q, leading_axes<of_xq>>,
                         rules::role_of<rules::axes_of_K, leading_axes<of_xk>>>::value,
        "attn::multi_head_attention_weights(…): the leading axes of Xq and Xk must agree");
    // Asked where the inputs fit: a weight that is the wrong way round is one mistake.
    if constexpr (rules::same_axis<detail::width_of<of_xq>, detail::input_of<of_wq>>::value &&
                  rules::same_axis<detail::width_of<of_xk>, detail::input_of<of_wk>>::value) {
      using width_of_Q = rules::width_of_Q<last_axis<of_wq>>;
      using width_of_K = rules::width_of_K<last_axis<of_wk>>;
      static_assert(
          rules::same_size<width_of_Q, width_of_K>::value,
          "attn::multi_head_attention_weights(…): W_q and W_k must have outputs of one size");
      static_assert(
          rules::same_name<width_of_Q, width_of_K>::value,
          "attn::multi_head_attention_weights(…): the outputs of W_q and W_k have different names");
      using heads = rules::axis_of_A<detail::heads_of<Head, of_wq>>;
      static_assert(rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wk>>>::value,
                    "attn::multi_head_attention_weights(…): the weights must have the same heads");
      static_assert(rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wk>>::value,
                    "attn::multi_head_attention_weights(…): the heads must divide the outputs of "
                    "the weights");
    }
    static_assert(rules::distinct_axes<
                      rules::repeated_in<detail::projected_axes<Head, of_xq, of_wq>>>::value &&
                      rules::distinct_axes<
                          rules::repeated_in<detail::projected_axes<Head, of_xk, of_wk>>>::value,
                  "attn::multi_head_attention_weights(…): two of the axes would have one name");
  }
  if constexpr (detail::attention_is_sound<elements, options>() &&
                detail::head_scores_fit<Head, of_xq, of_xk, of_wq, of_wk>()) {
    using options_of = detail::options_in_heads<Head, Xq, Xk, Wq, Wk, options>;
    ATTN_OPTIONS_FIT("attn::multi_head_attention_weights(…): ", options_of);
    if constexpr (options_of::sound)
      return attention_weights(detail::in_heads<Head>(x_q, w_q), detail::in_heads<Head>(x_k, w_k),
                               option...);
    else
      return x_q;
  } else {
    return x_q;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
