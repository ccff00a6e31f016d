// SPDX-License-Identifier: BSL-1.0
// The steps of an attention from its operands to its output, each a tensor of its own: as a constant,
// the compiler has computed all that the program prints of them.
#pragma once

#include <attn/recurrent.hpp>
#include <attn/text.hpp>
#include <cstddef>

#include "articles.hpp"

namespace tour {

template <class Scores, class PerRow, class Output>
struct steps {
  Scores scores, scaled;
  PerRow largest;
  Scores e;
  PerRow sum;
  Scores weights;
  Output output;
};

// `scale` is the option, or none of them.
template <class Queries, class Keys, class Values, class... Scale>
constexpr auto steps_of(const Queries& q, const Keys& k, const Values& v, const Scale&... scale) {
  using T = typename Queries::value_type;
  const auto scores = attention_scores(q, k);
  using key = last_axis<typename decltype(attention_scores(q, k))::shape_type>;
  const T factor = sizeof...(Scale) == 0
                       ? default_scale<T>(last_axis<typename Queries::shape_type>::size)
                       : T(1);
  const auto scaled = scores * factor;
  const auto largest = amax<-1>(scaled);
  const auto e = attn::exp(scaled - expand<key>(largest));
  return steps{scores,
               scaled,
               largest,
               e,
               sum<-1>(e),
               attention_weights(q, k, scale...),
               scaled_dot_product_attention(q, k, v, scale...)};
}

// What is printed fits together: e divided by its sum is the weights, up to rounding; every row of
// them has the sum 1; and with the values they are the output, bit for bit.
template <class Steps, class Values>
constexpr bool consistent(const Steps& s, const Values& v) {
  using weights = decltype(Steps::weights);
  using key = last_axis<typename weights::shape_type>;
  using T = typename weights::value_type;
  const auto one = sum<-1>(s.weights);
  for (const T x : one)
    if (!allclose(x, T(1))) return false;
  return allclose(divide(s.e, expand<key>(s.sum)), s.weights) &&
         bitwise_equal(matmul(s.weights, v), s.output);
}

namespace article_0 {
constexpr auto plain = steps_of(Q, K, V, unscaled);
constexpr auto scaled = steps_of(Q, K, V);
static_assert(consistent(plain, V) && consistent(scaled, V));
}  // namespace article_0

namespace article_2 {
constexpr auto scaled = steps_of(Q, K, V);
static_assert(consistent(scaled, V));
}  // namespace article_2

// The decoder's steps, one by one; together they are what greedy_decode has said.
namespace article_2_translation {
constexpr auto first = advance(read.last);
constexpr auto step_1 = decoder(first, start, memory);
constexpr auto step_2 = decoder(advance(step_1.after), said.ids(0), memory);
constexpr auto step_3 = decoder(advance(step_2.after), said.ids(1), memory);
constexpr auto p_1 = softmax(step_1.logits), p_2 = softmax(step_2.logits),
               p_3 = softmax(step_3.logits);
static_assert(bitwise_equal(step_1.weights, select<"target">(said.weights, 0)) &&
              bitwise_equal(step_2.weights, select<"target">(said.weights, 1)) &&
              bitwise_equal(step_3.weights, select<"target">(said.weights, 2)));
static_assert(argmax<0>(p_1)() == static_cast<int>(said.ids(0)) &&
              argmax<0>(p_2)() == static_cast<int>(said.ids(1)) &&
              argmax<0>(p_3)() == static_cast<int>(said.ids(2)));
}  // namespace article_2_translation

// A sentence: its rows of the table and their projections, and then the same steps.
namespace article_3 {
template <class X, class Q, class V, class Steps>
struct told {
  X x;
  Q q, k;
  V v;
  Steps attention;
};
template <class Ids>
constexpr auto told_of(const Ids& ids) {
  const auto& [table, W_q, W_k, W_v] = weights;
  const auto x = embedding(ids, table);
  const auto q = matmul(x, W_q), k = matmul(x, W_k);
  const auto v = matmul(x, W_v);
  return told{x, q, k, v, steps_of(q, k, v)};
}
constexpr auto ids = tokenize<token>(words, sentence);
constexpr auto of_the_article = told_of(ids);
static_assert(bitwise_equal(of_the_article.attention.output, out));
static_assert(consistent(of_the_article.attention, as_keys(of_the_article.v)));
}  // namespace article_3

}  // namespace tour
