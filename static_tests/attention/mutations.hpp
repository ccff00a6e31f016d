// SPDX-License-Identifier: BSL-1.0
// Wrong implementations of attention, and which oracle catches which. The articles' own examples
// let several pass (Q K^T is symmetric in both, and d_k = d_v): that is why every documented
// example has a companion with T_q, T_k, d_k, d_v all different. Here each wrong implementation
// runs on unnamed matrices, where only values can tell; with named axes most of them do not compile
// (rejected/).
#pragma once

#include "static_tests/reference/seed0_attention.hpp"
#include "static_tests/reference/seed2_scores.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::mutation_tests {
namespace companion {
// 2 queries, 5 keys, width 3, values of width 4.
inline constexpr matrix<double, 2, 3> Q{{1, -0.5, 2}, {0.25, 1.5, -1}};
inline constexpr matrix<double, 5, 3> K{
    {0.5, 1, -1}, {2, 0, 0.25}, {-1, 1.5, 1}, {0, -2, 0.5}, {1, 1, 1}};
inline constexpr matrix<double, 5, 4> V{
    {1, 2, 3, 4}, {-1, 0.5, 2, 0}, {3, -2, 1, 1}, {0, 1, -1, 2}, {2, 2, 0.5, -3}};
}  // namespace companion

constexpr auto right(const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(q, k, v);
}

// --- the wrong ones --------------------------------------------------------------------------

constexpr auto swapped(const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(k, q, v);
}
template <class Tensor> inline constexpr double rows = Tensor::shape_type::extents[0];
template <class Tensor> inline constexpr double columns = Tensor::shape_type::extents[1];

constexpr auto scaled_by_query_count(const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(
      q, k, v, scaled_by(1 / math::sqrt(rows<std::remove_cvref_t<decltype(q)>>)));
}
constexpr auto scaled_by_key_count(const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(
      q, k, v, scaled_by(1 / math::sqrt(rows<std::remove_cvref_t<decltype(k)>>)));
}
constexpr auto scaled_by_value_width(const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(
      q, k, v, scaled_by(1 / math::sqrt(columns<std::remove_cvref_t<decltype(v)>>)));
}
constexpr auto scaled_by_width(const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(
      q, k, v, scaled_by(1 / columns<std::remove_cvref_t<decltype(q)>>));
}
constexpr auto not_scaled(const auto& q, const auto& k, const auto& v) {
  return scaled_dot_product_attention(q, k, v, unscaled);
}
constexpr auto softmax_over_queries(const auto& q, const auto& k, const auto& v) {
  return matmul(
      softmax<0>(attention_scores(q, k) * default_scale<double>(q.template extent<1>())), v);
}
constexpr auto not_normalised(const auto& q, const auto& k, const auto& v) {
  const auto x = attention_scores(q, k) * default_scale<double>(q.template extent<1>());
  return matmul(map(x, [](double s) { return math::exp(s); }), v);
}
constexpr auto always_causal(const auto& q, const auto& k, const auto& v) {
  auto x = attention_scores(q, k) * default_scale<double>(q.template extent<1>());
  for (std::size_t i = 0; i < x.template extent<0>(); ++i)
    for (std::size_t j = i + 1; j < x.template extent<1>(); ++j)
      x(i, j) = -std::numeric_limits<double>::infinity();
  return matmul(softmax(x), v);
}
constexpr auto values_reversed(const auto& q, const auto& k, const auto& v) {
  auto turned = v;
  const std::size_t n = v.template extent<0>();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < v.template extent<1>(); ++j) turned(i, j) = v(n - 1 - i, j);
  return scaled_dot_product_attention(q, k, turned);
}
constexpr auto keys_for_values(const auto& q, const auto& k, const auto&) {
  return scaled_dot_product_attention(q, k, k);
}
constexpr auto weights_transposed(const auto& q, const auto& k, const auto& v) {
  return matmul(transpose(attention_weights(q, k)), v);
}

// Different from the right result: in shape, or in a value by more than any tolerance in use.
constexpr bool caught(const auto& got, const auto& want) {
  if constexpr (std::is_same_v<decltype(got), decltype(want)>)
    return !allclose(got, want, 1e-6, 1e-6);
  else
    return true;
}

inline constexpr auto behaviours = [](test_table& tests) {
  // The companion catches every wrong implementation that compiles at its sizes.
  tests.proved("the companion catches all", [](report& r) {
    const auto q = launder(companion::Q);
    const auto k = launder(companion::K);
    const auto v = launder(companion::V);
    const auto want = right(q, k, v);
    r.check(!caught(want, right(q, k, v)));
    r.check(caught(scaled_by_query_count(q, k, v), want));
    r.check(caught(scaled_by_key_count(q, k, v), want));
    r.check(caught(scaled_by_value_width(q, k, v), want));
    r.check(caught(scaled_by_width(q, k, v), want));
    r.check(caught(not_scaled(q, k, v), want));
    r.check(caught(softmax_over_queries(q, k, v), want));
    r.check(caught(not_normalised(q, k, v), want));
    r.check(caught(always_causal(q, k, v), want));
    r.check(caught(values_reversed(q, k, v), want));
    r.check(caught(keys_for_values(q, k, v), want));
    r.bits(want);
  });
  // … and what does not compile at its sizes breaks a rule (rejected/scaled_dot_product.cpp and
  // matmul.cpp have the programs): Q and K swapped, weights transposed, K^T Q.
  tests.proved("the rest breaks a rule at its sizes", [](report& r) {
    r.check(!rules::same_size<rules::length_of_K<dim<2>>,
        rules::length_of_V<dim<5>>>::value);  // swapped
    r.check(!rules::same_size<rules::last_of_A<dim<2>>,
        rules::first_of_B<dim<5>>>::value);  // A^T V
    r.check(!rules::same_size<rules::last_of_A<dim<5>>,
        rules::first_of_B<dim<2>>>::value);  // K^T Q
  });
  // The articles' examples are weak oracles: these wrong implementations reproduce their numbers.
  tests.proved("the articles let some pass", [](report& r) {
    {
      using namespace reference::seed0_demo_scaled;
      r.check(near(swapped(Q, K, V), out));
      r.check(near(scaled_by_query_count(Q, K, V), out));
      r.check(near(scaled_by_key_count(Q, K, V), out));
      r.check(near(scaled_by_value_width(Q, K, V), out));
      r.check(!near(not_scaled(Q, K, V), out));
      r.check(!near(softmax_over_queries(Q, K, V), out));
      r.check(!near(weights_transposed(Q, K, V), out));
      r.check(!near(always_causal(Q, K, V), out));
      r.check(!near(values_reversed(Q, K, V), out));
      r.check(!near(keys_for_values(Q, K, V), out));
      r.check(!near(not_normalised(Q, K, V), out));
    }
    {
      using namespace reference::seed2_attention_3x2;
      r.check(near(swapped(Q, K, V), out));
      r.check(near(scaled_by_value_width(Q, K, V), out));
      r.check(!near(scaled_by_query_count(Q, K, V), out));
      r.check(!near(scaled_by_width(Q, K, V), out));
      r.check(!near(softmax_over_queries(Q, K, V), out));
      r.check(!near(weights_transposed(Q, K, V), out));
    }
  });
  // One maximum for the whole matrix, not one per row: no oracle without a distant row sees it.
  tests.proved("a global maximum needs a distant row", [](report& r) {
    const auto x = launder(matrix<double, 2, 2>{{0, 1}, {1000, 1001}});
    const auto shifted = x - matrix<double, 2, 2>{{1001, 1001}, {1001, 1001}};
    r.check(sum<1>(map(shifted, [](double s) { return math::exp(s); }))(0) == 0);  // 0 / 0 follows
    r.check(softmax(x)(0, 0) > 0.26 && softmax(x)(0, 1) < 0.74);
  });
};
}  // namespace attn_tests::mutation_tests
