// SPDX-License-Identifier: BSL-1.0
// What attn/attention/pairwise_score.hpp promises.
#pragma once

#include <attn/attention/pairwise_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::pairwise_score_tests {

using namespace attn;

using step = axis<"step", 2>;
using source = axis<"source", 5>;
using width = axis<"width", 3>;

// Near is similar: minus the squared distance.
struct nearness {
  template <class H, class S>
  constexpr auto operator()(const H& h, const S& s) const {
    const auto between = h.copy() - s.copy();
    return static_cast<typename H::value_type>(-sum<0>(multiply(between, between)));
  }
};
// What dot_score does.
struct dot {
  template <class H, class S>
  constexpr auto operator()(const H& h, const S& s) const {
    auto sum = detail::rounded(h[0] * s[0]);
    for (std::size_t i = 1; i < h.size(); ++i) sum = sum + detail::rounded(h[i] * s[i]);
    return sum;
  }
};

template <class T>
constexpr report a_user_defined_score() {
  report r;
  const auto q = launder(filled<tensor<T, step, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, source, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, source, axis<"content", 4>>>(3));
  const pairwise_t<nearness> score = pairwise(nearness{});
  const auto e = score(q, k);
  static_assert(std::is_same_v<decltype(e), const tensor<T, step, source>>);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      const auto between = select<0>(q, i) - select<0>(k, j);
      r.check(e(i, j) == static_cast<T>(-sum<0>(multiply(between, between))));
    }
  r.check(bitwise_equal(pairwise(dot{})(q, k), dot_score(q, k)));
  r.check(bitwise_equal(scaled_dot_product_attention(q, k, v, scored_by(score)),
                        matmul(softmax(e), v)));  // not scaled
  r.check(bitwise_equal(attention_weights(q, k, scored_by(score), scaled_by(T(0.5))),
                        softmax(e * T(0.5))));
  r.bits(e);
  return r;
}

constexpr report rows_of_two_widths() {
  report r;
  const auto q = launder(filled<tensor<int, step, axis<"d_h", 4>>>(4));
  const auto k = launder(filled<tensor<int, source, axis<"d_s", 2>>>(5));
  const auto e = pairwise([](const auto& h, const auto& s) { return h[3] * s[1]; })(q, k);
  r.check(e(1, 4) == q(1, 3) * k(4, 1) && e(0, 2) == q(0, 3) * k(2, 1));
  return r;
}

constexpr report with_a_batch() {
  report r;
  using batch = axis<"batch", 2>;
  const auto q = launder(filled<tensor<double, batch, step, width>>(6));
  const auto k = launder(filled<tensor<double, batch, source, width>>(7));
  const auto score = pairwise(dot{});
  r.check(bitwise_equal(score(q, k), dot_score(q, k)));
  r.check(bitwise_equal(score(q, select<"batch">(k, 1)), dot_score(q, select<"batch">(k, 1))));
  r.check(bitwise_equal(score(q, q), dot_score(q, q)));  // one sequence with itself
  static_assert(
      std::is_same_v<decltype(score(q, q)), tensor<double, batch, step, axis<"key_step", 2>>>);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, step, width>>(8));
  const auto k = launder(filled<tensor<double, source, width>>(9));
  const auto score = scored_by(pairwise(nearness{}));
  r.check(bitwise_equal(values_of(attention_weights(as_archetype(q), as_archetype(k), score)),
                        attention_weights(q, k, score)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a user-defined score, double", a_user_defined_score<double>},
    {"a user-defined score, float", a_user_defined_score<float>},
    {"rows of two widths", rows_of_two_widths},
    {"with a batch", with_a_batch},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::pairwise_score_tests
