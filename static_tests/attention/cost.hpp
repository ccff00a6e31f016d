// SPDX-License-Identifier: BSL-1.0
// What the costs of several headers of attn/attention/ promise: what counted numbers execute, and figures by hand.
#pragma once

#include <attn/attention/columns.hpp>
#include <attn/attention/grouped_query.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/self_attention.hpp>
#include <cstddef>

#include "static_tests/support/executed.hpp"

namespace attn_tests::attention_cost_tests {

using namespace attn;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using feature = axis<"feature", 4>;
using content = axis<"content", 7>;
using Q = tensor<double, token, feature>;
using K = tensor<double, key, feature>;
using V = tensor<double, key, content>;
using scores = tensor<double, token, key>;

// 15 scores of 4 products, 15 times the scale, 3 rows of 5 keys, 21 sums of 5 products.
constexpr report by_hand() {
  report r;
  constexpr operation_count all{.additions = 15 * 3 + 3 * (5 + 4) + 21 * 4,
                                .multiplications = 15 * 4 + 15 + 15 + 21 * 5,
                                .divisions = 3,
                                .exponentials = 15,
                                .comparisons = 3 * 4};
  static_assert(cost::scaled_dot_product_attention<Q, K, V>() == all);
  static_assert(all.flops() == 156 + 195 + 3 + 15);
  r.check(cost::attention_scores<Q, K>() ==
          operation_count{.additions = 45, .multiplications = 60});
  const auto attend = [](const auto& q, const auto& k, const auto& v) {
    return scaled_dot_product_attention(q, k, v);
  };
  check_executed(r, executed(attend, Q{}, K{}, V{}), all);
  const auto score = [](const auto& q, const auto& k) { return attention_scores(q, k); };
  check_executed(r, executed(score, Q{}, K{}), cost::attention_scores<Q, K>());
  const auto weigh = [](const auto& q, const auto& k) { return attention_weights(q, k); };
  check_executed(r, executed(weigh, Q{}, K{}), cost::attention_weights<Q, K>());
  return r;
}

template <class... Options>
constexpr void check_options(report& r, const Options&... options) {
  const auto attend = [&](const auto& q, const auto& k, const auto& v) {
    return scaled_dot_product_attention(q, k, v, options...);
  };
  const operation_count constant = cost::scaled_dot_product_attention<Q, K, V>(options...);
  check_executed(r, executed(attend, Q{}, K{}, V{}), constant);
  const auto weigh = [&](const auto& q, const auto& k) {
    return attention_weights(q, k, options...);
  };
  check_executed(r, executed(weigh, Q{}, K{}), cost::attention_weights<Q, K>(options...));
}

constexpr report scales_caps_and_biases() {
  report r;
  check_options(r, unscaled);
  check_options(r, scaled_by(2.0));
  check_options(r, soft_capped_by(3.0));
  const auto biased = [](const auto& q, const auto& k, const auto& v, const auto& bias) {
    return scaled_dot_product_attention(q, k, v, biased_by(bias), unscaled);
  };
  check_executed(r, executed(biased, Q{}, K{}, V{}, scores{}),
                 cost::scaled_dot_product_attention<Q, K, V>(biased_by(scores{}), unscaled));
  constexpr operation_count plain = cost::scaled_dot_product_attention<Q, K, V>(unscaled);
  r.check(cost::scaled_dot_product_attention<Q, K, V>() == plain + cost::multiply<scores>());
  r.check(cost::scaled_dot_product_attention<Q, K, V>(scaled_by(2.0)) ==
          plain + cost::multiply<scores>());
  r.check(cost::scaled_dot_product_attention<Q, K, V>(unscaled, soft_capped_by(3.0)) ==
          plain + cost::divide<scores>() + cost::tanh<scores>() + cost::multiply<scores>());
  r.check(cost::scaled_dot_product_attention<Q, K, V>(unscaled, biased_by(scores{})) ==
          plain + cost::add<scores>());
  return r;
}

// 3 queries of 5 keys: 3, 4 and 5 of them are kept.
constexpr report masks_of_types() {
  report r;
  constexpr operation_count kept{.additions = 5 + 7 + 9,
                                 .multiplications = 12,
                                 .divisions = 3,
                                 .exponentials = 12,
                                 .comparisons = 2 + 3 + 4,
                                 .selections = 3};
  static_assert(cost::masked_softmax<scores>(causal<bottom_right>) == kept);
  const auto mask = [](const auto& x) { return masked_softmax(x, causal<bottom_right>); };
  check_executed(r, executed(mask, scores{}), kept);
  check_options(r, causal<bottom_right>);
  check_options(r, causal<top_left>, skip_masked);
  check_options(r, sliding_window<1, 0, key_offset<2>>, skip_masked, unscaled);
  check_options(r, causal<key_offset<-1>>, fully_masked<zero_rows>);
  check_options(r, causal<key_offset<-1>>, skip_masked, fully_masked<zero_rows>);
  // A query without a key has only selections.
  r.check(
      cost::masked_softmax<scores>(causal<key_offset<-1>>, fully_masked<zero_rows>).exponentials ==
      0 + 1 + 2);
  // 21 sums of n products, n = 1, 2, 3
  constexpr operation_count skipped =
      cost::scaled_dot_product_attention<Q, K, V>(causal<top_left>, skip_masked);
  r.check(skipped.multiplications == 60 + 15 + 6 + 7 * 6);
  return r;
}

// 20 keys go into 16 partial sums, some of which stay empty.
constexpr report long_rows() {
  report r;
  using wide = tensor<double, dim<4>, dim<20>>;
  const auto mask = [](const auto& x) { return masked_softmax(x, sliding_window<2, 9, top_left>); };
  constexpr operation_count constant = cost::masked_softmax<wide>(sliding_window<2, 9, top_left>);
  static_assert(constant.exponentials == 10 + 11 + 12 + 12);
  check_executed(r, executed(mask, wide{}), constant);
  return r;
}

constexpr report masks_of_values() {
  report r;
  const keep_mask<token, key> entries{{1, 0, 0, 1, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 1}};
  check_options(r, entries);
  check_options(r, entries, skip_masked);
  check_options(r, valid_keys(launder(std::size_t{2})));
  check_options(r, key_padding(ignore_mask<key>{0, 0, 1, 1, 0}) & causal<bottom_right>,
                fully_masked<zero_rows>, skip_masked);
  r.check(cost::attention_weights<Q, K>(entries).exponentials == 2 + 5 + 1);
  return r;
}

constexpr report leading_axes() {
  report r;
  using q = tensor<double, head, token, feature>;
  using k = tensor<double, head, key, feature>;
  using v = tensor<double, head, key, content>;
  const auto attend = [](const auto& a, const auto& b, const auto& c) {
    return scaled_dot_product_attention(a, b, c, causal<bottom_right>);
  };
  constexpr auto constant = cost::scaled_dot_product_attention<q, k, v>(causal<bottom_right>);
  static_assert(constant == 2 * cost::scaled_dot_product_attention<Q, K, V>(causal<bottom_right>));
  check_executed(r, executed(attend, q{}, k{}, v{}), constant);
  r.check(cost::scaled_dot_product_attention<q, K, V>(causal<bottom_right>) == constant);
  check_executed(r, executed(attend, q{}, K{}, V{}), constant);
  return r;
}

constexpr report projected() {
  report r;
  using X = tensor<double, token, content>;
  using Wq = tensor<double, content, feature>;
  using Wv = tensor<double, content, axis<"wide", 2>>;
  const auto attend = [](const auto& x, const auto& q, const auto& k, const auto& v) {
    return self_attention(x, q, k, v, causal<>);
  };
  constexpr auto constant = cost::self_attention<X, Wq, Wq, Wv>(causal<>);
  check_executed(r, executed(attend, X{}, Wq{}, Wq{}, Wv{}), constant);
  return r;
}

constexpr report groups() {
  report r;
  using q = tensor<double, axis<"head", 4>, token, feature>;
  using k = tensor<double, axis<"head", 2>, key, feature>;
  using v = tensor<double, axis<"head", 2>, key, content>;
  const auto attend = [](const auto& a, const auto& b, const auto& c) {
    return grouped_query_attention(a, b, c);
  };
  constexpr operation_count constant = cost::grouped_query_attention<q, k, v>();
  static_assert(constant == 4 * cost::scaled_dot_product_attention<Q, K, V>());
  check_executed(r, executed(attend, q{}, k{}, v{}), constant);
  const auto skip = [](const auto& a, const auto& b, const auto& c) {
    return grouped_query_attention(a, b, c, causal<top_left>, skip_masked);
  };
  check_executed(r, executed(skip, q{}, k{}, v{}),
                 cost::grouped_query_attention<q, k, v>(causal<top_left>, skip_masked));
  return r;
}

constexpr report columns() {
  report r;
  using q = tensor<double, feature, token>;
  using k = tensor<double, feature, key>;
  using v = tensor<double, content, key>;
  const auto attend = [](const auto& a, const auto& b, const auto& c) {
    return column_attention(a, b, c, unscaled);
  };
  check_executed(r, executed(attend, q{}, k{}, v{}), cost::column_attention<q, k, v>(unscaled));
  r.check(cost::column_attention<q, k, v>() == cost::scaled_dot_product_attention<Q, K, V>());
  r.check(cost::column_attention_weights<q, k>() == cost::attention_weights<Q, K>());
  r.check(cost::column_scores<q, k>() == cost::attention_scores<Q, K>());
  return r;
}

// 3 of 5 places are filled: the softmax is over 3 keys, the products over 5.
inline constexpr behaviour behaviours[] = {
    {"by hand", by_hand},
    {"scales, caps and biases", scales_caps_and_biases},
    {"masks of types", masks_of_types},
    {"long rows", long_rows},
    {"masks of values", masks_of_values},
    {"leading axes", leading_axes},
    {"projected", projected},
    {"groups", groups},
    {"columns", columns},
};

}  // namespace attn_tests::attention_cost_tests
