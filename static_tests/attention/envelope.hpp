// SPDX-License-Identifier: BSL-1.0
// Behaviours of envelope, envelope_reference of attn/attention/.
#pragma once

#include "static_tests/reference/attention_masks.hpp"
#include "static_tests/reference/attention_sdpa.hpp"
#include "static_tests/reference/attention_softmax.hpp"
#include "static_tests/reference/layers.hpp"
#include "static_tests/reference/seed0_attention.hpp"
#include "static_tests/reference/seed2_scores.hpp"
#include "static_tests/support/other_orders.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_envelope_tests {
using value = axis<"value", 2>;

inline constexpr order orders[] = {
    order::forward, order::reverse, order::pairwise, order::blocks, order::fused, order::wide};

template <class T> struct case_of {
  tensor<T, query, width> q = launder(filled<tensor<T, query, width>>(1, T(3)));
  tensor<T, key, width> k = launder(filled<tensor<T, key, width>>(2, T(3)));
  tensor<T, key, value> v = launder(filled<tensor<T, key, value>>(3));

  template <class E, class... Options> constexpr auto envelope_of(const Options&... options) const {
    return scaled_dot_product_attention(as<E>(q), as<E>(k), as<E>(v), options...);
  }
};

// The output is the product of the weights and the values, as in scaled_dot_product_attention.
template <class T, class... Options>
constexpr void check_attention(report& r, const auto& q, const auto& k, const auto& v,
    const auto& scores, const auto& weights, const auto& out, const Options&... options) {
  const auto queries = launder(as<envelope<T>>(q));
  const auto keys = launder(as<envelope<T>>(k));
  r.check(is_within(number<T>(scores), attention_scores(queries, keys)));
  const auto all = attention_weights(queries, keys, options...);
  r.check(is_within(number<T>(weights), all));
  r.check(is_within(number<T>(out), matmul(all, as<envelope<T>>(v))));
}

inline constexpr auto behaviours = [](test_table& tests) {
  // envelope as an oracle of attention, softmax, norms and products: what the library computes, and
  // what other programs compute with the same formula, is within; mistakes are not.
  tests.proved<float, double>("attention in other orders", []<class T>(report& r) {
    const case_of<T> x;
    const auto all = x.template envelope_of<envelope<T>>();
    r.check(is_within(scaled_dot_product_attention(x.q, x.k, x.v), all));
    for (const order sums : orders) {
      r.check(is_within(attention(x.q, x.k, x.v, {.sums = sums}), all));
      r.check(is_within(attention(x.q, x.k, x.v, {.sums = sums, .divides_last = true}), all));
    }
    for (const int steps : {-3, 3})
      r.check(is_within(attention(x.q, x.k, x.v, {.exp_steps = steps}), all));
    r.bits(scaled_dot_product_attention(x.q, x.k, x.v));
  });
  tests.proved<float, double>("masked attention in other orders", []<class T>(report& r) {
    const case_of<T> x;
    const auto all = x.template envelope_of<envelope<T>>(causal<top_left>);
    r.check(is_within(scaled_dot_product_attention(x.q, x.k, x.v, causal<top_left>), all));
    for (const order sums : orders)
      r.check(is_within(attention(x.q, x.k, x.v, {.sums = sums, .causal = true}), all));
    // The first query has one key, with the weight 1, and the others are exactly 0.
    r.check(all(0, 1).contains(x.v(0, 1)) && all(0, 1).upper() - all(0, 1).lower() < 1e-6);
    const auto weights =
        attention_weights(as<envelope<T>>(x.q), as<envelope<T>>(x.k), causal<top_left>);
    r.check(identical(weights(0, 1), envelope<T>()) && identical(weights(1, 4), envelope<T>()));
  });
  // Each is found at once, at the element that is farthest off.
  tests.proved<float, double>("mistakes", []<class T>(report& r) {
    const case_of<T> x;
    const auto all = x.template envelope_of<envelope<T>>();
    const auto some = x.template envelope_of<envelope<T>>(causal<top_left>);
    for (const mistake made : {mistake::scale, mistake::scores_axis, mistake::unscaled_last_key}) {
      const auto found = is_within(attention(x.q, x.k, x.v, {.made = made}), all);
      r.check(!found && found.differing > 3 && found.beyond > 0);
    }
    const auto leaks = attention(x.q, x.k, x.v, {.causal = true, .made = mistake::unmasked});
    r.check(is_within(leaks, some).differing == 6 && is_within(leaks, all));
    // One element, at its place.
    auto y = attention(x.q, x.k, x.v, {.sums = order::reverse});
    y(2, 1) = detail::steps_above(y(2, 1), 200);
    const auto found = is_within(y, all);
    r.check(found.differing == 1 && found.at == 5 && found.lower == y(2, 1));
    r.check(found.beyond > 0 && found.most < y(2, 1) && found.least < found.most);
  });
  // An exponential of 20 units off is not within the default, but within envelope<T, 20>.
  tests.proved("functions of other accuracy", [](report& r) {
    const tensor<float, dim<2>> x = launder(tensor<float, dim<2>>{0.0f, -1.25f});
    tensor<float, dim<2>> y = x;
    const float e = inexact_exp(-1.25f, 19), share = 1 / (1 + e);
    y(0) = share, y(1) = e * share;
    r.check(!is_within(y, softmax(as<envelope<float>>(x))));
    r.check(is_within(y, softmax(as<envelope<float, 20>>(x))));
  });
  // Rescaled when the maximum changes: another formula, whose envelope is online_attention's.
  tests.proved<float, double>("online attention", []<class T>(report& r) {
    const case_of<T> x;
    using E = envelope<T>;
    const auto all = online_attention<2>(as<E>(x.q), as<E>(x.k), as<E>(x.v));
    r.check(is_within(online_attention<2>(x.q, x.k, x.v), all));
    r.check(is_within(attention(x.q, x.k, x.v, {.sums = order::pairwise}), all));
    r.check(!is_within(attention(x.q, x.k, x.v, {.made = mistake::scale}), all));
  });
  tests.proved<float, double>("products", []<class T>(report& r) {
    const case_of<T> x;
    const auto all = matmul(as<envelope<T>>(x.q), transpose(as<envelope<T>>(x.k)));
    r.check(is_within(matmul(x.q, transpose(x.k)), all));
    for (const order sums : orders) {
      tensor<T, query, key> y;
      for (std::size_t i = 0; i < query::size; ++i)
        for (std::size_t j = 0; j < key::size; ++j)
          y(i, j) = product_sum(
              sums, width::size, x.q.data() + i * width::size, 1, x.k.data() + j * width::size, 1);
      r.check(is_within(y, all));
      y(1, 3) = detail::steps_above(y(1, 3), 40);
      r.check(is_within(y, all).at == 8);
    }
  });
  tests.proved<float, double>("norms", []<class T>(report& r) {
    using row = axis<"row", 2>;
    using column = axis<"column", 7>;
    const auto x = launder(filled<tensor<T, row, column>>(4));
    const auto all = layer_norm<"column">(as<envelope<T>>(x), 1e-5);
    r.check(is_within(layer_norm<"column">(x, T(1e-5)), all));
    for (const order sums : orders) r.check(is_within(layer_norm_of(x, sums, 1e-5), all));
    r.check(is_within(layer_norm_of(x, order::forward, 1e-6), all).differing > 10);
    const auto roots = rms_norm<"column">(as<envelope<T>>(x), 1e-5);
    r.check(is_within(rms_norm<"column">(x, T(1e-5)), roots));
    r.check(!is_within(layer_norm<"column">(x, T(1e-5)), roots));
  });
  // What NumPy and PyTorch computed is within the envelopes of the library's formulas: the reference
  // cases of attention, softmax and norms. They computed in float64, so that in float their results
  // are rounded once; a softmax by PyTorch in float32 is also here. The other cases:
  // envelope_of_heads.hpp, envelope_of_layers.hpp and envelope_of_scores.hpp in this directory,
  // layers/ and recurrent/envelope_reference.hpp, models/envelope_of_encoders.hpp, …_decoders.hpp
  // and …_recurrence.hpp, scalars/envelope_elementary.hpp. Of 146 cases 63 are nowhere: 39 patterns
  // of integers (einsum, rearrange, reduce, repeat), which are exact; 10 of random numbers; 14
  // gradients, which are not evaluated with envelopes.
  tests.proved<float, double>("article_0_unscaled", []<class T>(report& r) {
    using namespace reference::seed0_demo_unscaled;
    check_attention<T>(r, Q, K, V, scores, weights, out, unscaled);
  });
  tests.proved<float, double>("article_0", []<class T>(report& r) {
    using namespace reference::seed0_demo_scaled;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("article_2", []<class T>(report& r) {
    using namespace reference::seed2_attention_3x2;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("square", []<class T>(report& r) {
    using namespace reference::attention_sdpa_square;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("cross", []<class T>(report& r) {
    using namespace reference::attention_sdpa_cross;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("single_query", []<class T>(report& r) {
    using namespace reference::attention_sdpa_single_query;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("single_key", []<class T>(report& r) {
    using namespace reference::attention_sdpa_single_key;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("uniform_weights", []<class T>(report& r) {
    using namespace reference::attention_sdpa_uniform_weights;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("large_logits", []<class T>(report& r) {
    using namespace reference::attention_sdpa_large_logits;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("batched", []<class T>(report& r) {
    using namespace reference::attention_sdpa_batched;
    check_attention<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<float, double>("custom_scale", []<class T>(report& r) {
    using namespace reference::attention_sdpa_custom_scale;
    check_attention<T>(r, Q, K, V, scores, weights, out, scaled_by(0.25));
  });
  tests.proved<float, double>("mask", []<class T>(report& r) {
    using namespace reference::attention_sdpa_bool_mask;
    const auto mask = launder(keep_where(as<bool>(allow)));
    check_attention<T>(r, Q, K, V, scores, weights, out, mask);
  });
  tests.proved<float, double>("row_without_a_key", []<class T>(report& r) {
    using namespace reference::attention_sdpa_fully_masked_row;
    const auto mask = launder(keep_where(as<bool>(allow)));
    check_attention<T>(r, Q, K, V, scores, weights_zero, out_zero, mask, fully_masked<zero_rows>);
  });
  tests.proved<float, double>("causal_mask", []<class T>(report& r) {
    using namespace reference::attention_sdpa_causal;
    check_attention<T>(r, Q, K, V, scores, weights, out, causal<>);
  });
  tests.proved<float, double>("window_into_the_past", []<class T>(report& r) {
    using namespace reference::attention_sliding_window_causal;
    check_attention<T>(r, Q, K, V, scores, weights, out, sliding_window<2, 0>);
  });
  tests.proved<float, double>("window_to_both_sides", []<class T>(report& r) {
    using namespace reference::attention_sliding_window_symmetric;
    check_attention<T>(r, Q, K, V, scores, weights, out, sliding_window<1, 1>);
  });
  tests.proved<float, double>("bias_of_scores", []<class T>(report& r) {
    using namespace reference::attention_sdpa_additive_bias;
    const auto option = biased_by(launder(as<envelope<T>>(bias)));
    check_attention<T>(r, Q, K, V, scores, weights, out, option);
  });
  tests.proved<float, double>("soft_cap", []<class T>(report& r) {
    using namespace reference::attention_softcap;
    check_attention<T>(r, Q, K, V, scores, weights, out, soft_capped_by(5));
  });
  tests.proved<float, double>("soft_cap_and_mask", []<class T>(report& r) {
    using namespace reference::attention_softcap_causal;
    check_attention<T>(r, Q, K, V, scores, weights, out, causal<>, soft_capped_by(2));
  });
  tests.proved<float, double>("segments", []<class T>(report& r) {
    using namespace reference::attention_sdpa_segments;
    const auto ids = launder(tensor<int, dim<6>>{0, 0, 1, 1, 1, 2});
    check_attention<T>(r, Q, K, V, scores, weights, out, causal<> & same_segment(ids));
  });
  tests.proved<float, double>("softmax_along_each_axis", []<class T>(report& r) {
    using namespace reference::attention_softmax_axes;
    const auto x = launder(as<envelope<T>>(X));
    r.check(is_within(number<T>(softmax_axis0), softmax<0>(x)));
    r.check(is_within(number<T>(softmax_axis1), softmax<1>(x)));
    r.check(is_within(number<T>(softmax_axis2), softmax<2>(x)));
  });
  // Of rows that have a softmax: a huge spread, a masked row, subnormal numbers.
  tests.proved("softmax of awkward rows", [](report& r) {
    using namespace reference::attention_softmax_edges;
    for (const int row : {0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 13}) {
      const tensor<double, dim<4>> wanted = select<0>(stable.value, row);
      r.check(is_within(wanted, softmax(as<envelope<double>>(launder(select<0>(X, row))))));
      // What PyTorch computed in float32.
      const auto torch = as<float>(select<0>(stable_float32.value, row));
      r.check(is_within(torch, softmax(as<envelope<float>>(as<float>(select<0>(X, row))))));
    }
  });
  tests.proved<float, double>("layer_norms", []<class T>(report& r) {
    {
      using namespace reference::layers_layer_norm;
      using reference::layers_layer_norm::gamma;  // not the function of <math.h>
      const auto x = launder(as<envelope<T>>(X));
      const auto g = as<envelope<T>>(gamma);
      const auto b = as<envelope<T>>(beta);
      r.check(is_within(number<T>(plain), layer_norm(x)));
      r.check(is_within(number<T>(affine_eps0), layer_norm(x, g, b)));
      r.check(is_within(number<T>(affine_eps1), layer_norm(x, g, b, 0.1)));
    }
  });
  tests.proved<float, double>("rms_norms", []<class T>(report& r) {
    {
      using namespace reference::layers_rms_norm;
      using reference::layers_rms_norm::gamma;
      const auto x = launder(as<envelope<T>>(X));
      const auto g = as<envelope<T>>(gamma);
      r.check(is_within(number<T>(plain), rms_norm(x, 1e-6)));
      r.check(is_within(number<T>(scaled_eps0), rms_norm(x, g, 1e-6)));
      r.check(is_within(number<T>(scaled_eps1), rms_norm(x, g, 0.1)));
    }
  });
  tests.proved<float, double>("norms_of_awkward_rows", []<class T>(report& r) {
    using namespace reference::layers_layer_norm_edges;
    const auto x = launder(as<envelope<T>>(X));
    r.check(is_within(number<T>(plain), layer_norm(x)));
    r.check(is_within(number<T>(rms), rms_norm(x, 1e-5)));
  });
};
}  // namespace attn_tests::attention_envelope_tests
