// SPDX-License-Identifier: BSL-1.0
// Online softmax: attention over the keys block by block, without the row of all its weights.
//
//   attention_part  p = part_of(S, V)    of one block of keys: its scores (token, key), its values
//   combined(p, q)                       of two consecutive blocks
//   answer_of(p)                         the result for the keys so far: (token, d_v)
//   online_attention<8>(Q, K, V, options…)    all keys, 8 at a time
//
// A part has, for each query, m = the largest score so far (`largest`), l = sum exp(s - m)
// (`total`), acc = sum exp(s - m) v (`weighted`). When m grows, l and acc are multiplied by
// exp(m_old - m_new): this is all of FlashAttention's idea. The answer is acc / l.
// Matrices only: (token, d_k) x (key, d_k) x (key, d_v). Memory: one block of scores.
//
// Rules: is_matrix; the rules of scaled_dot_product_attention; positive, for the block;
// only_of_kinds: a score, a scale, a soft cap. Masks and biases, which depend on the position of a
// block, are not supported.
// Accuracy: NOT the bits of scaled_dot_product_attention, whose sums have another order: close to
// it within a few eps times the largest |v|, for any block; the same bits in both evaluations.
// Special values: a NaN among a query's scores makes its row NaN. Rows of -inf alone are not
// supported. Source: Milakov and Gimelshein 2018; Dao et al. 2022, "FlashAttention".
// Cost: cost::online_attention<Block, Q, K, V>(options…): scores and values as in attention. Per
// query, each block after the first costs 2 more exponentials and 2 multiplications per rescaled
// number.
#pragma once

#include <cstddef>

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/selecting.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <scalar T, axis_like Token, axis_like Content>
struct attention_part {
  tensor<T, Token> largest;            // m
  tensor<T, Token> total;              // l
  tensor<T, Token, Content> weighted;  // acc

  ATTN_ABI friend constexpr bool operator==(const attention_part&, const attention_part&) = default;
};

namespace rules {
template <class Scores, class Values>
struct part_call;
template <class T, class Token, class Key, class Length, class Content>
struct part_call<tensor<T, Token, Key>, tensor<T, Length, Content>> {
  using operands = roles<axes_of<Token, Key>, axes_of_V<Length, Content>>;
  using lengths = same_axis<length_of_K<Key>, length_of_V<Length>>;
  using floating_point = floating_point_element<element<T>>;
  using all = in_order<lengths, floating_point>;
};
}  // namespace rules

namespace detail {
template <class T, class Token, class Key, class Length, class Content>
ATTN_ABI constexpr attention_part<T, Token, Content> part_of_block(
    const tensor<T, Token, Key>& scores, const tensor<T, Length, Content>& values) {
  attention_part<T, Token, Content> part{};
  part.largest = amax<1>(scores);
  tensor<T, Token, dim<Key::size>> below(uninitialized);
  for (std::size_t i = 0, at = 0; i < Token::size; ++i)
    for (std::size_t j = 0; j < Key::size; ++j, ++at)
      below.data()[at] = scores.data()[at] - part.largest.data()[i];
  const auto powers = exp(below);
  part.total = sum<1>(powers);
  part.weighted = matmul(powers, values);
  return part;
}
}  // namespace detail

template <class T, axis_like Token, axis_like Key, axis_like Length, axis_like Content>
ATTN_ABI constexpr auto part_of(const tensor<T, Token, Key>& scores,
                                const tensor<T, Length, Content>& values) {
  using call = rules::part_call<tensor<T, Token, Key>, tensor<T, Length, Content>>;
  ATTN_REQUIRE(call, lengths,
               "attn::part_of(scores, V): one value per key: the scores' last axis is V's first");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::part_of(scores, V)");
  if constexpr (call::all::value)
    return detail::part_of_block(scores, values);
  else
    return attention_part<T, Token, Content>{};
}

template <class T, class Token, class Content>
ATTN_ABI constexpr auto combined(const attention_part<T, Token, Content>& a,
                                 const attention_part<T, Token, Content>& b) {
  attention_part<T, Token, Content> both{};
  tensor<T, dim<2>, dim<Token::size>> below(detail::uninitialized);
  for (std::size_t i = 0; i < Token::size; ++i) {
    const T m = (math::max)(a.largest.data()[i], b.largest.data()[i]);
    both.largest.data()[i] = m;
    below.data()[i] = a.largest.data()[i] - m;
    below.data()[Token::size + i] = b.largest.data()[i] - m;
  }
  const auto shrunk = exp(below);  // by what each part is multiplied
  const auto weighted = [](const T& x, const T& f, const T& y, const T& g) {
    using detail::rounded;  // an analysis has its own
    return T(rounded(T(x * f)) + rounded(T(y * g)));
  };
  for (std::size_t i = 0, at = 0; i < Token::size; ++i) {
    const T f = shrunk.data()[i], g = shrunk.data()[Token::size + i];
    both.total.data()[i] = weighted(a.total.data()[i], f, b.total.data()[i], g);
    for (std::size_t j = 0; j < Content::size; ++j, ++at)
      both.weighted.data()[at] = weighted(a.weighted.data()[at], f, b.weighted.data()[at], g);
  }
  return both;
}

template <class T, class Token, class Content>
ATTN_ABI constexpr auto answer_of(const attention_part<T, Token, Content>& part) {
  tensor<T, Token, Content> out(detail::uninitialized);
  detail::divide_rows<Content::size, Token::size>(out.data(), part.weighted.data(),
                                                  part.total.data());
  return out;
}

namespace detail {

// The part of the N keys from `start` on.
template <std::size_t N, class Q, class K, class V, class... Options>
ATTN_ABI constexpr auto part_of_keys(const Q& q, const K& k, const V& v, std::size_t start,
                                     const Options&... options) {
  const auto keys = narrow<0, N>(k, start);
  return part_of(shaped_scores<scores_of<Q, decltype(keys), Options...>>(q, keys, options...),
                 in_role_of_keys<typename Q::shape_type>(narrow<0, N>(v, start)));
}

template <std::size_t Block, class Q, class K, class V, class... Options>
ATTN_ABI constexpr auto attend_online(const Q& q, const K& k, const V& v,
                                      const Options&... options) {
  constexpr std::size_t keys = axis_at<typename K::shape_type, 0>::size;
  constexpr std::size_t block = Block < keys ? Block : keys;
  constexpr std::size_t rest = keys % block;
  auto seen = part_of_keys<block>(q, k, v, 0, options...);
  for (std::size_t start = block; start + block <= keys; start += block)
    seen = combined(seen, part_of_keys<block>(q, k, v, start, options...));
  if constexpr (rest > 0)
    seen = combined(seen, part_of_keys<rest>(q, k, v, keys - rest, options...));
  return answer_of(seen);
}

}  // namespace detail

namespace rules {
template <std::size_t Block, class Q, class K, class V, class... Options>
struct online_call;
template <std::size_t Block, class T, class U, class W, class... Q, class... K, class... V,
          class... Options>
struct online_call<Block, tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>
    : values_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, is_scored<Options...>> {
  using base =
      values_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, is_scored<Options...>>;
  using kinds = attn::detail::kinds_of<Options...>;
  using matrices = each_of<is_matrix<in_brief<axes_of<Q...>>>, is_matrix<in_brief<axes_of<K...>>>,
                           is_matrix<in_brief<axes_of<V...>>>>;
  using some_keys = positive<size<Block>>;
  using known_options = only_of_kinds<kinds, options<score_kind, scale_kind, soft_cap_kind>>;
  using one_of_each = one_of_each_kind<kinds>;
  using all = in_order<typename base::all, typename base::floating_point, matrices, some_keys,
                       known_options, one_of_each>;
};
}  // namespace rules

template <std::size_t Block, class T, class U, class W, class... Q, class... K, class... V,
          class... Options>
ATTN_ABI constexpr auto online_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                         const tensor<W, V...>& v, const Options&... options) {
  using call =
      rules::online_call<Block, tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::online_attention<block>(Q, K, V)");
  ATTN_REQUIRE_VALUES(call, "attn::online_attention<block>(Q, K, V)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::online_attention<block>(Q, K, V)");
  ATTN_REQUIRE(call, matrices, "attn::online_attention<block>(Q, K, V): each must have two axes");
  ATTN_REQUIRE(call, some_keys,
               "attn::online_attention<block>(Q, K, V): a block has at least one key");
  ATTN_REQUIRE(call, known_options,
               "attn::online_attention<block>(Q, K, V, options…): a score, a scale or a soft cap");
  ATTN_REQUIRE(call, one_of_each,
               "attn::online_attention<block>(Q, K, V, options…): two options of one kind");
  if constexpr (call::all::value)
    return detail::attend_online<Block>(q, k, v, options...);
  else
    return q;
}

namespace cost {
template <std::size_t Block, class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count online_attention(const Options&... options) {
  ATTN_COUNT(attn::online_attention<Block>(detail::operand<Q>(n), detail::operand<K>(n),
                                           detail::operand<V>(n), detail::as_option(options)...));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
