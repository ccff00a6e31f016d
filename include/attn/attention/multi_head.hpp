// SPDX-License-Identifier: BSL-1.0
// Multi-head attention: several heads project the same sequences and attend separately, and their
// results are concatenated.
//
//   multi_head_attention<head>(Xq, Xk, Xv, W_q, W_k, W_v[, W_o], options…)   one matrix
//     = attention_of_slices<head>(Xq W_q, Xk W_k, Xv W_v, options…)[ W_o]
//   multi_head_attention(Xq, Xk, Xv, W_q, W_k, W_v[, W_o], options…)         one for each head
//     head h: scaled_dot_product_attention(Xq W_q(h), Xk W_k(h), Xv W_v(h), options…)
//
// X: (token, width), each with its own width; an optional leading axis (a batch); keys and values
// have the same sequence. `head` is an axis, axis<"head", 8>. Weights multiply from the right:
//   <head>     W_q (width, h * d_k), W_k (width, h * d_k), W_v (width, h * d_v);
//              W_o (h * d_v, out)
//   per head   (head, width, d_k), (head, width, d_k), (head, width, d_v);
//              W_o (h * d_v, out), too, or (head, d_v, out)
// -> (token, out); without W_o, the last axis is the output of W_v, or has no name if there is one
// W_v per head.
//
// Both forms give the same bits if the matrices of the heads are the column blocks of the single
// one; W_o is one product over all heads, not a sum of products, which would be rounded
// differently.
// Options: as for scaled_dot_product_attention; the default scale is 1/sqrt(d_k), that of a head.
//
// Rules: is_sequence; rank_is; same_axis of each X's width and its weight's input, of the heads, of
// Xk's and Xv's sequence, of the leading axes, and of what W_o takes; same_size, same_name of W_q's
// and W_k's output; divides; distinct_axes; same_elements; floating_point_element; are_options,
// one_of_each_kind.
// Accuracy and special values: bit for bit the compositions above.
// Cost: cost::multi_head_attention<Xq, Xk, Xv, Wq, Wk, Wv>(options…), the types in the order of the
// call, <Head> first and Wo last if the call has them: a dot product of the width of X per element
// of Q, K and V, attention in each head, and a dot product over all heads per element of the
// output. With fixed widths, the number of heads affects only the cost of the scores (scale,
// softmax), of which there are heads * T_q * T_k.
#pragma once

#include <attn/attention/detail/multi_head_call.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/multi_head_weights.hpp>
#include <attn/attention/scaled_dot_product.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

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

// The answers of the heads side by side, and their projection where there is one. The operands have
// passed the rules.
template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class... Options>
ATTN_ABI constexpr auto attend_with_heads(const Xq& x_q, const Xk& x_k, const Xv& x_v,
                                          const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                          const Options&... options) {
  // One after the other: a record (learning/gradient.hpp) has an order, arguments have none.
  const auto q = in_heads<Head>(x_q, w_q);
  const auto k = in_heads<Head>(x_k, w_k);
  const auto v = in_heads<Head>(x_v, w_v);
  return put_heads_together<typename rules::head_projection<Head, Xv, Wv>::joined>(
      scaled_dot_product_attention(q, k, v, options...));
}
template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv,
          sequence_tensor Wo, class... Options>
ATTN_ABI constexpr auto attend_with_heads(const Xq& x_q, const Xk& x_k, const Xv& x_v,
                                          const Wq& w_q, const Wk& w_k, const Wv& w_v,
                                          const Wo& w_o, const Options&... options) {
  using out = last_axis<typename Wo::shape_type>;
  return project_joined_heads<
      tensor_of<typename Xq::value_type, with_last_axis<typename Xq::shape_type, out>>>(
      attend_with_heads<Head>(x_q, x_k, x_v, w_q, w_k, w_v, options...), w_o);
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
  ATTN_REQUIRE_PROJECTIONS(call, "attn::multi_head_attention(…)", "each X", "Xq", "Xk");
  ATTN_REQUIRE_VALUE_PROJECTION(call, "attn::multi_head_attention(…)", "Xv");
  ATTN_REQUIRE(call, leading_axes_agree,
               "attn::multi_head_attention(…): the leading axes of Xq, Xk and Xv must agree");
  ATTN_REQUIRE(
      call, one_value_per_key,
      "attn::multi_head_attention(…): one value per key: Xk and Xv must have the same sequence");
  ATTN_REQUIRE_OUTPUT_PROJECTION(call, "attn::multi_head_attention(…)");
  ATTN_REQUIRE_OPTIONS_OF_HEADS(call, "attn::multi_head_attention(…)");
  if constexpr (call::holds)
    return detail::attend_with_heads<Head>(x_q, x_k, x_v, w_q, w_k, w_v, rest...);
  else
    return x_q;
}

namespace cost {
namespace detail {

// What every form computes, without an output projection.
template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class... Options>
ATTN_ABI constexpr operation_count in_each_head(const Options&... options) {
  return projection<Head, Xq, Wq>() + projection<Head, Xk, Wk>() + projection<Head, Xv, Wv>() +
         cost::scaled_dot_product_attention<in_heads<Head, Xq, Wq>, in_heads<Head, Xk, Wk>,
                                            in_heads<Head, Xv, Wv>>(options...);
}
// The output projection: of all heads, for each number of the result.
template <class Out, class Wo>
ATTN_ABI constexpr operation_count output() {
  return Out::volume * contraction(rows_in<Wo>);
}

template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class... Wo,
          class... Options>
ATTN_ABI constexpr operation_count attention(input_types<Xq, Xk, Xv, Wq, Wk, Wv, Wo...>,
                                             const Options&... options) {
  using out =
      decltype(attn::multi_head_attention<Head>(some<Xq>(), some<Xk>(), some<Xv>(), some<Wq>(),
                                                some<Wk>(), some<Wv>(), some<Wo>()..., options...));
  return (possible<out> + ... + output<out, Wo>()) +
         in_each_head<Head, Xq, Xk, Xv, Wq, Wk, Wv>(options...);
}

}  // namespace detail

template <class First, class... Tensors, class... Options>
ATTN_ABI constexpr operation_count multi_head_attention(const Options&... options) {
  using types = detail::types_of_call<First, Tensors...>;
  return detail::attention<typename types::head>(typename types::tensors{}, options...);
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
