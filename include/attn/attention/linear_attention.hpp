// SPDX-License-Identifier: BSL-1.0
// Attention without a softmax: the similarities weigh the values as they are.
//
//   similarity_attention(Q, K, V)                 out(i) = sum over j of similarity(q_i, k_j) v_j
//   similarity_attention(Q, K, V, scored_by(f))   … of another similarity than the dot product
//   linear_attention(Q, K, V, phi)                the same of phi(q_i) and phi(k_j), over their sum
//   linear_attention(Q, K, V)                     … with phi = elu_plus_one
//   elu_plus_one(x)                               x + 1 if x > 0, else exp(x): always positive
//
// (token, d_k) x (key, d_k) x (key, d_v) -> (token, d_v). Leading axes go along.
// A similarity is no weight: rows need not sum to 1, nor be positive; integers stay exact. By the
// dot product Q (K^T V) is the same sum, in another order: no (token, key) matrix is needed, and
// linear_attention has none. Its rows are weighted averages if phi is positive.
//
// Rules: those of attention_scores; length and leading axes of K and V; only_of_kinds: a score;
// maps_rows: phi returns a tensor of as many axes, as long for queries as for keys.
// Accuracy: to the bit matmul(scores, V); and phi(Q) (phi(K)^T V), each row divided by phi(Q) times
// the sum over the keys of phi(K), a Reduction. Special values: where that is 0 a row is divided by
// 0, which is not constant. Source: Katharopoulos et al. 2020, "Transformers are RNNs".
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/max.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/transpose.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct elu_plus_one_t {
  template <class T, class... Axes>
  ATTN_ABI constexpr auto operator()(const tensor<T, Axes...>& x) const {
    static_assert(rules::floating_point_element<rules::element<T>>::value,
                  "attn::elu_plus_one(x): requires a floating-point element type; convert with "
                  "as<double>(x)");
    if constexpr (rules::floating_point_element<rules::element<T>>::value)
      return map(x, [](const T& e) {
        using math::exp;
        using math::max;
        using math::min;
        return T(exp(min(e, T(0))) + max(e, T(0)));  // one of them is 1, or 0
      });
    else
      return x;
  }
};
inline constexpr elu_plus_one_t elu_plus_one{};

namespace detail {

// The axes of an output: those of Q, as wide as a value.
template <class Q, class V>
using output_shape = with_last_axis<Q, last_axis<V>>;

// K and V go together: as long, and of one batch.
template <class K, class V>
inline constexpr bool lengths_agree =
    rules::same_axis<rules::length_of_K<second_to_last_axis<K>>,
                     rules::length_of_V<second_to_last_axis<V>>>::value;

// phi(Q) (phi(K)^T V) / (phi(Q) sum phi(K)), of unnamed tensors.
template <class T, class... Q, class... K, class... V>
ATTN_ABI constexpr auto linear_average(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                                       const tensor<T, V...>& v) {
  constexpr std::size_t n = last_axis<shape<V...>>::size;
  const auto all_keys = sum<shape<K...>::rank - 2>(k);
  using column = append_axis<typename decltype(all_keys)::shape_type, dim<1>>;
  const auto total = matmul(q, with_shape<column>(all_keys));
  auto out = matmul(q, matmul(transpose(k), v));
  divide_rows<n, total.volume>(out.data(), out.data(), total.data());
  return out;
}

}  // namespace detail

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto similarity_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                             const tensor<W, V...>& v, const Options&... options) {
  constexpr bool ranks = sizeof...(Q) >= 2 && sizeof...(K) >= 2 && sizeof...(V) >= 2;
  using kinds = detail::kinds_of<Options...>;
  constexpr bool only_scores = rules::only_of_kinds<kinds, rules::options<score_kind>>::value;
  constexpr bool once = rules::one_of_each_kind<kinds>::value;
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<V...>, rules::rank<2>>::value,
                "attn::similarity_attention(Q, K, V): each must have at least two axes");
  static_assert(rules::same_elements<rules::elements<T, U, W>>::value,
                "attn::similarity_attention(Q, K, V): requires one element type for all operands; "
                "convert with as<T>(x)");
  static_assert(rules::only_of_kinds<kinds, rules::options<score_kind>>::value,
                "attn::similarity_attention(Q, K, V, option): the one option is a similarity, "
                "scored_by(f); a mask and a scale are for softmax's weights");
  static_assert(rules::one_of_each_kind<kinds>::value,
                "attn::similarity_attention(Q, K, V, option): two similarities");
  if constexpr (ranks && only_scores) {
    constexpr bool scored = detail::has_kind<score_kind, Options...>;
    constexpr bool keys = scored || detail::keys_fit<shape<Q...>, shape<K...>>();
    static_assert(scored || rules::same_axis<rules::width_of_Q<last_axis<shape<Q...>>>,
                                             rules::width_of_K<last_axis<shape<K...>>>>::value,
                  "attn::similarity_attention(Q, K, V): Q and K must have the same width (d_k)");
    static_assert(rules::same_axis<detail::leading_in_Q<shape<Q...>, shape<K...>>,
                                   detail::leading_in_X<shape<Q...>, shape<K...>>>::value &&
                      rules::same_axis<detail::leading_in_Q<shape<Q...>, shape<V...>>,
                                       detail::leading_in_X<shape<Q...>, shape<V...>>>::value,
                  "attn::similarity_attention(Q, K, V): the leading axes must agree");
    static_assert(rules::same_axis<rules::length_of_K<second_to_last_axis<shape<K...>>>,
                                   rules::length_of_V<second_to_last_axis<shape<V...>>>>::value,
                  "attn::similarity_attention(Q, K, V): one value per key: K and V must have the "
                  "same sequence");
    if constexpr (keys && once && detail::leading_axes_fit<shape<Q...>, shape<K...>> &&
                  detail::leading_axes_fit<shape<Q...>, shape<V...>> &&
                  detail::lengths_agree<shape<K...>, shape<V...>> &&
                  rules::same_elements<rules::elements<T, U, W>>::value)
      return matmul(detail::raw_scores(q, k, options...), detail::in_role_of_keys<shape<Q...>>(v));
    else
      return tensor_of<T, detail::output_shape<shape<Q...>, shape<V...>>>{};
  } else {
    return q;
  }
}

template <class T, class U, class W, class... Q, class... K, class... V, class Phi = elu_plus_one_t>
ATTN_ABI constexpr auto linear_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                         const tensor<W, V...>& v, const Phi& phi = {}) {
  constexpr bool ranks = sizeof...(Q) >= 2 && sizeof...(K) >= 2 && sizeof...(V) >= 2;
  using of_q = shape<Q...>;
  using of_k = shape<K...>;
  using of_v = shape<V...>;
  constexpr bool same = rules::same_elements<rules::elements<T, U, W>>::value;
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<V...>, rules::rank<2>>::value,
                "attn::linear_attention(Q, K, V, phi): each must have at least two axes");
  static_assert(rules::same_elements<rules::elements<T, U, W>>::value,
                "attn::linear_attention(Q, K, V, phi): requires one element type for all operands; "
                "convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::linear_attention(Q, K, V, phi): requires a floating-point element type; "
                "convert with as<double>(x)");
  if constexpr (ranks && same && floating_scalar<T>) {
    using width_of_Q = rules::width_of_Q<last_axis<of_q>>;
    using width_of_K = rules::width_of_K<last_axis<of_k>>;
    constexpr bool maps =
        rules::maps_rows<rules::function<Phi>, rules::operand<tensor<T, Q...>>>::value &&
        rules::maps_rows<rules::function<Phi>, rules::operand<tensor<T, K...>>>::value;
    constexpr bool widths = rules::same_axis<width_of_Q, width_of_K>::value;
    constexpr bool lead =
        detail::leading_axes_fit<of_q, of_k> && detail::leading_axes_fit<of_k, of_v>;
    static_assert(rules::same_axis<width_of_Q, width_of_K>::value,
                  "attn::linear_attention(Q, K, V, phi): Q and K must have the same width (d_k)");
    static_assert(rules::same_axis<detail::leading_in_Q<of_q, of_k>,
                                   detail::leading_in_X<of_q, of_k>>::value &&
                      rules::same_axis<detail::leading_in_Q<of_k, of_v>,
                                       detail::leading_in_X<of_k, of_v>>::value,
                  "attn::linear_attention(Q, K, V, phi): the leading axes must agree");
    static_assert(rules::same_axis<rules::length_of_K<second_to_last_axis<of_k>>,
                                   rules::length_of_V<second_to_last_axis<of_v>>>::value,
                  "attn::linear_attention(Q, K, V, phi): one value per key: K and V must have the "
                  "same sequence");
    static_assert(maps,
                  "attn::linear_attention(Q, K, V, phi): phi must map a tensor to one of as many "
                  "axes and the same element type, as elu_plus_one does");
    if constexpr (widths && lead && maps && detail::lengths_agree<of_k, of_v>)
      return detail::with_shape<detail::output_shape<of_q, of_v>>(
          detail::linear_average(unnamed(phi(q)), unnamed(phi(k)), unnamed(v)));
    else
      return tensor_of<T, detail::output_shape<of_q, of_v>>{};
  } else {
    return q;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
