// SPDX-License-Identifier: BSL-1.0
// Multi-head attention: sequences are projected and cut into heads, which attend separately, and
// the results are joined and projected. All forms are this one composition:
//
//   multi_head_attention<head>(Xq, Xk, Xv, W_q, W_k, W_v[, W_o], options…)   one matrix
//   multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v[, W_o], options…)         one for each head
//     head h: scaled_dot_product_attention(Xq W_q(h), Xk W_k(h), Xv W_v(h), options…)
//   multi_head_self_attention[<head>](X, W_q, W_k, W_v[, W_o], options…)     Xq = Xk = Xv = X
//   multi_head_attention_weights[<head>](Xq, Xk, W_q, W_k, options…)         weights of each head
//   attention_of_slices<head>(Q, K, V, options…)                             without projections
//   self_attention(X, W_q, W_k, W_v, options…)                               without heads
//
// X: (token, width), each with its own width. An optional leading axis (a batch), or any leading
// axes without heads. Keys and values have the same sequence. `head` is an axis, axis<"head", 8>.
// Weights multiply from the right:
//   <head>     W_q (width, h * d_k), W_k (width, h * d_k), W_v (width, h * d_v);
//              W_o (h * d_v, out)
//   per head   (head, width, d_k), (head, width, d_k), (head, width, d_v);
//              also W_o (h * d_v, out), or (head, d_v, out)
// -> (token, out), and for the weights (head, token, key), whose rows sum to 1. Without W_o, the
// last axis is the output of W_v, or has no name if there is one W_v per head. In self-attention,
// the key axis is named `key_token`.
//
// Both forms give the same bits if the matrices of the heads are the column blocks of the single
// one. W_o is one product over all heads, not a sum of products, which would be rounded
// differently. Slice h of attention_of_slices has the columns h * d / heads … of Q and K: each head
// sees only its columns, whereas in multi-head attention it sees all features of X.
// Options: as for scaled_dot_product_attention. The default scale is 1/sqrt(d_k), with the width of
// a head.
//
// Rules: is_sequence; rank_is; same_axis of each X's width and its weight's input, of the heads, of
// Xk's and Xv's sequence, of the leading axes, and of what W_o takes; same_size, same_name of W_q's
// and W_k's output; divides; distinct_axes; same_elements; floating_point_element; are_options,
// one_of_each_kind.
// Accuracy and special values: bit for bit the composition of matmul, split_heads,
// scaled_dot_product_attention and merge_heads.
// Cost: cost::f<…>(options…) for each f, the types in the order of the call, <Head> first and Wo
// last if the call has them: a dot product of the width of X per element of Q, K and V, attention
// in each head, and a dot product over all heads per element of the output. With fixed widths, the
// number of heads affects only the cost of the scores (scale, softmax), of which there are heads *
// T_q * T_k.
#pragma once

#include <type_traits>

#include <attn/attention/detail/multi_head_call.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

struct no_weight {};  // in the place of a weight: the sequence as it is

// X projected for every head: (…, token, width) -> (…, head, token, d_k). W is a matrix, one for
// each head, a layer, or none.
template <class X, class W>
ATTN_ABI constexpr decltype(auto) projected(const X& x, const W& w) {
  if constexpr (std::is_same_v<W, no_weight>)
    return (x);
  else if constexpr (any_tensor<W>)
    return matmul(x, w);
  else
    return w(x);
}
template <class Head, class X, class W>
ATTN_ABI constexpr auto in_heads(const X& x, const W& w) {
  if constexpr (std::is_same_v<Head, heads_of_the_weights>) {
    return heads_projected(x, w);
  } else if constexpr (std::is_same_v<Head, no_heads>) {
    return matmul(x, w);
  } else {
    const auto& wide = projected(x, w);
    using width = last_axis<typename std::remove_cvref_t<decltype(wide)>::shape_type>;
    return cut_into_heads<Head, dim<width::size / Head::size>>(wide);
  }
}

// (…, token, h * d_v) x (h * d_v, out), or (head, d_v, out): the same numbers in the same order.
template <class Result, class T, class... Y, class... W>
ATTN_ABI constexpr Result project_joined_heads(const tensor<T, Y...>& y, const tensor<T, W...>& w) {
  using from = shape<Y...>;
  constexpr std::size_t k = last_axis<from>::size, n = last_axis<shape<W...>>::size,
                        m = from::volume / k;
  Result out(uninitialized);
  write_product_at<m, k, n>(out.data(), y.data(), w.data());
  return out;
}
template <class Result, class T, class... Y, class In, class Out>
ATTN_ABI constexpr Result project_joined_heads(const tensor<T, Y...>& y,
                                               const packed_weight<T, In, Out>& w) {
  return product<Result>(y, w);
}

// Project, attend, join, project. The operands have passed the rules. They are projected one after
// the other: a record (learning/gradient.hpp) has an order, arguments have none.
template <class Head, class Joined, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv,
          class... Options>
ATTN_ABI constexpr auto attend_with_heads(const Xq& x_q, const Xk& x_k, const Xv& x_v,
                                          const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                          const Options&... options) {
  const auto q = in_heads<Head>(x_q, w_q);
  const auto k = in_heads<Head>(x_k, w_k);
  const auto v = in_heads<Head>(x_v, w_v);
  if constexpr (std::is_same_v<Head, no_heads>)
    return scaled_dot_product_attention(q, k, v, options...);
  else
    return put_heads_together<Joined>(scaled_dot_product_attention(q, k, v, options...));
}
template <class Head, class Joined, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv,
          sequence_tensor Wo, class... Options>
ATTN_ABI constexpr auto attend_with_heads(const Xq& x_q, const Xk& x_k, const Xv& x_v,
                                          const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                          const Wo& w_o, const Options&... options) {
  using out = last_axis<typename Wo::shape_type>;
  return project_joined_heads<
      tensor_of<typename Xq::value_type, with_last_axis<typename Xq::shape_type, out>>>(
      attend_with_heads<Head, Joined>(x_q, x_k, x_v, w_q, w_k, w_v, options...), w_o);
}
template <class Head, class Xq, class Xk, class Wq, class Wk, class... Options>
ATTN_ABI constexpr auto weights_with_heads(const Xq& x_q, const Xk& x_k, const Wq& w_q,
                                           const Wk& w_k, const Options&... options) {
  const auto q = in_heads<Head>(x_q, w_q);
  const auto k = in_heads<Head>(x_k, w_k);
  return attention_weights(q, k, options...);
}

}  // namespace detail

// The rest: W_o, where there is one, and the options.
template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor Xq,
          detail::any_tensor Xk, detail::any_tensor Xv, detail::any_tensor Wq,
          detail::any_tensor Wk, detail::any_tensor Wv, class... Rest>
ATTN_ABI constexpr auto multi_head_attention(const Xq& x_q, const Xk& x_k, const Xv& x_v,
                                             const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                             const Rest&... rest) {
  using call = rules::multi_head_call<Head, Xq, Xk, Xv, Wq, Wk, Wv, Rest...>;
  ATTN_REQUIRE_HEADS(call, "attn::multi_head_attention(…)", "each X", "Xq", "Xk", "Xv");
  if constexpr (call::all::value)
    return detail::attend_with_heads<Head, typename call::joined>(x_q, x_k, x_v, w_q, w_k, w_v,
                                                                  rest...);
  else
    return x_q;
}
ATTN_ANOTHER_FORM(multi_head_attention, < 5,
                  "attn::multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v): a weight is missing")

template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor X,
          detail::any_tensor Wq, detail::any_tensor Wk, detail::any_tensor Wv, class... Rest>
ATTN_ABI constexpr auto multi_head_self_attention(const X& x, const Wq& w_q, const Wk& w_k,
                                                  const Wv& w_v, const Rest&... rest) {
  using call = rules::multi_head_call<Head, X, X, X, Wq, Wk, Wv, Rest...>;
  ATTN_REQUIRE_HEADS(call, "attn::multi_head_self_attention(…)", "X", "X", "X", "X");
  if constexpr (call::all::value)
    return detail::attend_with_heads<Head, typename call::joined>(x, x, x, w_q, w_k, w_v, rest...);
  else
    return x;
}

template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor Xq,
          detail::any_tensor Xk, detail::any_tensor Wq, detail::any_tensor Wk, class... Options>
ATTN_ABI constexpr auto multi_head_attention_weights(const Xq& x_q, const Xk& x_k, const Wq& w_q,
                                                     const Wk& w_k, const Options&... options) {
  using call = rules::multi_head_weights_call<Head, Xq, Xk, Wq, Wk, Options...>;
  ATTN_REQUIRE_HEADS(call, "attn::multi_head_attention_weights(…)", "each X", "Xq", "Xk", "Xv");
  if constexpr (call::all::value)
    return detail::weights_with_heads<Head>(x_q, x_k, w_q, w_k, options...);
  else
    return x_q;
}

template <axis_like Head, detail::any_tensor Q, detail::any_tensor K, detail::any_tensor V,
          class... Options>
ATTN_ABI constexpr auto attention_of_slices(const Q& q, const K& k, const V& v,
                                            const Options&... options) {
  using call = rules::multi_head_call<Head, Q, K, V, rules::identity_for<Q>, rules::identity_for<K>,
                                      rules::identity_for<V>, Options...>;
  ATTN_REQUIRE_SLICES(call, "attn::attention_of_slices<head>(Q, K, V)");
  if constexpr (call::all::value)
    return detail::attend_with_heads<Head, typename call::joined>(
        q, k, v, detail::no_weight{}, detail::no_weight{}, detail::no_weight{}, options...);
  else
    return q;
}

template <detail::any_tensor X, detail::any_tensor Wq, detail::any_tensor Wk, detail::any_tensor Wv,
          class... Options>
ATTN_ABI constexpr auto self_attention(const X& x, const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                       const Options&... options) {
  using call = rules::multi_head_call<detail::no_heads, X, X, X, Wq, Wk, Wv, Options...>;
  ATTN_REQUIRE_SELF_ATTENTION(call, "attn::self_attention(X, W_q, W_k, W_v)");
  if constexpr (call::all::value)
    return detail::attend_with_heads<detail::no_heads, void>(x, x, x, w_q, w_k, w_v, options...);
  else
    return x;
}
ATTN_ANOTHER_FORM(self_attention, < 3,
                  "attn::self_attention(X, W_q, W_k, W_v): a weight is missing; without weights: "
                  "scaled_dot_product_attention(X, X, X)")

ATTN_COST_OF_HEADS(multi_head_attention)
ATTN_COST_OF_HEADS(multi_head_self_attention)
ATTN_COST_OF_HEADS(multi_head_attention_weights)
ATTN_COST_WITH(axis_like, attention_of_slices)
ATTN_COST(self_attention)

}  // namespace attn
ATTN_STRICT_FP_END
