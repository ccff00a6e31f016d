// SPDX-License-Identifier: BSL-1.0
// multi_head_attention_weights: the weights of multi-head attention in each head.
//
//   multi_head_attention_weights<head>(Xq, Xk, W_q, W_k, options…)   one matrix for all heads
//   multi_head_attention_weights(Xq, Xk, W_q, W_k, options…)         one matrix for each head
//     head h: attention_weights(Xq W_q(h), Xk W_k(h), options…)
//
// (token, width), (key, width) and (width, h * d_k) or (head, width, d_k) -> (head, token, key);
// an optional leading axis (a batch) remains first. Rows sum to 1. In self-attention, the key axis
// is named `key_token`. Options and their defaults: see attention/multi_head.hpp.
//
// Rules: is_sequence; rank_is; same_axis of each X's width and its weight's input, and of the
// heads; same_size, same_name of W_q's and W_k's output; divides; same_axis of the leading ones;
// distinct_axes; same_elements; floating_point_element; are_options, one_of_each_kind.
// Accuracy and special values: bit for bit the composition above.
// Cost: cost::multi_head_attention_weights<Xq, Xk, Wq, Wk>(options…), the types in the order of the
// call, <Head> first if the call has it: that of the composition.
#pragma once

#include <attn/attention/detail/multi_head_call.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/project_heads.hpp>
#include <attn/attention/weights.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// X projected for every head: (…, token, width) -> (…, head, token, d_k).
template <class Head, class X, class W>
ATTN_ABI constexpr auto in_heads(const X& x, const W& w) {
  if constexpr (axis_like<Head>)
    return cut_into_heads<Head, dim<last_axis<typename W::shape_type>::size / Head::size>>(
        matmul(x, w));
  else
    return heads_projected(x, w);
}

}  // namespace detail

template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor Xq,
          detail::any_tensor Xk, detail::any_tensor Wq, detail::any_tensor Wk, class... Options>
ATTN_ABI constexpr auto multi_head_attention_weights(const Xq& x_q, const Xk& x_k, const Wq& w_q,
                                                     const Wk& w_k, const Options&... options) {
  using call = rules::multi_head_weights_call<Head, Xq, Xk, Wq, Wk, Options...>;
  ATTN_REQUIRE_PROJECTIONS(call, "attn::multi_head_attention_weights(…)", "each X", "Xq", "Xk");
  ATTN_REQUIRE(call, leading_axes_agree,
               "attn::multi_head_attention_weights(…): the leading axes of Xq and Xk must agree");
  ATTN_REQUIRE_OPTIONS_OF_HEADS(call, "attn::multi_head_attention_weights(…)");
  if constexpr (call::holds)
    return attention_weights(detail::in_heads<Head>(x_q, w_q), detail::in_heads<Head>(x_k, w_k),
                             options...);
  else
    return x_q;
}

namespace cost {
namespace detail {

// The types of a call: <head>, if it has that, and its tensors.
template <class First, class... Rest>
struct types_of_call {
  using head = heads_of_the_weights;
  using tensors = input_types<First, Rest...>;
};
template <axis_like Head, class... Rest>
struct types_of_call<Head, Rest...> {
  using head = Head;
  using tensors = input_types<Rest...>;
};

template <class Head, class X, class W>
using in_heads = decltype(attn::detail::in_heads<Head>(some<X>(), some<W>()));
template <class Head, class X, class W>
ATTN_ABI constexpr operation_count projection() {
  return in_heads<Head, X, W>::volume * contraction(width_of<X>);
}

template <class Head, class Xq, class Xk, class Wq, class Wk, class... Options>
ATTN_ABI constexpr operation_count weights(input_types<Xq, Xk, Wq, Wk>, const Options&... options) {
  using out = decltype(attn::multi_head_attention_weights<Head>(some<Xq>(), some<Xk>(), some<Wq>(),
                                                                some<Wk>(), options...));
  return possible<out> + projection<Head, Xq, Wq>() + projection<Head, Xk, Wk>() +
         cost::attention_weights<in_heads<Head, Xq, Wq>, in_heads<Head, Xk, Wk>>(options...);
}

}  // namespace detail

template <class First, class... Tensors, class... Options>
ATTN_ABI constexpr operation_count multi_head_attention_weights(const Options&... options) {
  using types = detail::types_of_call<First, Tensors...>;
  return detail::weights<typename types::head>(typename types::tensors{}, options...);
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
