// SPDX-License-Identifier: BSL-1.0
// What the costs of scores, and of attention without a softmax or with an online one, promise:
// what counted numbers execute.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::score_cost_tests {
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

// The square of the distance of two rows.
struct distance {
  template <class Query, class Key> constexpr auto operator()(const Query& q, const Key& k) const {
    auto sum = (q[0] - k[0]) * (q[0] - k[0]);
    for (std::size_t i = 1; i < Query::size(); ++i) sum = sum + (q[i] - k[i]) * (q[i] - k[i]);
    return sum;
  }
};

using Q = tensor<double, token, d_h>;
using K = tensor<double, key, d_s>;
using Kh = tensor<double, key, d_h>;
using V = tensor<double, key, content>;
using scores = tensor<double, token, key>;

// A score alone, and as the option of an attention that masks.
template <class Score, class Keys>
constexpr void check_score(report& r, const operation_count& by_hand) {
  constexpr operation_count constant = cost_of<Score, Q, Keys>();
  r.check(constant == by_hand);
  const auto alone = [](const auto& score, const auto& q, const auto& k) { return score(q, k); };
  cost_is_counted(r, constant, alone, Score{}, Q{}, Keys{});
  const auto option = [](const auto& score, const auto& q, const auto& k, const auto& v) {
    return scaled_dot_product_attention(q, k, v, scored_by(score), causal<top_left>);
  };
  const operation_count all =
      cost::scaled_dot_product_attention<Q, Keys, V>(scored_by(Score{}), causal<top_left>);
  cost_is_counted(r, all, option, Score{}, Q{}, Keys{}, V{});
  r.check(
      all == constant + cost::masked_softmax<scores>(causal<top_left>) + cost::matmul<scores, V>());
}

template <std::size_t Block> constexpr void check_online(report& r) {
  const auto call = [](const auto& q, const auto& k, const auto& v) {
    return online_attention<Block>(q, k, v);
  };
  cost_is_counted(r, cost::online_attention<Block, Q, Kh, V>(), call, Q{}, Kh{}, V{});
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("products", [](report& r) {
    const operation_count dots{.additions = 15 * 3, .multiplications = 15 * 4};
    check_score<dot_score_t, Kh>(r, dots);
    check_score<scaled_dot_score_t, Kh>(r, dots + cost::multiply<scores>());
    // 3 rows of 2 products of 4, 15 scores of 2
    check_score<nn::general_score<double, d_h, d_s>, K>(
        r, {.additions = 6 * 3 + 15, .multiplications = 6 * 4 + 15 * 2});
  });
  // 3 * 6 products of 4, 5 * 6 products of 2, 15 * 6 sums and tanhs, 15 products of 6.
  tests.proved("sums", [](report& r) {
    const operation_count all{.additions = 18 * 3 + 30 + 90 + 15 * 5,
        .multiplications = 18 * 4 + 30 * 2 + 90,
        .hyperbolic_tangents = 90};
    check_score<nn::additive_score<double, d_h, d_s, hidden>, K>(r, all);
    check_score<nn::concat_score<double, d_h, d_s, hidden>, K>(r, all);
  });
  tests.proved("of the functions", [](report& r) {
    using general = nn::general_score<double, d_h, d_s>;
    using additive = nn::additive_score<double, d_h, d_s, hidden>;
    using concat = nn::concat_score<double, d_h, d_s, hidden>;
    r.check(cost::general_score<Q, K, general::weight_type>() == cost_of<general, Q, K>());
    r.check(cost::additive_score<Q, K, additive::query_type, additive::key_type,
                additive::vector_type>() == cost_of<additive, Q, K>());
    r.check(cost::concat_score<Q, K, concat::weight_type, concat::vector_type>() ==
            cost_of<concat, Q, K>());
  });
  tests.proved("pairs", [](report& r) {
    check_score<pairwise_t<distance>, Kh>(
        r, {.additions = 15 * (8 + 3), .multiplications = 15 * 4});
  });
  tests.proved("without a softmax", [](report& r) {
    const auto similar = [](const auto& q, const auto& k, const auto& v) {
      return similarity_attention(q, k, v);
    };
    cost_is_counted(r, cost::similarity_attention<Q, Kh, V>(), similar, Q{}, Kh{}, V{});
    const auto linear = [](const auto& q, const auto& k, const auto& v) {
      return linear_attention(q, k, v);
    };
    cost_is_counted(r, cost::linear_attention<Q, Kh, V>(), linear, Q{}, Kh{}, V{});
    using q = tensor<double, batch, token, d_h>;
    using k = tensor<double, batch, key, d_h>;
    using v = tensor<double, batch, key, content>;
    cost_is_counted(r, cost::linear_attention<q, k, v>(), linear, q{}, k{}, v{});
    r.check(cost::linear_attention<q, k, v>() == 2 * cost::linear_attention<Q, Kh, V>());
    r.check(cost::linear_attention<Q, Kh, V>().exponentials == 12 + 20);
  });
  tests.proved("in blocks", [](report& r) {
    check_online<1>(r);
    check_online<2>(r);  // 2, 2 and a rest of 1
    check_online<5>(r);
    check_online<9>(r);
    r.check(cost::online_attention<2, Q, Kh, V>().exponentials == 15 + 2 * 3 * 2);
    r.check(cost::online_attention<5, Q, Kh, V>(unscaled) ==
            cost::online_attention<9, Q, Kh, V>(unscaled));
  });
};
}  // namespace attn_tests::score_cost_tests
