// SPDX-License-Identifier: BSL-1.0
// packed(heads): a multi-head layer with its four weights in the order in which products read them.
//
//   constexpr auto fast = packed(heads);    packed at compile time
//   fast(x, options…)                       heads(x, options…), bit for bit; also its weights(…)
//
// For an nn::multi_head of any widths in either layout; a packed one, whose layout is
// packed_weights, is returned unchanged. It has no parameters: see layers/packed.hpp. Without a
// layer, use packed(W) with multi_head_attention.
//
// Rules: those of the layer. Exact.
#pragma once

#include <attn/attention/multi_head_layer.hpp>
#include <attn/layers/packed.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class Widths, class Head, class Layout, class Bias>
ATTN_ABI constexpr auto packed(const nn::multi_head<T, Widths, Head, Layout, Bias>& layer) {
  return nn::multi_head<T, Widths, Head, packed_weights, Bias>{
      packed(layer.q_proj), packed(layer.k_proj), packed(layer.v_proj), packed(layer.out_proj)};
}

}  // namespace attn
ATTN_STRICT_FP_END
