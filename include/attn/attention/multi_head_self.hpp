// SPDX-License-Identifier: BSL-1.0
// Multi-head self-attention: multi-head attention of a sequence with itself.
//
//   multi_head_self_attention<head>(X, W_q, W_k, W_v[, W_o], options…)
//     = multi_head_attention<head>(X, X, X, W_q, W_k, W_v[, W_o], options…)
//   multi_head_self_attention(X, W_q, W_k, W_v[, W_o], options…)        one matrix for each head
//
// (token, width) -> (token, out); the weights are those of multi_head_attention. The key axis is
// named `key_token`. With one head it is self_attention.
//
// Rules: those of multi_head_attention, for one X.
// Accuracy and special values: bit for bit multi_head_attention.
// Cost: cost::multi_head_self_attention<X, Wq, Wk, Wv>(options…): see attention/multi_head.hpp.
#pragma once

#include <attn/attention/multi_head.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The rest: W_o, where there is one, and the options.
template <detail::heads_given Head = heads_of_the_weights, detail::any_tensor X,
          detail::any_tensor Wq, detail::any_tensor Wk, detail::any_tensor Wv, class... Rest>
ATTN_ABI constexpr auto multi_head_self_attention(const X& x, const Wq& w_q, const Wk& w_k,
                                                  const Wv& w_v, const Rest&... rest) {
  using call = rules::multi_head_call<Head, X, X, X, Wq, Wk, Wv, Rest...>;
  ATTN_REQUIRE_PROJECTIONS(call, "attn::multi_head_self_attention(…)", "X", "X", "X");
  ATTN_REQUIRE_VALUE_PROJECTION(call, "attn::multi_head_self_attention(…)", "X");
  ATTN_REQUIRE_OUTPUT_PROJECTION(call, "attn::multi_head_self_attention(…)");
  ATTN_REQUIRE_OPTIONS_OF_HEADS(call, "attn::multi_head_self_attention(…)");
  if constexpr (call::holds)
    return detail::attend_with_heads<Head>(x, x, x, w_q, w_k, w_v, rest...);
  else
    return x;
}

namespace cost {
namespace detail {
template <class Head, class X, class Wq, class Wk, class Wv, class... Wo, class... Options>
ATTN_ABI constexpr operation_count self_attention(input_types<X, Wq, Wk, Wv, Wo...>,
                                                  const Options&... options) {
  using out = decltype(attn::multi_head_self_attention<Head>(
      some<X>(), some<Wq>(), some<Wk>(), some<Wv>(), some<Wo>()..., options...));
  return (possible<out> + ... + output<out, Wo>()) +
         in_each_head<Head, X, X, X, Wq, Wk, Wv>(options...);
}
}  // namespace detail

template <class First, class... Tensors, class... Options>
ATTN_ABI constexpr operation_count multi_head_self_attention(const Options&... options) {
  using types = detail::types_of_call<First, Tensors...>;
  return detail::self_attention<typename types::head>(typename types::tensors{}, options...);
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
