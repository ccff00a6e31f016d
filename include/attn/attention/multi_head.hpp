// SPDX-License-Identifier: BSL-1.0
// Multi-head attention: several projections of the same sequences, each attends on its own, and what
// they find stands side by side.
//
//   multi_head_attention<head>(Xq, Xk, Xv, W_q, W_k, W_v[, W_o], options…)   one matrix, cut in heads
//     = attention_of_slices<head>(Xq W_q, Xk W_k, Xv W_v, options…)[ W_o]
//   multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v[, W_o], options…)         one matrix for each head
//     head h: scaled_dot_product_attention(Xq W_q(h), Xk W_k(h), Xv W_v(h), options…)
//
// X: (token, width), each of its own; a leading axis (a batch) goes along, and keys and values share
// their sequence. `head` is an axis, axis<"head", 8>. Weights multiply from the right:
//   <head>     W_q (width, h * d_k), W_k (width, h * d_k), W_v (width, h * d_v); W_o (h * d_v, out)
//   per head   (head, width, d_k), (head, width, d_k), (head, width, d_v); W_o (h * d_v, out), too,
//              or (head, d_v, out)
// -> (token, out); without W_o, the last axis is that of W_v, or has no name where W_v's are many.
//
// Both forms are equal to the bit where the many matrices are the column blocks of the one; W_o is
// one product over all heads, and not a sum of products, which would be rounded otherwise.
// Options: as for scaled_dot_product_attention; the default scale is 1/sqrt(d_k), that of a head.
//
// Rules: rank_is; same_axis of each X's width and its weight's input, of the heads, of Xk's and Xv's
// sequence, and of what W_o takes; same_size, same_name of W_q's and W_k's output; divides;
// same_axes of the leading ones; distinct_axes; same_elements; has_fractions; are_options,
// one_of_each_kind.
// Accuracy and special values: bit for bit the compositions above.
#pragma once

#include <type_traits>

#include <attn/attention/heads.hpp>
#include <attn/attention/multi_head_weights.hpp>
#include <attn/attention/project_heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>

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

// (…, token, width) -> (…, token, Out), of the shape X with another last axis.
template <class X, class Out>
using with_last_axis = append_axis<without_axis<X, X::rank - 1>, Out>;
template <class X, class Out>
using axes_of_result = rules::role_of<rules::result_axes, with_last_axis<X, Out>>;

template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv>
consteval bool multi_head_fits() {
  if constexpr (!head_scores_fit<Head, Xq, Xk, Wq, Wk>() ||
                !head_projections_agree<Head, Xk, Xv, Wk, Wv>())
    return false;
  else
    return rules::same_axis<rules::length_of_K<second_to_last_axis<Xk>>,
                            rules::length_of_V<second_to_last_axis<Xv>>> &&
           rules::distinct_axes<axes_of_result<Xq, joined_heads<Head, Wv>>>;
}

// What the heads find, side by side. All rules have been passed.
template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class... Options>
constexpr auto attend_with_heads(const Xq& x_q, const Xk& x_k, const Xv& x_v, const Wq& w_q,
                                 const Wk& w_k, const Wv& w_v, const Options&... options) {
  return put_heads_together<joined_heads<Head, typename Wv::shape_type>>(
      scaled_dot_product_attention(in_heads<Head>(x_q, w_q), in_heads<Head>(x_k, w_k),
                                   in_heads<Head>(x_v, w_v), options...));
}

// W_o takes what the heads made with W_v have found: as one width, or as (head, d_v).
template <class Head, class Wv, class Wo>
consteval bool output_projection_fits() {
  using joined = joined_heads<Head, Wv>;
  if constexpr (Wo::rank == 2)
    return rules::same_axis<rules::width_of_X<joined>, input_of<Wo>>;
  else if constexpr (Wo::rank == 3 && !axis_like<Head>)
    return rules::same_axis<rules::axis_of_A<axis_at<Wv, 0>>, rules::axis_of_B<axis_at<Wo, 0>>> &&
           rules::same_axis<rules::width_of_X<last_axis<Wv>>, input_of<Wo>>;
  else
    return false;
}

// (…, token, h * d_v) x (h * d_v, out), or (head, d_v, out): the same numbers in the same order.
template <class T, class... Y, class... W>
constexpr auto project_joined_heads(const tensor<T, Y...>& y, const tensor<T, W...>& w) {
  using from = shape<Y...>;
  constexpr std::size_t k = last_axis<from>::size, n = last_axis<shape<W...>>::size,
                        m = from::volume / k;
  tensor_of<T, with_last_axis<from, last_axis<shape<W...>>>> out(uninitialized);
  write_one_product<m, k, n, capacity<T, m * n> - m * n>(out.data(), y.data(), w.data());
  return out;
}

}  // namespace detail

template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor Xq,
          detail::any_tensor Xk, detail::any_tensor Xv, detail::any_tensor Wq,
          detail::any_tensor Wk, detail::any_tensor Wv, class... Options>
constexpr auto multi_head_attention(const Xq& x_q, const Xk& x_k, const Xv& x_v, const Wq& w_q,
                                    const Wk& w_k, const Wv& w_v, const Options&... options) {
  using of_xq = typename Xq::shape_type;
  using of_xk = typename Xk::shape_type;
  using of_xv = typename Xv::shape_type;
  using of_wq = typename Wq::shape_type;
  using of_wk = typename Wk::shape_type;
  using of_wv = typename Wv::shape_type;
  using elements = detail::elements_of<Xq, Xk, Xv, Wq, Wk, Wv>;
  using element = rules::element<typename Xq::value_type>;
  using rules::rank, rules::rank_is;
  using axes_of_xq = rules::role_of<rules::axes_of, of_xq>;
  using axes_of_xk = rules::role_of<rules::axes_of, of_xk>;
  using axes_of_xv = rules::role_of<rules::axes_of, of_xv>;
  using axes_of_wq = rules::role_of<rules::axes_of, of_wq>;
  using axes_of_wk = rules::role_of<rules::axes_of, of_wk>;
  using axes_of_wv = rules::role_of<rules::axes_of, of_wv>;
  static_assert((rank_is<axes_of_xq, rank<2>> && rank_is<axes_of_xk, rank<2>> &&
                 rank_is<axes_of_xv, rank<2>>) ||
                    (rank_is<axes_of_xq, rank<3>> && rank_is<axes_of_xk, rank<3>> &&
                     rank_is<axes_of_xv, rank<3>>),
                "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): each X must be (token, "
                "width), or each a batch of them");
  using weight_rank = rank<detail::rank_of_weight<Head>>;
  static_assert(rank_is<axes_of_wq, weight_rank> && rank_is<axes_of_wk, weight_rank> &&
                    rank_is<axes_of_wv, weight_rank>,
                "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): each weight must be "
                "(input, output) with <head>, and (head, input, output) without");
  static_assert(rules::same_elements<elements>,
                "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): one element type for all; "
                "convert with as<T>(x)");
  static_assert(rules::has_fractions<element>,
                "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the elements must have "
                "fractions; convert with as<double>(x)");
  static_assert(rules::are_options<rules::options<Options...>>,
                "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v, options…): an argument "
                "behind the tensors is no option; a scale is scaled_by(x)");
  static_assert(
      rules::one_of_each_kind<detail::kinds_of<Options...>>,
      "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v, options…): two options of one kind");
  if constexpr (((rank_is<axes_of_xq, rank<2>> && rank_is<axes_of_xk, rank<2>> &&
                  rank_is<axes_of_xv, rank<2>>) ||
                 (rank_is<axes_of_xq, rank<3>> && rank_is<axes_of_xk, rank<3>> &&
                  rank_is<axes_of_xv, rank<3>>)) &&
                rank_is<axes_of_wq, weight_rank> && rank_is<axes_of_wk, weight_rank> &&
                rank_is<axes_of_wv, weight_rank>) {
    static_assert(rules::same_axis<detail::width_of<of_xq>, detail::input_of<of_wq>>,
                  "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the input of W_q must be "
                  "the last axis of Xq");
    static_assert(rules::same_axis<detail::width_of<of_xk>, detail::input_of<of_wk>>,
                  "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the input of W_k must be "
                  "the last axis of Xk");
    static_assert(rules::same_axis<detail::width_of<of_xv>, detail::input_of<of_wv>>,
                  "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the input of W_v must be "
                  "the last axis of Xv");
    static_assert(rules::same_axes<rules::role_of<rules::axes_of_Q, leading_axes<of_xq>>,
                                   rules::role_of<rules::axes_of_K, leading_axes<of_xk>>> &&
                      rules::same_axes<rules::role_of<rules::axes_of_Q, leading_axes<of_xq>>,
                                       rules::role_of<rules::axes_of_V, leading_axes<of_xv>>>,
                  "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the leading axes of Xq, "
                  "Xk and Xv must agree");
    static_assert(rules::same_axis<rules::length_of_K<second_to_last_axis<of_xk>>,
                                   rules::length_of_V<second_to_last_axis<of_xv>>>,
                  "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): one value per key: Xk "
                  "and Xv must have the same sequence");
    // Asked where the inputs fit: a weight that is the wrong way round is one mistake.
    if constexpr (rules::same_axis<detail::width_of<of_xq>, detail::input_of<of_wq>> &&
                  rules::same_axis<detail::width_of<of_xk>, detail::input_of<of_wk>> &&
                  rules::same_axis<detail::width_of<of_xv>, detail::input_of<of_wv>>) {
      using width_of_Q = rules::width_of_Q<last_axis<of_wq>>;
      using width_of_K = rules::width_of_K<last_axis<of_wk>>;
      static_assert(rules::same_size<width_of_Q, width_of_K>,
                    "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the outputs of W_q and "
                    "W_k must have the same size");
      static_assert(rules::same_name<width_of_Q, width_of_K>,
                    "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the outputs of W_q and "
                    "W_k have different names");
      using heads = rules::axis_of_A<detail::heads_of<Head, of_wq>>;
      static_assert(rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wk>>> &&
                        rules::same_axis<heads, rules::axis_of_B<detail::heads_of<Head, of_wv>>>,
                    "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the weights must have "
                    "the same heads");
      static_assert(rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wk>> &&
                        rules::divides<detail::heads_to_divide<Head>, detail::output_of<of_wv>>,
                    "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the number of heads "
                    "must divide the outputs of the weights");
    }
    static_assert(
        rules::distinct_axes<detail::projected_axes<Head, of_xq, of_wq>> &&
            rules::distinct_axes<detail::projected_axes<Head, of_xk, of_wk>> &&
            rules::distinct_axes<detail::projected_axes<Head, of_xv, of_wv>> &&
            rules::distinct_axes<detail::axes_of_result<of_xq, detail::joined_heads<Head, of_wv>>>,
        "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): the heads, a sequence "
        "and the output of a weight must have different names");
  }
  constexpr bool sound = detail::attention_is_sound<elements, Options...>();
  if constexpr (sound && detail::multi_head_fits<Head, of_xq, of_xk, of_xv, of_wq, of_wk, of_wv>())
    return detail::attend_with_heads<Head>(x_q, x_k, x_v, w_q, w_k, w_v, options...);
  else
    return x_q;
}

// … and the output projection.
template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor Xq,
          detail::any_tensor Xk, detail::any_tensor Xv, detail::any_tensor Wq,
          detail::any_tensor Wk, detail::any_tensor Wv, detail::any_tensor Wo, class... Options>
constexpr auto multi_head_attention(const Xq& x_q, const Xk& x_k, const Xv& x_v, const Wq& w_q,
                                    const Wk& w_k, const Wv& w_v, const Wo& w_o,
                                    const Options&... options) {
  const auto found = multi_head_attention<Head>(x_q, x_k, x_v, w_q, w_k, w_v, options...);
  using of_wv = typename Wv::shape_type;
  using of_wo = typename Wo::shape_type;
  // Asked where all else is right: without W_o, it has been said what is not.
  if constexpr (detail::attention_is_sound<detail::elements_of<Xq, Xk, Xv, Wq, Wk, Wv>,
                                           Options...>() &&
                detail::multi_head_fits<Head, typename Xq::shape_type, typename Xk::shape_type,
                                        typename Xv::shape_type, typename Wq::shape_type,
                                        typename Wk::shape_type, of_wv>()) {
    using elements = rules::elements<typename Xq::value_type, typename Wo::value_type>;
    using axes_of_wo = rules::role_of<rules::axes_of, of_wo>;
    constexpr bool matrix = rules::is_matrix<axes_of_wo>;
    constexpr bool many = !axis_like<Head> && rules::rank_is<axes_of_wo, rules::rank<3>>;
    static_assert(rules::is_matrix<axes_of_wo> || many,
                  "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v, W_o): W_o must be (heads "
                  "* d_v, output), or without <head> (head, d_v, output)");
    static_assert(rules::same_elements<elements>,
                  "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v, W_o): one element type "
                  "for all; convert with as<T>(x)");
    if constexpr (matrix || many) {
      using joined = rules::output_of_W<detail::joined_heads<Head, of_wv>>;
      static_assert(!matrix || rules::same_axis<joined, detail::input_of<of_wo>>,
                    "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v, W_o): the input of W_o "
                    "must be heads times d_v, what the heads find side by side");
      static_assert(!many || (rules::same_axis<rules::axis_of_A<axis_at<of_wv, 0>>,
                                               rules::axis_of_B<axis_at<of_wo, 0>>> &&
                              rules::same_axis<detail::output_of<of_wv>, detail::input_of<of_wo>>),
                    "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v, W_o): the first axes of "
                    "W_o must be the heads and the output of W_v");
      using result = detail::axes_of_result<typename Xq::shape_type, last_axis<of_wo>>;
      static_assert(rules::distinct_axes<result>,
                    "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v, W_o): the result would "
                    "have two axes of one name");
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
