// SPDX-License-Identifier: BSL-1.0
// Grouped-query attention: several heads of queries share one head of keys and values.
//
//   grouped_query_attention(Q, K, V, options…)   query head h asks K's and V's head h / group
//   repeat_heads<head>(x)                        each head `group` times, up to `head` of them
//
// (q_head, token, d_k) x (kv_head, key, d_k) x (kv_head, key, d_v) -> (q_head, token, d_v), where
// group = q_head / kv_head. A leading axis (a batch) goes along. kv_head = 1 is multi-query
// attention, kv_head = q_head is scaled_dot_product_attention. Options are those of the latter;
// what depends on the head, as a bias (q_head, token, key), sees all heads of queries.
//
// Rules: rank_at_least three, rank_is; divides, the heads of K those of Q; same_axis of K's and V's
// heads, widths of Q and K, sequences of K and V; same_axes of what leads; same_elements;
// floating_point_element; are_options, one_of_each_kind.
// Accuracy: bit for bit scaled_dot_product_attention(Q, repeat_heads(K), repeat_heads(V),
// options…), without the copies.
// Source: Shazeer 2019; Ainslie et al. 2023, "GQA"; Llama's repeat_kv.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/transpose.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class X>
inline constexpr std::size_t head_position = X::rank - 3;
template <class X>
using head_axis = axis_at<X, X::rank - 3>;
// What stands before the heads, which are compared on their own.
template <class X>
using before_heads = leading_axes<replace_axis<X, X::rank - 3, dim<1>>>;

// out(h) = a(h) b(h / group): the products of attention, K's or V's heads being fewer.
template <class T, class... A, class... B>
ATTN_ABI constexpr auto grouped_product(const tensor<T, A...>& a, const tensor<T, B...>& b) {
  using lhs = shape<A...>;
  using rhs = shape<B...>;
  constexpr std::size_t m = second_to_last_axis<lhs>::size, k = last_axis<lhs>::size,
                        n = last_axis<rhs>::size, products = lhs::volume / (m * k);
  constexpr std::size_t group = head_axis<lhs>::size / head_axis<rhs>::size;
  tensor_of<T, product_shape<lhs, rhs>> out(uninitialized);
  for (std::size_t p = 0; p < products; ++p)
    write_product_at<m, k, n>(out.data() + p * m * n, a.data() + p * m * k,
                              b.data() + p / group * k * n);
  return out;
}

// As a score: attention_weights does the rest.
struct grouped_score {
  template <class T, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<T, Q...>& q, const tensor<T, K...>& k) const {
    return grouped_product(q, transpose(k));
  }
};

template <class Head, class T, class... X>
ATTN_ABI constexpr auto each_head_again(const tensor<T, X...>& x) {
  using from = shape<X...>;
  constexpr std::size_t one = last_axis<from>::size * second_to_last_axis<from>::size;
  constexpr std::size_t group = Head::size / head_axis<from>::size;
  tensor_of<T, replace_axis<from, head_position<from>, Head>> out(uninitialized);
  for (std::size_t i = 0; i < out.size(); ++i)
    out.data()[i] = x.data()[i / one / group * one + i % one];
  return out;
}

// All rules have been passed.
template <class T, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto attend_in_groups(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                                         const tensor<T, V...>& v, const Options&... options) {
  const auto& keys = in_role_of_keys<shape<Q...>>(k);
  const auto& values = in_role_of_keys<shape<Q...>>(v);
  using head = head_axis<shape<Q...>>;
  // A score of the user's, and what goes through a mask once more, get all heads.
  if constexpr (has_kind<score_kind, Options...> || has_kind<masked_values_kind, Options...>) {
    return scaled_dot_product_attention(q, each_head_again<head>(keys),
                                        each_head_again<head>(values), options...);
  } else if constexpr (has_kind<scale_kind, Options...>) {
    return grouped_product(attention_weights(q, keys, scored_by(grouped_score{}), options...),
                           values);
  } else {
    const auto scale = scaled_by(default_scale<T>(last_axis<shape<Q...>>::size));
    return grouped_product(
        attention_weights(q, keys, scored_by(grouped_score{}), scale, options...), values);
  }
}

}  // namespace detail

template <axis_like Head, class T, class... X>
ATTN_ABI constexpr auto repeat_heads(const tensor<T, X...>& x) {
  using from = shape<X...>;
  static_assert(rules::rank_at_least<rules::axes_of<X...>, rules::rank<3>>::value,
                "attn::repeat_heads<head>(x): x must be (head, token, width), or a batch of them");
  if constexpr (sizeof...(X) >= 3) {
    using heads = rules::any_axis<detail::head_axis<from>>;
    using result = replace_axis<from, from::rank - 3, Head>;
    constexpr bool distinct =
        rules::distinct_axes<rules::role_of<rules::result_axes, result>>::value;
    static_assert(rules::divides<heads, rules::any_axis<Head>>::value,
                  "attn::repeat_heads<head>(x): the heads of x must divide the number of heads");
    static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                  "attn::repeat_heads<head>(x): x has another axis of that name");
    if constexpr (rules::divides<heads, rules::any_axis<Head>>::value && distinct)
      return detail::each_head_again<Head>(x);
    else
      return x;
  } else {
    return x;
  }
}

template <class T, class U, class W, class... Qs, class... Ks, class... Vs, class... Options>
ATTN_ABI constexpr auto grouped_query_attention(const tensor<T, Qs...>& q,
                                                const tensor<U, Ks...>& k,
                                                const tensor<W, Vs...>& v,
                                                const Options&... options) {
  constexpr bool ranks =
      sizeof...(Qs) >= 3 && sizeof...(Ks) == sizeof...(Qs) && sizeof...(Vs) == sizeof...(Qs);
  static_assert(rules::rank_at_least<rules::axes_of_Q<Qs...>, rules::rank<3>>::value &&
                    rules::rank_is<rules::rank<sizeof...(Ks)>, rules::rank<sizeof...(Qs)>>::value &&
                    rules::rank_is<rules::rank<sizeof...(Vs)>, rules::rank<sizeof...(Qs)>>::value,
                "attn::grouped_query_attention(Q, K, V): each must be (head, token, width), or a "
                "batch of them");
  static_assert(rules::same_elements<rules::elements<T, U, W>>::value,
                "attn::grouped_query_attention(Q, K, V): requires one element type for all "
                "operands; convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::grouped_query_attention(Q, K, V): requires a floating-point element type; "
                "convert with as<double>(x)");
  static_assert(rules::are_options<rules::options<Options...>>::value,
                "attn::grouped_query_attention(Q, K, V, options…): a trailing argument is not an "
                "option; a scale is scaled_by(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>::value,
                "attn::grouped_query_attention(Q, K, V, options…): two options of one kind");
  constexpr bool sound = rules::same_elements<rules::elements<T, U, W>>::value &&
                         rules::floating_point_element<rules::element<T>>::value &&
                         rules::are_options<rules::options<Options...>>::value &&
                         rules::one_of_each_kind<detail::kinds_of<Options...>>::value;
  if constexpr (ranks) {
    using of_q = shape<Qs...>;
    using of_k = shape<Ks...>;
    using of_v = shape<Vs...>;
    using heads_of_Q = rules::any_axis<detail::head_axis<of_q>>;
    using heads_of_K = rules::axis_of_A<detail::head_axis<of_k>>;
    using heads_of_V = rules::axis_of_B<detail::head_axis<of_v>>;
    using width_of_Q = rules::width_of_Q<last_axis<of_q>>;
    using width_of_K = rules::width_of_K<last_axis<of_k>>;
    using length_of_K = rules::length_of_K<second_to_last_axis<of_k>>;
    using length_of_V = rules::length_of_V<second_to_last_axis<of_v>>;
    static_assert(rules::divides<heads_of_K, heads_of_Q>::value,
                  "attn::grouped_query_attention(Q, K, V): the heads of K must divide those of Q");
    static_assert(rules::same_axis<heads_of_K, heads_of_V>::value,
                  "attn::grouped_query_attention(Q, K, V): K and V must have the same heads");
    constexpr bool scored = detail::has_kind<score_kind, Options...>;
    static_assert(scored || rules::same_axis<width_of_Q, width_of_K>::value,
                  "attn::grouped_query_attention(Q, K, V): Q and K must have the same width (d_k)");
    static_assert(rules::same_axis<length_of_K, length_of_V>::value,
                  "attn::grouped_query_attention(Q, K, V): one value per key: K and V must have "
                  "the same sequence");
    using lead_Q = rules::role_of<rules::axes_of_Q, detail::before_heads<of_q>>;
    using lead_K = rules::role_of<rules::axes_of_K, detail::before_heads<of_k>>;
    using lead_V = rules::role_of<rules::axes_of_V, detail::before_heads<of_v>>;
    static_assert(
        rules::same_axis<rules::differing_in_A<lead_Q, lead_K>,
                         rules::differing_in_B<lead_Q, lead_K>>::value &&
            rules::same_axis<rules::differing_in_A<lead_Q, lead_V>,
                             rules::differing_in_B<lead_Q, lead_V>>::value,
        "attn::grouped_query_attention(Q, K, V): what stands before the heads must agree");
    constexpr bool fit = rules::divides<heads_of_K, heads_of_Q>::value &&
                         rules::same_axis<heads_of_K, heads_of_V>::value &&
                         (scored || rules::same_axis<width_of_Q, width_of_K>::value) &&
                         rules::same_axis<length_of_K, length_of_V>::value &&
                         rules::same_axes<lead_Q, lead_K>::value &&
                         rules::same_axes<lead_Q, lead_V>::value;
    if constexpr (fit && sound) {
      using keys = replace_axis<of_k, of_k::rank - 3, detail::head_axis<of_q>>;
      using options_of = detail::options_for<T, of_q, keys, Options...>;
      ATTN_OPTIONS_FIT("attn::grouped_query_attention(Q, K, V, options…): ", options_of);
      if constexpr (options_of::sound)
        return detail::attend_in_groups(q, k, v, options...);
      else
        return q;
    } else {
      return q;
    }
  } else {
    return q;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
