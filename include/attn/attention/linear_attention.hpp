// SPDX-License-Identifier: BSL-1.0
// Attention without a softmax: the values are weighted with the similarities directly.
//
//   similarity_attention(Q, K, V)                 out(i) = sum over j of similarity(q_i, k_j) v_j
//   similarity_attention(Q, K, V, scored_by(f))   … with another similarity
//   linear_attention(Q, K, V, phi)                the same of phi(q_i) and phi(k_j), over their sum
//   linear_attention(Q, K, V)                     … with phi = elu_plus_one
//   elu_plus_one(x)                               x + 1 if x > 0, else exp(x): always positive
//
// (token, d_k) x (key, d_k) x (key, d_v) -> (token, d_v). Optional leading axes. A similarity is
// not a weight: rows need not be positive or sum to 1. Integers stay exact. With the dot product, Q
// (K^T V) is the same sum in another order, which needs no (token, key) matrix. linear_attention
// uses it. Its rows are weighted averages if phi is positive.
//
// Rules: the rules of attention_scores; length and leading axes of K and V; only_of_kinds: a score;
// maps_rows: phi returns a tensor with the same axes but the last, and the same width for queries
// and keys.
// Accuracy: bit for bit matmul(scores, V), and phi(Q) (phi(K)^T V), each row divided by phi(Q)
// times the sum over the keys of phi(K), a Reduction. Special values: where that is 0 a row is
// divided by 0, which is not constant. Source: Katharopoulos et al. 2020, "Transformers are RNNs".
// Cost: cost::similarity_attention<Q, K, V>(options…), only scores and values.
// cost::linear_attention<Q, K, V, Phi>() has no term in T_q T_k: Phi of Q and K, the sum of all
// keys, K^T V, the product of each query with both, and 1 division per element of the result.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/additive_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/max.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/reductions.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class X>
struct elu_call;
template <class T, class... Axes>
struct elu_call<tensor<T, Axes...>> : floating_call<tensor<T, Axes...>> {};
}  // namespace rules

struct elu_plus_one_t {
  template <class T, class... Axes>
  ATTN_ABI constexpr auto operator()(const tensor<T, Axes...>& x) const {
    using call = rules::elu_call<tensor<T, Axes...>>;
    ATTN_REQUIRE_FLOATING_POINT(call, "attn::elu_plus_one(x)");
    if constexpr (call::floating_point::value)
      return map(x, [](const T& e) {
        using math::exp;
        return T(exp((math::min)(e, T(0))) + (math::max)(e, T(0)));  // one of them is 1, or 0
      });
    else
      return x;
  }
};
inline constexpr elu_plus_one_t elu_plus_one{};

namespace detail {

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

namespace rules {

template <class Q, class K, class V, class... Options>
struct similarity_call : values_call<Q, K, V, is_scored<Options...>> {
  using base = values_call<Q, K, V, is_scored<Options...>>;
  using kinds = attn::detail::kinds_of<Options...>;
  using only_scores = only_of_kinds<kinds, options<score_kind>>;
  using one_score = one_of_each_kind<kinds>;
  using all = in_order<typename base::all, typename base::arithmetic, only_scores, one_score>;
};

// Phi maps each of the operands. Not checked for integers: the call of phi itself may be an error.
namespace detail {
template <bool Asked, class Phi, class... X>
struct maps_each : std::type_identity<not_asked> {};
template <class Phi, class... X>
struct maps_each<true, Phi, X...>
    : std::type_identity<std::bool_constant<all_hold<maps_rows<function<Phi>, operand<X>>...>>> {};
}  // namespace detail

template <class Q, class K, class V, class Phi>
struct linear_attention_call : values_call<Q, K, V> {
  using base = values_call<Q, K, V>;
  using asked = in_order<typename base::all, typename base::floating_point>;
  using maps = typename detail::maps_each<asked::value, Phi, Q, K>::type;
  using all = in_order<asked, maps>;
};

}  // namespace rules

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto similarity_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                             const tensor<W, V...>& v, const Options&... options) {
  using call =
      rules::similarity_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::similarity_attention(Q, K, V)");
  ATTN_REQUIRE_VALUES(call, "attn::similarity_attention(Q, K, V)");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::similarity_attention(Q, K, V)");
  ATTN_REQUIRE(call, only_scores,
               "attn::similarity_attention(Q, K, V, option): the one option is a similarity, "
               "scored_by(f); a mask and a scale are for softmax's weights");
  ATTN_REQUIRE(call, one_score, "attn::similarity_attention(Q, K, V, option): two similarities");
  if constexpr (call::all::value)
    return matmul(detail::raw_scores(q, k, options...), detail::in_role_of_keys<shape<Q...>>(v));
  else
    return q;
}

template <class T, class U, class W, class... Q, class... K, class... V, class Phi = elu_plus_one_t>
ATTN_ABI constexpr auto linear_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                         const tensor<W, V...>& v, const Phi& phi = {}) {
  using call = rules::linear_attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Phi>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::linear_attention(Q, K, V, phi)");
  ATTN_REQUIRE_VALUES(call, "attn::linear_attention(Q, K, V, phi)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::linear_attention(Q, K, V, phi)");
  ATTN_REQUIRE(call, maps,
               "attn::linear_attention(Q, K, V, phi): phi must map a tensor to one with the same "
               "element type and the same axes but the last, as elu_plus_one does");
  if constexpr (call::all::value)
    return detail::with_shape<with_last_axis<shape<Q...>, last_axis<shape<V...>>>>(
        detail::linear_average(unnamed(phi(q)), unnamed(phi(k)), unnamed(v)));
  else
    return q;
}

ATTN_COST(similarity_attention)
namespace cost {
template <class Q, class K, class V, class Phi = elu_plus_one_t>
ATTN_ABI constexpr operation_count linear_attention() {
  ATTN_COUNT(attn::linear_attention(detail::operand<Q>(n), detail::operand<K>(n),
                                    detail::operand<V>(n), detail::in_tallies_t<Phi>{}));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
