// SPDX-License-Identifier: BSL-1.0
// What NumPy and PyTorch computed with several heads is within the envelopes of the library's formulas:
// ALiBi, heads in groups, a cache, and the columns of an article; mistakes are not.
#pragma once

#include "static_tests/reference/attention_heads.hpp"
#include "static_tests/reference/seed1_columns.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::envelope_of_heads_tests {
// --- columns: article 1 -------------------------------------------------------------------------------

namespace columns {
namespace one = reference::seed1_single_head_columns;
namespace two = reference::seed1_two_heads_columns;

template <class T> constexpr auto inputs() { return matmul(launder(as<T>(one::W)), as<T>(one::x)); }

template <class T> constexpr report one_head() {
  report r;
  using E = envelope<T>;
  const auto I = inputs<E>();
  const auto Q = matmul(as<E>(one::Wq), I);
  const auto K = matmul(as<E>(one::Wk), I);
  const auto V = matmul(as<E>(one::Wv), I);
  r.check(is_within(number<T>(one::I), I));
  r.check(is_within(number<T>(one::Q), Q));
  r.check(is_within(number<T>(one::K), K));
  r.check(is_within(number<T>(one::V), V));
  const auto A = column_scores(Q, K);
  r.check(is_within(number<T>(one::A), A));
  r.check(is_within(number<T>(one::A_scaled), A * default_scale<E>(4)));
  const auto A_hat = column_attention_weights(Q, K);
  const auto O = column_attention(Q, K, V);
  r.check(is_within(number<T>(one::A_hat), A_hat));
  r.check(is_within(number<T>(one::O), O));
  r.check(is_within(number<T>(one::A_hat_unscaled), column_attention_weights(Q, K, unscaled)));
  r.check(is_within(number<T>(one::O_unscaled), column_attention(Q, K, V, unscaled)));
  // Not scaled; A read in rows.
  r.check(!is_within(number<T>(one::A_hat_unscaled), A_hat));
  r.check(!is_within(number<T>(one::O_unscaled), O));
  r.check(!is_within(transpose(number<T>(one::A_hat)), A_hat));
  return r;
}

template <class T> constexpr report local() {
  using namespace reference::seed1_local_attention_columns;
  report r;
  using E = envelope<T>;
  const auto rows = matmul(launder(as<E>(transpose(x))), as<E>(transpose(W)));  // (token, 4)
  const auto q = matmul(rows, as<E>(transpose(Wq)));
  const auto k = matmul(rows, as<E>(transpose(Wk)));
  const auto v = matmul(rows, as<E>(transpose(Wv)));
  const auto check = [&](const auto& mask, const auto& before, const auto& out_before,
                         const auto& after, const auto& out_after) {
    const auto all = attention_weights(q, k, mask);
    r.check(is_within(transpose(number<T>(before)), all));
    r.check(is_within(transpose(number<T>(out_before)), matmul(all, v)));
    const auto lost = zeroed_outside(attention_weights(q, k), mask);
    r.check(is_within(transpose(number<T>(after)), lost));
    r.check(is_within(transpose(number<T>(out_after)), matmul(lost, v)));
    r.check(!is_within(transpose(number<T>(after)), all));  // the order of the two
    r.check(!is_within(transpose(number<T>(before)), lost));
  };
  check(sliding_window<0, 0>, A_hat_masked_own, O_masked_own, A_hat_zeroed_own, O_zeroed_own);
  check(sliding_window<1, 1>, A_hat_masked_window1, O_masked_window1, A_hat_zeroed_window1,
      O_zeroed_window1);
  check(key_padding(keep_mask<dim<4>>{0, 0, 0, 1}), A_hat_masked_farthest, O_masked_farthest,
      A_hat_zeroed_farthest, O_zeroed_farthest);
  return r;
}

template <class T> constexpr report two_heads() {
  report r;
  using E = envelope<T>;
  const auto head = [](const auto& W, const auto& Wh) { return matmul(as<E>(Wh), W); };
  const auto Q = matmul(as<E>(two::Wq), inputs<E>());
  const auto K = matmul(as<E>(two::Wk), inputs<E>());
  const auto V = matmul(as<E>(two::Wv), inputs<E>());
  const auto q1 = head(Q, two::Wq1), k1 = head(K, two::Wk1), v1 = head(V, two::Wv1);
  const auto q2 = head(Q, two::Wq2), k2 = head(K, two::Wk2), v2 = head(V, two::Wv2);
  r.check(is_within(number<T>(two::q1), q1));
  r.check(is_within(number<T>(two::k1), k1));
  r.check(is_within(number<T>(two::v1), v1));
  r.check(is_within(number<T>(two::q2), q2));
  r.check(is_within(number<T>(two::k2), k2));
  r.check(is_within(number<T>(two::v2), v2));
  r.check(is_within(number<T>(two::A1), column_scores(q1, k1)));
  r.check(is_within(number<T>(two::A2), column_scores(q2, k2)));
  r.check(is_within(number<T>(two::A_hat1), column_attention_weights(q1, k1)));
  r.check(is_within(number<T>(two::A_hat2), column_attention_weights(q2, k2)));
  const auto b1 = column_attention(q1, k1, v1), b2 = column_attention(q2, k2, v2);
  r.check(is_within(number<T>(two::b1), b1));
  r.check(is_within(number<T>(two::b2), b2));
  r.check(is_within(number<T>(two::b_concat), concat<0>(b1, b2)));
  r.check(is_within(number<T>(two::b), matmul(as<E>(two::WO), concat<0>(b1, b2))));
  r.check(!is_within(number<T>(two::b), matmul(as<E>(two::WO), concat<0>(b2, b1))));
  r.check(!is_within(number<T>(two::b1), b2));
  return r;
}
}  // namespace columns

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("alibi", []<class T>(report& r) {
    using namespace reference::attention_alibi;
    using E = envelope<T>;
    r.check(is_within(number<T>(slopes_1), alibi_slopes<E, dim<1>>()));
    r.check(is_within(number<T>(slopes_2), alibi_slopes<E, dim<2>>()));
    r.check(is_within(number<T>(slopes_4), alibi_slopes<E, dim<4>>()));
    r.check(is_within(number<T>(slopes_6), alibi_slopes<E, dim<6>>()));
    r.check(is_within(number<T>(slopes_8), alibi_slopes<E, dim<8>>()));
    r.check(is_within(number<T>(slopes_12), alibi_slopes<E, dim<12>>()));
    const auto bias = biased_by(alibi_bias<E, dim<4>, dim<5>, dim<5>>());
    const auto all = attention_weights(launder(as<E>(Q)), as<E>(K), bias, causal<>);
    r.check(is_within(number<T>(weights), all));
    r.check(is_within(number<T>(out), matmul(all, as<E>(V))));
    const auto numbers = [](const auto&... options) {
      return attention_weights(as<T>(Q), as<T>(K), options..., causal<>);
    };
    const auto distances = alibi_bias<T, dim<4>, dim<5>, dim<5>>();
    r.check(is_within(numbers(biased_by(distances)), all));
    r.check(!is_within(numbers(), all));
    r.check(!is_within(numbers(biased_by(distances * -1)), all));
    r.check(!is_within(numbers(biased_by(distances * 2)), all));
  });
  tests.proved<float, double>("heads_in_groups", []<class T>(report& r) {
    using namespace reference::attention_gqa;
    using E = envelope<T>;
    const auto q = launder(as<E>(Q));
    const auto k = as<E>(K), v = as<E>(V);
    r.check(is_within(number<T>(weights), grouped_query_attention_weights(q, k, causal<>)));
    const auto all = grouped_query_attention(q, k, v, causal<>);
    r.check(is_within(number<T>(out), all));
    r.check(is_within(number<T>(out_merged), unnamed(merge_heads<"width">(all))));
    r.check(is_within(grouped_query_attention(as<T>(Q), as<T>(K), as<T>(V), causal<>), all));
    // Query head h with the keys of h % 2 instead of h / 2.
    const auto turned = [](const auto& x) { return concat<0>(x, x); };
    const auto wrong =
        scaled_dot_product_attention(as<T>(Q), turned(as<T>(K)), turned(as<T>(V)), causal<>);
    r.check(is_within(wrong, all).differing == 2 * 4 * 3);  // heads 1 and 2
  });
  tests.proved<float, double>("one_head_of_keys", []<class T>(report& r) {
    using namespace reference::attention_mqa;
    using E = envelope<T>;
    const auto q = launder(as<E>(Q));
    const auto k = as<E>(K), v = as<E>(V);
    r.check(is_within(number<T>(weights), grouped_query_attention_weights(q, k)));
    const auto all = grouped_query_attention(q, k, v);
    r.check(is_within(number<T>(out), all));
    r.check(is_within(number<T>(out_merged), unnamed(merge_heads<"width">(all))));
    r.check(!is_within(grouped_query_attention(as<T>(Q), as<T>(K), as<T>(V), valid_keys(4)), all));
  });
  // Token after token, as a decoder does.
  tests.proved<float, double>("cache", []<class T>(report& r) {
    using namespace reference::attention_kv_cache;
    using E = envelope<T>;
    const auto x = launder(as<E>(X));
    const auto heads = [](const auto& y) { return split_heads<dim<2>, dim<2>>(y); };
    key_value_cache<E, dim<6>, dim<2>, dim<2>, dim<2>> seen;
    const auto queries = heads(matmul(x, as<E>(Wq)));
    for (std::size_t t = 0; t < 6; ++t) {
      const auto x_t = narrow<0, 1>(x, t);
      seen.append(heads(matmul(x_t, as<E>(Wk))), heads(matmul(x_t, as<E>(Wv))));
      const auto all = unnamed(merge_heads<"width">(seen.attend(narrow<1, 1>(queries, t))));
      r.check(is_within(as<T>(narrow<0, 1>(context.value, t)), all));
      r.check(is_within(as<T>(narrow<0, 1>(out.value, t)), matmul(all, as<E>(Wo))));
      // The context of the token before.
      if (t > 0) r.check(!is_within(as<T>(narrow<0, 1>(context.value, t - 1)), all));
    }
    r.check(is_within(number<T>(Q), queries));
    r.check(is_within(number<T>(K_cache), seen.keys));
    r.check(is_within(number<T>(V_cache), seen.values));
    r.check(is_within(number<T>(weights), attention_weights(queries, seen.keys, causal<>)));
  });
  tests.proved<float, double>(
      "columns::one_head", []<class T>() { return columns::one_head<T>(); });
  tests.proved<float, double>("columns::local", []<class T>() { return columns::local<T>(); });
  tests.proved<float, double>(
      "columns::two_heads", []<class T>() { return columns::two_heads<T>(); });
};
}  // namespace attn_tests::envelope_of_heads_tests
