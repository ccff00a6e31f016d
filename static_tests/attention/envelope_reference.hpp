// SPDX-License-Identifier: BSL-1.0
// What NumPy and PyTorch computed is within the envelopes of the library's formulas: the reference
// cases of attention, softmax and norms. They computed in float64, so that in float their results,
// rounded once, are those of wider intermediate results; a softmax by PyTorch in float32 is here,
// too. The other cases: envelope_of_heads.hpp, envelope_of_layers.hpp and envelope_of_scores.hpp beside
// it, layers/ and recurrent/envelope_reference.hpp, models/envelope_of_encoders.hpp, …_decoders.hpp and
// …_recurrence.hpp, scalars/envelope_elementary.hpp. Of 146 cases 63 are nowhere: 39 patterns of
// integers (einsum, rearrange, reduce, repeat), which are exact; 10 of random numbers; 14 gradients,
// which are not evaluated with envelopes.
#pragma once

#include <attn/attention/bias.hpp>
#include <attn/attention/logits.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/segments.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/norm.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/scalars/is_within.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/attention_sdpa_additive_bias.hpp"
#include "static_tests/reference/attention_sdpa_batched.hpp"
#include "static_tests/reference/attention_sdpa_bool_mask.hpp"
#include "static_tests/reference/attention_sdpa_causal.hpp"
#include "static_tests/reference/attention_sdpa_cross.hpp"
#include "static_tests/reference/attention_sdpa_custom_scale.hpp"
#include "static_tests/reference/attention_sdpa_fully_masked_row.hpp"
#include "static_tests/reference/attention_sdpa_large_logits.hpp"
#include "static_tests/reference/attention_sdpa_segments.hpp"
#include "static_tests/reference/attention_sdpa_single_key.hpp"
#include "static_tests/reference/attention_sdpa_single_query.hpp"
#include "static_tests/reference/attention_sdpa_square.hpp"
#include "static_tests/reference/attention_sdpa_uniform_weights.hpp"
#include "static_tests/reference/attention_sliding_window_causal.hpp"
#include "static_tests/reference/attention_sliding_window_symmetric.hpp"
#include "static_tests/reference/attention_softcap.hpp"
#include "static_tests/reference/attention_softcap_causal.hpp"
#include "static_tests/reference/attention_softmax_axes.hpp"
#include "static_tests/reference/attention_softmax_edges.hpp"
#include "static_tests/reference/layers_layer_norm.hpp"
#include "static_tests/reference/layers_layer_norm_edges.hpp"
#include "static_tests/reference/layers_rms_norm.hpp"
#include "static_tests/reference/seed0_demo_scaled.hpp"
#include "static_tests/reference/seed0_demo_unscaled.hpp"
#include "static_tests/reference/seed2_attention_3x2.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"

namespace attn_tests::envelope_reference_tests {

using namespace attn;

// The output is the product of the weights and the values, as in scaled_dot_product_attention.
template <class T, class... Options>
constexpr void check_attention(report& r, const auto& q, const auto& k, const auto& v,
                               const auto& scores, const auto& weights, const auto& out,
                               const Options&... options) {
  const auto queries = launder(as<envelope<T>>(q));
  const auto keys = launder(as<envelope<T>>(k));
  r.check(is_within(number<T>(scores), attention_scores(queries, keys)));
  const auto all = attention_weights(queries, keys, options...);
  r.check(is_within(number<T>(weights), all));
  r.check(is_within(number<T>(out), matmul(all, as<envelope<T>>(v))));
}
template <class T>
constexpr report article_0_unscaled() {
  using namespace reference::seed0_demo_unscaled;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out, unscaled);
  return r;
}
template <class T>
constexpr report article_0() {
  using namespace reference::seed0_demo_scaled;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report article_2() {
  using namespace reference::seed2_attention_3x2;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report square() {
  using namespace reference::attention_sdpa_square;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report cross() {
  using namespace reference::attention_sdpa_cross;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report single_query() {
  using namespace reference::attention_sdpa_single_query;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report single_key() {
  using namespace reference::attention_sdpa_single_key;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report uniform_weights() {
  using namespace reference::attention_sdpa_uniform_weights;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report large_logits() {
  using namespace reference::attention_sdpa_large_logits;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report batched() {
  using namespace reference::attention_sdpa_batched;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report custom_scale() {
  using namespace reference::attention_sdpa_custom_scale;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out, scaled_by(0.25));
  return r;
}
template <class T>
constexpr report mask() {
  using namespace reference::attention_sdpa_bool_mask;
  report r;
  const auto mask = launder(keep_where(as<bool>(allow)));
  check_attention<T>(r, Q, K, V, scores, weights, out, mask);
  return r;
}
template <class T>
constexpr report row_without_a_key() {
  using namespace reference::attention_sdpa_fully_masked_row;
  report r;
  const auto mask = launder(keep_where(as<bool>(allow)));
  check_attention<T>(r, Q, K, V, scores, weights_zero, out_zero, mask, fully_masked<zero_rows>);
  return r;
}
template <class T>
constexpr report causal_mask() {
  using namespace reference::attention_sdpa_causal;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out, causal<>);
  return r;
}
template <class T>
constexpr report window_into_the_past() {
  using namespace reference::attention_sliding_window_causal;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out, sliding_window<2, 0>);
  return r;
}
template <class T>
constexpr report window_to_both_sides() {
  using namespace reference::attention_sliding_window_symmetric;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out, sliding_window<1, 1>);
  return r;
}
template <class T>
constexpr report bias_of_scores() {
  using namespace reference::attention_sdpa_additive_bias;
  report r;
  const auto option = biased_by(launder(as<envelope<T>>(bias)));
  check_attention<T>(r, Q, K, V, scores, weights, out, option);
  return r;
}
template <class T>
constexpr report soft_cap() {
  using namespace reference::attention_softcap;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out, soft_capped_by(5));
  return r;
}
template <class T>
constexpr report soft_cap_and_mask() {
  using namespace reference::attention_softcap_causal;
  report r;
  check_attention<T>(r, Q, K, V, scores, weights, out, causal<>, soft_capped_by(2));
  return r;
}
template <class T>
constexpr report segments() {
  using namespace reference::attention_sdpa_segments;
  report r;
  const auto ids = launder(tensor<int, dim<6>>{0, 0, 1, 1, 1, 2});
  check_attention<T>(r, Q, K, V, scores, weights, out, causal<> & same_segment(ids));
  return r;
}

template <class T>
constexpr report softmax_along_each_axis() {
  using namespace reference::attention_softmax_axes;
  report r;
  const auto x = launder(as<envelope<T>>(X));
  r.check(is_within(number<T>(softmax_axis0), softmax<0>(x)));
  r.check(is_within(number<T>(softmax_axis1), softmax<1>(x)));
  r.check(is_within(number<T>(softmax_axis2), softmax<2>(x)));
  return r;
}
// Of rows that have a softmax: a huge spread, a masked row, subnormal numbers.
constexpr report softmax_of_awkward_rows() {
  using namespace reference::attention_softmax_edges;
  report r;
  for (const int row : {0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 13}) {
    const tensor<double, dim<4>> wanted = select<0>(stable.value, row);
    r.check(is_within(wanted, softmax(as<envelope<double>>(launder(select<0>(X, row))))));
    // What PyTorch computed in float32.
    const auto torch = as<float>(select<0>(stable_float32.value, row));
    r.check(is_within(torch, softmax(as<envelope<float>>(as<float>(select<0>(X, row))))));
  }
  return r;
}

template <class T>
constexpr report layer_norms() {
  report r;
  {
    using namespace reference::layers_layer_norm;
    using reference::layers_layer_norm::gamma;  // not that of <math.h>
    const auto x = launder(as<envelope<T>>(X));
    const auto g = as<envelope<T>>(gamma);
    const auto b = as<envelope<T>>(beta);
    r.check(is_within(number<T>(plain), layer_norm(x)));
    r.check(is_within(number<T>(affine_eps0), layer_norm(x, g, b)));
    r.check(is_within(number<T>(affine_eps1), layer_norm(x, g, b, 0.1)));
  }
  return r;
}
template <class T>
constexpr report rms_norms() {
  report r;
  {
    using namespace reference::layers_rms_norm;
    using reference::layers_rms_norm::gamma;
    const auto x = launder(as<envelope<T>>(X));
    const auto g = as<envelope<T>>(gamma);
    r.check(is_within(number<T>(plain), rms_norm(x, 1e-6)));
    r.check(is_within(number<T>(scaled_eps0), rms_norm(x, g, 1e-6)));
    r.check(is_within(number<T>(scaled_eps1), rms_norm(x, g, 0.1)));
  }
  return r;
}
template <class T>
constexpr report norms_of_awkward_rows() {
  using namespace reference::layers_layer_norm_edges;
  report r;
  const auto x = launder(as<envelope<T>>(X));
  r.check(is_within(number<T>(plain), layer_norm(x)));
  r.check(is_within(number<T>(rms), rms_norm(x, 1e-5)));
  return r;
}

// clang-format off
#define ATTN_EACH(f) {#f ", float", f<float>}, {#f ", double", f<double>}
// clang-format on
inline constexpr behaviour behaviours[] = {
    ATTN_EACH(article_0_unscaled),
    ATTN_EACH(article_0),
    ATTN_EACH(article_2),
    ATTN_EACH(square),
    ATTN_EACH(cross),
    ATTN_EACH(single_query),
    ATTN_EACH(single_key),
    ATTN_EACH(uniform_weights),
    ATTN_EACH(large_logits),
    ATTN_EACH(batched),
    ATTN_EACH(custom_scale),
    ATTN_EACH(mask),
    ATTN_EACH(row_without_a_key),
    ATTN_EACH(causal_mask),
    ATTN_EACH(window_into_the_past),
    ATTN_EACH(window_to_both_sides),
    ATTN_EACH(bias_of_scores),
    ATTN_EACH(soft_cap),
    ATTN_EACH(soft_cap_and_mask),
    ATTN_EACH(segments),
    ATTN_EACH(softmax_along_each_axis),
    {"softmax of awkward rows", softmax_of_awkward_rows},
    ATTN_EACH(layer_norms),
    ATTN_EACH(rms_norms),
    ATTN_EACH(norms_of_awkward_rows),
};
#undef ATTN_EACH

}  // namespace attn_tests::envelope_reference_tests
