// SPDX-License-Identifier: BSL-1.0
// What NumPy and PyTorch computed with other scores, other masks and from the articles' programs is
// within the envelopes of the library's formulas; mistakes are not. PyTorch's own results in float32
// are also here: of three cases of attention, and of article 3, from the embedded words on.
#pragma once

#include "static_tests/reference/attention_masks.hpp"
#include "static_tests/reference/attention_sdpa.hpp"
#include "static_tests/reference/attention_softmax.hpp"
#include "static_tests/reference/seed0_encoder.hpp"
#include "static_tests/reference/seed2_scores.hpp"
#include "static_tests/reference/seed3_self_attention.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::envelope_of_scores_tests {
// --- scores -------------------------------------------------------------------------------------------

// Scores, weights and context; and that a scale, which these have not, is found.
template <class T, class Score>
constexpr void check_score(report& r, const Score& score, const auto& h, const auto& s,
    const auto& e, const auto& weights, const auto& context) {
  const auto f = as<envelope<T>>(score);
  const auto q = as<envelope<T>>(h);
  const auto k = as<envelope<T>>(s);
  r.check(is_within(number<T>(e), f(q, k)));
  const auto all = attention_weights(q, k, scored_by(f));
  r.check(is_within(number<T>(weights), all));
  r.check(is_within(number<T>(context), matmul(all, k)));
  r.check(is_within(attention_weights(as<T>(h), as<T>(s), scored_by(score)), all));
  const auto scaled = attention_weights(as<T>(h), as<T>(s), scored_by(score), scaled_by(T(0.5)));
  r.check(!is_within(scaled, all));
}

// --- masks of rectangles ------------------------------------------------------------------------------

// --- programs of the articles -------------------------------------------------------------------------

// What PyTorch computed in float32 of the cases of envelope_reference.hpp that have it.
constexpr void check_float32(report& r, const auto& q64, const auto& k64, const auto& v64,
    const auto& scores, const auto& scaled, const auto& weights, const auto& out,
    const auto&... options) {
  using E = envelope<float>;
  const auto q = launder(as<E>(q64));
  const auto k = as<E>(k64);
  constexpr std::size_t width = decltype(q)::shape_type::extents[1];
  const auto products = attention_scores(q, k);
  r.check(is_within(number<float>(scores), products));
  const auto all = attention_weights(q, k, options...);
  r.check(is_within(number<float>(weights), all));
  r.check(is_within(number<float>(out), matmul(all, as<E>(v64))));
  const auto shaped = products * default_scale<E>(width);
  if constexpr (sizeof...(options) == 0)
    r.check(is_within(number<float>(scaled), shaped));
  else
    r.check(is_within(number<float>(scaled), mask_scores(shaped, options...)));
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("bahdanau", []<class T>(report& r) {
    using namespace reference::seed2_bahdanau_scores;
    using score = nn::additive_score<T, dim<4>, dim<3>, dim<6>>;
    const auto right = launder(score{as<T>(V), as<T>(W), as<T>(U)});
    check_score<T>(r, right, h, s, e, weights, context);
    auto wrong = right;
    wrong.u = right.u * T(2);
    const auto all = as<envelope<T>>(right)(as<envelope<T>>(h), as<envelope<T>>(s));
    r.check(!is_within(wrong(as<T>(h), as<T>(s)), all));
  });
  tests.proved<float, double>("luong", []<class T>(report& r) {
    using namespace reference::seed2_luong_scores;
    const nn::general_score<T, dim<4>, dim<3>> general{launder(as<T>(W))};
    check_score<T>(r, general, h, s, e_general, weights_general, context_general);
    const nn::concat_score<T, dim<4>, dim<3>, dim<6>> concat{launder(as<T>(Wc)), as<T>(U)};
    check_score<T>(r, concat, h, s, e_concat, weights_concat, context_concat);
    // Dot products of what both have: their first three numbers.
    const auto q = as<envelope<T>>(narrow<1, 3>(h, 0));
    const auto k = as<envelope<T>>(s);
    r.check(is_within(number<T>(e_dot), dot_score(q, k)));
    const auto all = attention_weights(q, k, scored_by(dot_score));
    r.check(is_within(number<T>(weights_dot), all));
    r.check(is_within(number<T>(context_dot), matmul(all, k)));
    r.check(!is_within(number<T>(weights_general), all));
    r.check(!is_within(attention_weights(as<T>(narrow<1, 3>(h, 0)), as<T>(s)), all));  // scaled
  });
  tests.proved<float, double>("more_keys", []<class T>(report& r) {
    using namespace reference::attention_causal_more_keys;
    const auto q = launder(as<envelope<T>>(Q));
    const auto k = as<envelope<T>>(K);
    const auto values = as<envelope<T>>(V);
    const auto top = attention_weights(q, k, causal<top_left>);
    const auto bottom = attention_weights(q, k, causal<bottom_right>);
    r.check(is_within(number<T>(weights_top_left), top));
    r.check(is_within(number<T>(out_top_left), matmul(top, values)));
    r.check(is_within(number<T>(out_zero_top_left), matmul(top, values)));
    r.check(is_within(number<T>(weights_bottom_right), bottom));
    r.check(is_within(number<T>(out_bottom_right), matmul(bottom, values)));
    r.check(is_within(number<T>(out_zero_bottom_right), matmul(bottom, values)));
    r.check(!is_within(number<T>(weights_bottom_right), top));
    r.check(!is_within(number<T>(out_top_left), matmul(bottom, values)));
  });
  // Of bottom_right the first two rows have no key: zeros, by a policy. The NaN that PyTorch 1.13 has
  // there is what no formula of the library gives.
  tests.proved<float, double>("more_queries", []<class T>(report& r) {
    using namespace reference::attention_causal_more_queries;
    const auto q = launder(as<envelope<T>>(Q));
    const auto k = as<envelope<T>>(K);
    const auto v = as<envelope<T>>(V);
    const auto top = attention_weights(q, k, causal<top_left>);
    r.check(is_within(number<T>(weights_top_left), top));
    r.check(is_within(number<T>(out_top_left), matmul(top, v)));
    const auto bottom =
        scaled_dot_product_attention(q, k, v, causal<bottom_right>, fully_masked<zero_rows>);
    r.check(is_within(number<T>(out_zero_bottom_right), bottom));
    r.check(!is_within(number<T>(out_top_left), bottom));
  });
  // Article 0: 3 tokens of 8 heads of 96 numbers. The compiler looks at one head, the program at all.
  tests.proved<float, double>("eight_heads", []<class T>(report& r) {
    namespace wanted = reference::seed0_encoder_8head;
    using E = envelope<T>;
    using rows = tensor<T, dim<3>, dim<768>>;
    const auto of = [](std::uint64_t seed) {
      return split_heads<dim<8>, dim<96>>(launder(splitmix_fill<splitmix::u24, rows>(seed)));
    };
    const auto queries = of(1), keys = of(2), values = of(3);
    const auto out = split_heads<dim<8>, dim<96>>(number<T>(wanted::out));
    std::size_t heads = 1;
    if (!std::is_constant_evaluated()) heads = 8;
    bool right = true, mistaken = false;
    const auto holds = [](const auto& y, const auto& all) { return bool(is_within(y, all)); };
    for (std::size_t i = 0; i < heads; ++i) {
      const auto q = attn::select<0>(queries, i), k = attn::select<0>(keys, i);
      const auto scores = attention_scores(as<E>(q), as<E>(k)) * default_scale<E>(96);
      const auto all = softmax(scores);
      right = right && holds(as<T>(attn::select<0>(wanted::scaled.value, i)), scores);
      right = right && holds(as<T>(attn::select<0>(wanted::weights.value, i)), all);
      const auto means = matmul(all, as<E>(attn::select<0>(values, i)));
      right = right && holds(attn::select<0>(out, i), means);
      const auto wrong = scaled_by(T(1) / math::sqrt(T(97)));
      mistaken = mistaken || holds(attention_weights(q, k, wrong), all);
      mistaken = mistaken || holds(attn::select<0>(out, 7 - i), means);
    }
    r.check(right && !mistaken);
  });
  // Article 3: its numbers are floats, and float32 is what PyTorch computed.
  tests.proved<float, double>("article_3", []<class T>(report& r) {
    namespace wanted = reference::seed3_self_attention_seed12;
    using E = envelope<T>;
    const auto ids = as_token_ids<23>(launder(wanted::tokens));
    const auto x = embedding(ids, as<E>(as<float>(wanted::embedding_weight)));
    const auto w_q = as<E>(as<float>(wanted::W_q));
    const auto w_k = as<E>(as<float>(wanted::W_k));
    const auto w_v = as<E>(as<float>(wanted::W_v));
    const auto q = matmul(x, w_q), k = matmul(x, w_k), v = matmul(x, w_v);
    const auto scores = attention_scores(q, k);
    const auto scaled = scores * default_scale<E>(3);
    const auto weights = attention_weights(q, k);
    const auto out = self_attention(x, w_q, w_k, w_v);
    const auto check = [&r](const auto& exact, const auto& torch, const auto& all) {
      r.check(is_within(number<T>(exact), all));
      if constexpr (std::is_same_v<T, float>) r.check(is_within(number<T>(torch), all));
    };
    check(wanted::X, wanted::X_float32, x);
    check(wanted::Q, wanted::Q_float32, q);
    check(wanted::K, wanted::K_float32, k);
    check(wanted::V, wanted::V_float32, v);
    check(wanted::scores, wanted::scores_float32, scores);
    check(wanted::scaled_scores, wanted::scaled_scores_float32, scaled);
    check(wanted::attention_weights, wanted::attention_weights_float32, weights);
    check(wanted::attention_output, wanted::attention_output_float32, out);
    r.check(!is_within(number<T>(wanted::scores), scaled));
    r.check(!is_within(number<T>(wanted::Q), k));
  });
  tests.proved("float32: square", [](report& r) {
    using namespace reference::attention_sdpa_square;
    check_float32(r, Q, K, V, scores_float32, scaled_float32, weights_float32, out_float32);
  });
  tests.proved("float32: causal", [](report& r) {
    using namespace reference::attention_sdpa_causal;
    check_float32(
        r, Q, K, V, scores_float32, scaled_float32, weights_float32, out_float32, causal<>);
  });
  tests.proved("float32: article 2", [](report& r) {
    using namespace reference::seed2_attention_3x2;
    check_float32(r, Q, K, V, scores_float32, scaled_float32, weights_float32, out_float32);
  });
  // The scores of one query in blocks; rescaled when the maximum changes.
  tests.proved<float, double>("online", []<class T>(report& r) {
    namespace wanted = reference::attention_online_softmax;
    using E = envelope<T>;
    const auto q = launder(as<E>(split<0, dim<1>, dim<4>>(wanted::q)));
    const auto k = as<E>(wanted::K);
    const auto v = as<E>(wanted::V);
    const auto scores = attention_scores(q, k) * default_scale<E>(4);
    r.check(is_within(number<T>(wanted::scores), attn::select<0>(scores, 0)));
    const attention_part<E, dim<1>, dim<3>> parts[] = {
        part_of(narrow<1, 3>(scores, 0), narrow<0, 3>(v, 0)),
        part_of(narrow<1, 3>(scores, 3), narrow<0, 3>(v, 3)),
        part_of(narrow<1, 1>(scores, 6), narrow<0, 1>(v, 6))};
    const auto two = combined(parts[0], parts[1]);
    const auto three = combined(two, parts[2]);
    std::size_t i = 0;
    for (const auto& seen : {parts[0], two, three}) {
      r.check(seen.largest(0).contains(static_cast<T>(wanted::m.value(i))));
      r.check(seen.total(0).contains(static_cast<T>(wanted::l.value(i))));
      r.check(is_within(
          as<T>(attn::select<0>(wanted::acc.value, i)), attn::select<0>(seen.weighted, 0)));
      ++i;
    }
    const auto all = online_attention<3>(q, k, v);
    r.check(is_within(number<T>(wanted::out), attn::select<0>(all, 0)));
    r.check(!is_within(as<T>(attn::select<0>(wanted::acc.value, 2)), attn::select<0>(all, 0)));
    // A block whose sum is not rescaled.
    r.check(!parts[0].total(0).contains(static_cast<T>(wanted::l.value(1))));
  });
};
}  // namespace attn_tests::envelope_of_scores_tests
