// SPDX-License-Identifier: BSL-1.0
// Multi-head attention: several projections of the same sequences, each attends on its own, and
// what they find stands side by side.
//
//   multi_head_attention<head>(Xq, Xk, Xv, W_q, W_k, W_v[, W_o], options…)   one matrix, cut
//     = attention_of_slices<head>(Xq W_q, Xk W_k, Xv W_v, options…)[ W_o]
//   multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v[, W_o], options…)         one for each head
//     head h: scaled_dot_product_attention(Xq W_q(h), Xk W_k(h), Xv W_v(h), options…)
//
// X: (token, width), each of its own; a leading axis (a batch) goes along, and keys and values
// share their sequence. `head` is an axis, axis<"head", 8>. Weights multiply from the right:
//   <head>     W_q (width, h * d_k), W_k (width, h * d_k), W_v (width, h * d_v);
//              W_o (h * d_v, out)
//   per head   (head, width, d_k), (head, width, d_k), (head, width, d_v);
//              W_o (h * d_v, out), too, or (head, d_v, out)
// -> (token, out); without W_o, the last axis is that of W_v, or has no name where W_v's are many.
//
// Both forms are equal to the bit where the many matrices are the column blocks of the one; W_o is
// one product over all heads, and not a sum of products, which would be rounded otherwise.
// Options: as for scaled_dot_product_attention; the default scale is 1/sqrt(d_k), that of a head.
//
// Rules: is_sequence; rank_is; same_axis of each X's width and its weight's input, of the heads, of
// Xk's and Xv's sequence, and of what W_o takes; same_size, same_name of W_q's and W_k's output;
// divides; same_axes of the leading ones; distinct_axes; same_elements; floating_point_element; are_options,
// one_of_each_kind.
// Accuracy and special values: bit for bit the compositions above.
#pragma once

#include <type_traits>

#include <attn/attention/heads.hpp>
#include <attn/attention/multi_head_weights.hpp>
#include <attn/attention/project_heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The axis of all heads' values side by side: the one that was cut, or one without a name.
template <class Head, class Wv>
struct joined_axis {
  using type = dim<axis_at<Wv, 0>::size * last_axis<Wv>::size>;
};
template <axis_like Head, class Wv>
struct joined_axis<Head, Wv> {
  using type = last_axis<Wv>;
};
template <class Head, class Wv>
using joined_heads = typename joined_axis<Head, Wv>::type;

template <class X, class Out>
using axes_of_result = rules::role_of<rules::result_axes, with_last_axis<X, Out>>;

template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv>
consteval bool multi_head_fits() {
  if constexpr (!head_scores_fit<Head, Xq, Xk, Wq, Wk>() ||
                !head_projections_agree<Head, Xk, Xv, Wk, Wv>())
    return false;
  else
    return rules::same_axis<rules::length_of_K<second_to_last_axis<Xk>>,
                            rules::length_of_V<second_to_last_axis<Xv>>>::value &&
           rules::distinct_axes<axes_of_result<Xq, joined_heads<Head, Wv>>>::value;
}

// What the heads find, side by side. All rules have been passed.
template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class... Options>
ATTN_ABI constexpr auto attend_with_heads(const Xq& x_q, const Xk& x_k, const Xv& x_v,
                                          const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                          const Options&... options) {
  return put_heads_together<joined_heads<Head, typename Wv::shape_type>>(
      scaled_dot_product_attention(in_heads<Head>(x_q, w_q), in_heads<Head>(x_k, w_k),
                                   in_heads<Head>(x_v, w_v), options...));
}

// W_o takes what the heads made with W_v have found: as one width, or as (head, d_v).
template <class Head, class Wv, class Wo>
consteval bool output_projection_fits() {
  using joined = joined_heads<Head, Wv>;
  if constexpr (Wo::rank == 2)
    return rules::same_axis<rules::width_of_X<joined>, input_of<Wo>>::value;
  else if constexpr (Wo::rank == 3 && !axis_like<Head>)
    return rules::same_axis<rules::axis_of_A<axis_at<Wv, 0>>,
                            rules::axis_of_B<axis_at<Wo, 0>>>::value &&
           rules::same_axis<rules::width_of_X<last_axis<Wv>>, input_of<Wo>>::value;
  else
    return false;
}

// (…, token, h * d_v) x (h * d_v, out), or (head, d_v, out): the same numbers in the same order.
template <class T, class... Y, class... W>
ATTN_ABI constexpr auto project_joined_heads(const tensor<T, Y...>& y, const tensor<T, W...>& w) {
  using from = shape<Y...>;
  constexpr std::size_t k = last_axis<from>::size, n = last_axis<shape<W...>>::size,
                        m = from::volume / k;
  tensor_of<T, with_last_axis<from, last_axis<shape<W...>>>> out(uninitialized);
  write_product_at<m, k, n>(out.data(), y.data(), w.data());
  return out;
}

template <class T, class... Y, class In, class Out>
ATTN_ABI constexpr auto project_joined_heads(const tensor<T, Y...>& y,
                                             const packed_weight<T, In, Out>& w) {
  tensor_of<T, with_last_axis<shape<Y...>, Out>> out(uninitialized);
  write_product(out, y, w);
  return out;
}

// What stands behind the weights: an output projection, or none, and options.
template <class... Rest>
struct behind_weights {
  using output_projection = void;
  using options = rules::options<Rest...>;
};
template <any_tensor Wo, class... Options>
  requires(!is_kind<mask_kind, Wo>)  // a mask of entries is a tensor, and an option
struct behind_weights<Wo, Options...> {
  using output_projection = Wo;
  using options = rules::options<Options...>;
};

template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class Wo,
          class... Options>
ATTN_ABI constexpr auto attend_and_project(const Xq& x_q, const Xk& x_k, const Xv& x_v,
                                           const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                           const Wo& w_o, const Options&... options) {
  return project_joined_heads(attend_with_heads<Head>(x_q, x_k, x_v, w_q, w_k, w_v, options...),
                              w_o);
}

}  // namespace detail

// The rest: W_o, where there is one, and the options.
template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor Xq,
          detail::any_tensor Xk, detail::any_tensor Xv, detail::any_tensor Wq,
          detail::any_tensor Wk, detail::any_tensor Wv, class... Rest>
ATTN_ABI constexpr auto multi_head_attention(const Xq& x_q, const Xk& x_k, const Xv& x_v,
                                             const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                             const Rest&... rest) {
  using of_xq = typename Xq::shape_type;
  using of_xk = typename Xk::shape_type;
  using of_xv = typename Xv::shape_type;
  using of_wq = typename Wq::shape_type;
  using of_wk = typename Wk::shape_type;
  using of_wv = typename Wv::shape_type;
  using elements = detail::elements_of<Xq, Xk, Xv, Wq, Wk, Wv>;
  using element = rules::element<typename Xq::value_type>;
  using behind = detail::behind_weights<Rest...>;
  using options = typename behind::options;
  using weight_rank = rules::rank<detail::rank_of_weight<Head>>;
  static_assert(
      rules::is_sequence<rules::in_brief<rules::role_of<rules::axes_of, of_xq>>>::value &&
          rules::is_sequence<rules::in_brief<rules::role_of<rules::axes_of, of_xk>>>::value &&
          rules::is_sequence<rules::in_brief<rules::role_of<rules::axes_of, of_xv>>>::value,
      "attn::multi_head_attention(…): each X must be (token, width), or a batch of them");
  static_assert(rules::rank_is<rules::rank<of_wq::rank>, weight_rank>::value &&
                    rules::rank_is<rules::rank<of_wk::rank>, weight_rank>::value &&
                    rules::rank_is<rules::rank<of_wv::rank>, weight_rank>::value,
                "attn::multi_head_attention(…): each weight must be (input, output) with <head>, "
                "and (head, input, output) without");
  static_assert(rules::same_elements<elements>::value,
                "attn::multi_head_attention(…): requires one element type for all operands; "
                "convert with as<T>(x)");
  static_assert(rules::floating_point_element<element>::value,
                "attn::multi_head_attention(…): requires a floating-point element type; convert "
                "with as<double>(x)");
  static_assert(rules::are_options<options>::value,
                "attn::multi_head_attention(…): a trailing argument is not an option; a scale is "
                "scaled_by(x), a mask keep_where(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_in<options>>::value,
                "attn::multi_head_attention(…): two options of one kind; two masks are a & b");
  if constexpr (rules::is_sequence<rules::role_of<rules::axes_of, of_xq>>::value &&
                rules::is_sequence<rules::role_of<rules::axes_of, of_xk>>::value &&
                rules::is_sequence<rules::role_of<rules::axes_of, of_xv>>::value &&
                rules::rank_is<rules::rank<of_wq::rank>, weight_rank>::value &&
                rules::rank_is<rules::rank<of_wk::rank>, weight_rank>::value &&
                rules::rank_is<rules::rank<of_wv::rank>, weight_rank>::value) {
    static_assert(rules::same_axis<detail::width_of<of_xq>, detail::input_of<of_wq>>::value,
                  "attn::multi_head_attention(…): the input of W_q must be the last axis of Xq");
    static_assert(rules::same_axis<detail::width_of<of_xk>, detail::input_of<of_wk>>::value,
                  "attn::multi_head_attention(…): the input of W_k must be the last axis of Xk");
    static_assert(rules::same_axis<detail::width_of<of_xv>, detail::input_of<of_wv>>::value,
                  "attn::multi_head_attention(…): the input of W_v must be the last axis of Xv");
    static_assert(
        rules::same_axes<rules::role_of<rules::axes_of_Q, leading_axes<of_xq>>,
                         rules::role_of<rules::axes_of_K, leading_axes<of_xk>>>::value &&
            rules::same_axes<rules::role_of<rules::axes_of_Q, leading_axes<of_xq>>,
                             rules::role_of<rules::axes_of_V, leading_axes<of_xv>>>::value,
        "attn::multi_head_attention(…): the leading axes of Xq, Xk and Xv must agree");
    static_assert(
        rules::same_axis<rules::length_of_K<second_to_last_axis<of_xk>>,
                         rules::length_of_V<second_to_last_axis<of_xv>>>::value,
        "attn::multi_head_attention(…): one value per key: Xk and Xv must have the same sequence");
    // Asked where the inputs fit: a weight that is the wrong way round is one mistake.
    if constexpr (rules::same_axis<detail::width_of<of_xq>, detail::input_of<of_wq>>::value &&
                  rules::same_axis<detail::width_of<of_xk>, detail::input_of<of_wk>>::value &&
                  rules::same_axis<detail::width_of<of_xv>, detail::input_of<of_wv>>::value) {
      using width_of_Q = rules::width_of_Q<last_axis<of_wq>>;
      using width_of_K = rules::width_of_K<last_axis<of_wk>>;
      static_assert(rules::same_size<width_of_Q, width_of_K>::value,
                    "attn::multi_head_attention(…): W_q and W_k must have outputs of one size");
      static_assert(
          rules::same_name<width_of_Q, width_of_K>::value,
          "attn::multi_head_attention(…): the outputs of W_q and W_k have different names");
      using heads = rules::axis_of_A<detail::heads_of<Head, of_wq>>;
      static_assert(
          rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wk>>>::value &&
              rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wv>>>::value,
          "attn::multi_head_attention(…): the weights must have the same heads");
      static_assert(
          rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wk>>::value &&
              rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wv>>::value,
          "attn::multi_head_attention(…): the heads must divide the outputs of the weights");
    }
    static_assert(rules::distinct_axes<
                      rules::repeated_in<detail::projected_axes<Head, of_xq, of_wq>>>::value &&
                      rules::distinct_axes<
                          rules::repeated_in<detail::projected_axes<Head, of_xk, of_wk>>>::value &&
                      rules::distinct_axes<
                          rules::repeated_in<detail::projected_axes<Head, of_xv, of_wv>>>::value &&
                      rules::distinct_axes<rules::repeated_in<
                          detail::axes_of_result<of_xq, detail::joined_heads<Head, of_wv>>>>::value,
                  "attn::multi_head_attention(…): two of the axes would have one name");
  }
  if constexpr (detail::attention_is_sound<elements, options>() &&
                detail::multi_head_fits<Head, of_xq, of_xk, of_xv, of_wq, of_wk, of_wv>()) {
    using output = typename behind::output_projection;
    using options_of = detail::options_in_heads<Head, Xq, Xk, Wq, Wk, options>;
    ATTN_OPTIONS_FIT("attn::multi_head_attention(…): ", options_of);
    if constexpr (!options_of::sound) {
      return x_q;
    } else if constexpr (std::is_void_v<output>) {
      return detail::attend_with_heads<Head>(x_q, x_k, x_v, w_q, w_k, w_v, rest...);
    } else {
      using of_wo = typename output::shape_type;
      using both = detail::elements_of<Xq, output>;
      constexpr bool of_each_head = of_wo::rank == 3 && !axis_like<Head>;
      using output_rank = rules::rank<of_each_head ? 3 : 2>;
      static_assert(rules::rank_is<rules::rank<of_wo::rank>, output_rank>::value,
                    "attn::multi_head_attention(…): W_o must be (heads * d_v, output), or without "
                    "<head> (head, d_v, output)");
      static_assert(rules::same_elements<both>::value,
                    "attn::multi_head_attention(…): requires one element type for all operands; "
                    "convert with as<T>(x)");
      if constexpr (of_each_head) {
        static_assert(
            rules::same_axis<rules::axis_of_A<axis_at<of_wv, 0>>,
                             rules::axis_of_B<axis_at<of_wo, 0>>>::value &&
                rules::same_axis<detail::output_of<of_wv>, detail::input_of<of_wo>>::value,
            "attn::multi_head_attention(…): W_o must begin with the heads and the output of W_v");
      } else if constexpr (of_wo::rank == 2) {
        using joined = rules::output_of_W<detail::joined_heads<Head, of_wv>>;
        static_assert(rules::same_axis<joined, detail::input_of<of_wo>>::value,
                      "attn::multi_head_attention(…): the input of W_o must be heads times d_v");
      }
      if constexpr (rules::same_elements<both>::value &&
                    detail::output_projection_fits<Head, of_wv, of_wo>()) {
        using result = detail::axes_of_result<of_xq, last_axis<of_wo>>;
        static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                      "attn::multi_head_attention(…): the result would have two axes of one name");
        if constexpr (rules::distinct_axes<result>::value)
          return detail::attend_and_project<Head>(x_q, x_k, x_v, w_q, w_k, w_v, rest...);
        else
          return x_q;
      } else {
        return x_q;
      }
    }
  } else {
    return x_q;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
