// SPDX-License-Identifier: BSL-1.0
// Online softmax: attention over the keys block by block, without the row of all its weights.
//
//   attention_part  p = part_of(S, V)    of one block of keys: its scores (token, key), its values
//   combined(p, q)                       of two blocks that stand one behind the other
//   answer_of(p)                         the answer of what it has seen: (token, d_v)
//   online_attention<8>(Q, K, V, options…)    all keys, 8 at a time
//
// A part has, for each query, m = the largest score so far (`largest`), l = sum exp(s - m)
// (`total`), acc = sum exp(s - m) v (`weighted`). When m grows, l and acc are multiplied by
// exp(m_old - m_new): this is all of FlashAttention's idea. The answer is acc / l.
// Matrices only: (token, d_k) x (key, d_k) x (key, d_v). Memory: one block of scores.
//
// Rules: is_matrix; those of scaled_dot_product_attention; positive, for the block; only_of_kinds:
// a score, a scale, a soft cap. Masks and biases need to know where a block stands.
// Accuracy: NOT the bits of scaled_dot_product_attention, whose sums have another order: close to
// it within a few eps times the largest |v|, for any block; the same bits in both evaluations.
// Special values: a NaN among a query's scores makes its row NaN; rows of -inf alone are not for
// it. Source: Milakov and Gimelshein 2018; Dao et al. 2022, "FlashAttention".
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <scalar T, axis_like Token, axis_like Content>
struct attention_part {
  tensor<T, Token> largest;            // m
  tensor<T, Token> total;              // l
  tensor<T, Token, Content> weighted;  // acc

  ATTN_ABI friend constexpr bool operator==(const attention_part&, const attention_part&) = default;
};

template <class T, axis_like Token, axis_like Key, axis_like Length, axis_like Content>
ATTN_ABI constexpr auto part_of(const tensor<T, Token, Key>& scores,
                                const tensor<T, Length, Content>& values) {
  using length_of_K = rules::length_of_K<Key>;
  using length_of_V = rules::length_of_V<Length>;
  static_assert(rules::same_axis<length_of_K, length_of_V>::value,
                "attn::part_of(scores, V): one value per key: the scores' last axis is V's first");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::part_of(scores, V): requires a floating-point element type; convert with "
                "as<double>(x)");
  attention_part<T, Token, Content> part{};
  if constexpr (rules::same_axis<length_of_K, length_of_V>::value && floating_scalar<T>) {
    part.largest = amax<1>(scores);
    tensor<T, Token, dim<Key::size>> below(detail::uninitialized);
    for (std::size_t i = 0, at = 0; i < Token::size; ++i)
      for (std::size_t j = 0; j < Key::size; ++j, ++at)
        below.data()[at] = scores.data()[at] - part.largest.data()[i];
    const auto powers = exp(below);
    part.total = sum<1>(powers);
    part.weighted = matmul(powers, values);
  }
  return part;
}

template <class T, class Token, class Content>
ATTN_ABI constexpr auto combined(const attention_part<T, Token, Content>& a,
                                 const attention_part<T, Token, Content>& b) {
  using math::max;
  attention_part<T, Token, Content> both{};
  tensor<T, dim<2>, dim<Token::size>> below(detail::uninitialized);
  for (std::size_t i = 0; i < Token::size; ++i) {
    const T m = max(a.largest.data()[i], b.largest.data()[i]);
    both.largest.data()[i] = m;
    below.data()[i] = a.largest.data()[i] - m;
    below.data()[Token::size + i] = b.largest.data()[i] - m;
  }
  const auto shrunk = exp(below);  // by what each part is multiplied
  const auto weighted = [](const T& x, const T& f, const T& y, const T& g) {
    return T(detail::rounded(T(x * f)) + detail::rounded(T(y * g)));
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
  return part_of(shaped_scores(q, narrow<0, N>(k, start), options...),
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

template <std::size_t Block, class T, class U, class W, class... Q, class... K, class... V,
          class... Options>
ATTN_ABI constexpr auto online_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                         const tensor<W, V...>& v, const Options&... options) {
  using kinds = detail::kinds_of<Options...>;
  using taken = rules::options<score_kind, scale_kind, soft_cap_kind>;
  constexpr bool matrices = sizeof...(Q) == 2 && sizeof...(K) == 2 && sizeof...(V) == 2;
  constexpr bool sound = rules::same_elements<rules::elements<T, U, W>>::value &&
                         rules::floating_point_element<rules::element<T>>::value &&
                         rules::positive<rules::size<Block>>::value &&
                         rules::only_of_kinds<kinds, taken>::value &&
                         rules::one_of_each_kind<kinds>::value;
  static_assert(rules::is_matrix<rules::in_brief<rules::axes_of<Q...>>>::value &&
                    rules::is_matrix<rules::in_brief<rules::axes_of<K...>>>::value &&
                    rules::is_matrix<rules::in_brief<rules::axes_of<V...>>>::value,
                "attn::online_attention<block>(Q, K, V): each must have two axes");
  static_assert(rules::positive<rules::size<Block>>::value,
                "attn::online_attention<block>(Q, K, V): a block has at least one key");
  static_assert(rules::same_elements<rules::elements<T, U, W>>::value,
                "attn::online_attention<block>(Q, K, V): requires one element type for all "
                "operands; convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::online_attention<block>(Q, K, V): requires a floating-point element type; "
                "convert with as<double>(x)");
  static_assert(rules::only_of_kinds<kinds, taken>::value,
                "attn::online_attention<block>(Q, K, V, options…): a score, a scale "
                "or a soft cap");
  static_assert(rules::one_of_each_kind<kinds>::value,
                "attn::online_attention<block>(Q, K, V, options…): two options of one kind");
  if constexpr (matrices && sound) {
    constexpr bool scored = detail::has_kind<score_kind, Options...>;
    constexpr bool widths = scored || detail::keys_fit<shape<Q...>, shape<K...>>();
    constexpr bool lengths = detail::values_fit<shape<Q...>, shape<K...>, shape<V...>>();
    static_assert(scored || rules::same_axis<rules::width_of_Q<last_axis<shape<Q...>>>,
                                             rules::width_of_K<last_axis<shape<K...>>>>::value,
                  "attn::online_attention<block>(Q, K, V): Q and K must have the same width (d_k)");
    static_assert(rules::same_axis<rules::length_of_K<second_to_last_axis<shape<K...>>>,
                                   rules::length_of_V<second_to_last_axis<shape<V...>>>>::value,
                  "attn::online_attention<block>(Q, K, V): one value per key: K and V must have "
                  "the same sequence");
    if constexpr (widths && lengths)
      return detail::attend_online<Block>(q, k, v, options...);
    else
      return q;
  } else {
    return q;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
