// SPDX-License-Identifier: BSL-1.0
// Causal linear attention as a recurrence: a state S of (d_k, d_v) that decays, and takes in each
// key and value, as it is (gated) or corrected by what the state says already (delta rule).
//
//   gated_linear_attention(Q, K, V, decay)             S_t = D_t + k_t v_t^T
//   delta_rule_attention(Q, K, V, rate)                S_t = S_t-1 + k_t e_t^T
//   gated_delta_rule_attention(Q, K, V, decay, rate)   S_t = D_t + k_t e_t^T
//   f(…, S)                                            continues after S; without it from zeros
//     -> {outputs, state}                              out_t = S_t^T q_t,   the last S
//
//   D_t = a_t S_t-1,   e_t = b_t (v_t - D_t^T k_t)     a_t of decay, b_t of rate; without a decay
//                                                      D_t is S_t-1
//
// (token, d_k) x (token, d_k) x (token, d_v) -> (token, d_v) and S (d_k, d_v), whose last two axes
// have no names. rate: (token). Decay: (token), or (token, d_k) with a factor for each row of S.
// Optional leading axes, shared by all. K and V may lack them. A decay is a factor: of logarithms g
// it is exp(g). There is no scale, and keys are not normalised.
//
// Rules: the rules of linear_attention about Q, K and V; same_axis of the sequences of Q and K;
// same_axes and same_element, for decay, rate and S. Accuracy: every operation is rounded once.
// Sums over d_k are in the order of the index. Special values follow from that arithmetic.
// Source: Yang et al. 2024, "Gated Linear Attention". Schlag et al. 2021 (delta rule). Yang et al.
// 2025, "Gated Delta Networks". ONNX: LinearAttention's update rules.
// Cost: cost::gated_linear_attention<Q, K, V, Decay>() and so on: per token a product and a sum for
// each element of S, the decay, and the products of S with q and, with the delta rule, k.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/scores.hpp>
#include <attn/ops/detail/operation.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The outputs of all tokens, and the state after the last one.
template <class Outputs, class State>
struct linear_attended {
  Outputs outputs;
  State state;
  ATTN_ABI friend constexpr bool operator==(const linear_attended&,
                                            const linear_attended&) = default;
};

// Operands that are left out.
struct zero_state_t {};
struct no_decay_t {};
struct no_rate_t {};

namespace rules {

// A gate, or a state, whose axes are the axes of Expected. Nothing is asked of one that is left
// out.
template <bool Asked, class X, class T, class Expected>
struct gate_call {
  using axes = not_asked;
  using one_element = not_asked;
};
template <class U, class... X, class T, class Expected>
struct gate_call<true, tensor<U, X...>, T, Expected> {
  using axes = axes_agree<axes_of_A<X...>, role_of<axes_of_B, Expected>>;
  using one_element = same_element<element_of_A<U>, element_of_B<T>>;
};

template <class Q, class K, class V, class Decay, class Rate, class State>
struct recurrent_attention_call : values_call<Q, K, V> {
  using base = values_call<Q, K, V>;
  using T = typename Q::value_type;
  using of_q = typename Q::shape_type;
  using one_key_per_query = same_axis<axis_of_A<second_to_last_axis<of_q>>,
                                      axis_of_B<second_to_last_axis<typename K::shape_type>>>;
  using fit = in_order<typename base::all, typename base::floating_point, one_key_per_query>;

  // One number for each token, or one for each of its features.
  using per_token = without_last_axis<of_q>;
  template <class X>
  struct rank_of : std::integral_constant<std::size_t, 0> {};
  template <class U, class... X>
  struct rank_of<tensor<U, X...>> : std::integral_constant<std::size_t, sizeof...(X)> {};
  static constexpr bool decays_by_feature = rank_of<Decay>::value == of_q::rank;
  using state_shape =
      append_axis<append_axis<without_last_axis<per_token>, dim<last_axis<of_q>::size>>,
                  dim<last_axis<typename V::shape_type>::size>>;

  using of_decay =
      gate_call<fit::value, Decay, T, std::conditional_t<decays_by_feature, of_q, per_token>>;
  using of_rate = gate_call<fit::value, Rate, T, per_token>;
  using of_state = gate_call<fit::value, State, T, state_shape>;
  using decay_axes = typename of_decay::axes;
  using rate_axes = typename of_rate::axes;
  using state_axes = typename of_state::axes;
  using gate_elements = each_of<typename of_decay::one_element, typename of_rate::one_element,
                                typename of_state::one_element>;
  using all = in_order<fit, decay_axes, rate_axes, state_axes, gate_elements>;
  using result =
      linear_attended<tensor_of<T, with_last_axis<of_q, last_axis<typename V::shape_type>>>,
                      tensor_of<T, state_shape>>;
};

}  // namespace rules

namespace detail {

// out = sum over i of x_i S_i, of rows S_i, in the order of the index.
template <std::size_t K, std::size_t N, class T>
ATTN_ABI constexpr void sum_of_rows(T* out, const T* x, const T* state) {
  for (std::size_t j = 0; j < N; ++j) out[j] = rounded(T(x[0] * state[j]));
  for (std::size_t i = 1; i < K; ++i)
    for (std::size_t j = 0; j < N; ++j) out[j] = T(out[j] + rounded(T(x[i] * state[i * N + j])));
}

// One token: the state decays, by as many factors as decay has (none, 1 or K), takes in k and v,
// which the delta rule corrects, and answers q. `value` has room for N numbers.
template <std::size_t K, std::size_t N, std::size_t Factors, bool Corrects, class T>
ATTN_ABI constexpr void take_in(T* out, T* state, T* value, const T* q, const T* k, const T* v,
                                const T* decay, const T* rate) {
  if constexpr (Factors > 0)
    for (std::size_t i = 0; i < K; ++i)
      for (std::size_t j = 0; j < N; ++j)
        state[i * N + j] = rounded(T(decay[Factors > 1 ? i : 0] * state[i * N + j]));
  if constexpr (Corrects) {
    sum_of_rows<K, N>(value, k, state);
    for (std::size_t j = 0; j < N; ++j) value[j] = rounded(T(*rate * T(v[j] - value[j])));
    v = value;
  }
  for (std::size_t i = 0; i < K; ++i)
    for (std::size_t j = 0; j < N; ++j)
      state[i * N + j] = T(state[i * N + j] + rounded(T(k[i] * v[j])));
  sum_of_rows<K, N>(out, q, state);
}

// Where the numbers of a gate for one row begin.
template <class T>
ATTN_ABI constexpr const T* numbers_at(const T* x, std::size_t at) {
  return x + at;
}
template <class T, class Absent>
ATTN_ABI constexpr const T* numbers_at(const Absent&, std::size_t) {
  return nullptr;
}

// The outputs of all tokens, and the state of each sequence, which becomes the one after its last
// token. Factors: of the decay, for one token.
template <class Q, class K, class V, std::size_t Factors, bool Corrects>
struct linear_attention_of {
  using of_q = typename Q::shape_type;
  static constexpr std::size_t d_k = last_axis<of_q>::size, rows = Q::volume / d_k;
  static constexpr std::size_t tokens = second_to_last_axis<of_q>::size;
  static constexpr std::size_t d_v = last_axis<typename V::shape_type>::size;

  template <class Out, class State, class... X>
  ATTN_ABI static constexpr void count(Out& out, State state, const X&... x) {
    constexpr operation_count entry{.additions = 1, .multiplications = Factors > 0 ? 2u : 1u};
    constexpr operation_count correction{.additions = 1, .multiplications = 1};
    operation_count token = d_v * (d_k * entry + sum_of_products(d_k));
    if (Corrects) token += d_v * (sum_of_products(d_k) + correction);
    count_in(out, rows * token, x..., state);
    counted_as(state, out);
  }
  template <class T, class Decay, class Rate>
  ATTN_ABI static constexpr void write(T* out, T* state, const T* q, const T* k, const T* v,
                                       const Decay& decay, const Rate& rate) {
    tensor<T, dim<d_v>> value;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t sequence = row / tokens, token = row % tokens;
      const std::size_t of_k = K::rank == 2 ? token : row, of_v = V::rank == 2 ? token : row;
      take_in<d_k, d_v, Factors, Corrects>(out + row * d_v, state + sequence * d_k * d_v,
                                           value.data(), q + row * d_k, k + of_k * d_k,
                                           v + of_v * d_v, numbers_at<T>(decay, row * Factors),
                                           numbers_at<T>(rate, row));
    }
  }
};

// All rules have been passed.
template <class Call, class Q, class K, class V, class Decay, class Rate, class State>
ATTN_ABI constexpr typename Call::result attend_recurrently(const Q& q, const K& k, const V& v,
                                                            const Decay& decay, const Rate& rate,
                                                            const State& before) {
  constexpr std::size_t factors =
      std::is_same_v<Decay, no_decay_t>
          ? 0
          : (Call::decays_by_feature ? Q::shape_type::extents[Q::rank - 1] : 1);
  constexpr bool corrects = !std::is_same_v<Rate, no_rate_t>;
  typename Call::result result{};
  if constexpr (!std::is_same_v<State, zero_state_t>)
    for (std::size_t i = 0; i < before.size(); ++i) result.state.data()[i] = before.data()[i];
  evaluate<linear_attention_of<Q, K, V, factors, corrects>>(result.outputs, result.state.data(), q,
                                                            k, v, decay, rate);
  return result;
}

}  // namespace detail

template <class T, class U, class W, class... Q, class... K, class... V, class Decay,
          class State = zero_state_t>
ATTN_ABI constexpr auto gated_linear_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                               const tensor<W, V...>& v, const Decay& decay,
                                               const State& before = {}) {
  using call = rules::recurrent_attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>,
                                               Decay, no_rate_t, State>;
  ATTN_REQUIRE_RECURRENT_ATTENTION(call, "attn::gated_linear_attention(Q, K, V, decay)");
  if constexpr (call::all::value)
    return detail::attend_recurrently<call>(q, k, v, decay, no_rate_t{}, before);
  else
    return linear_attended<tensor<T, Q...>, zero_state_t>{q, {}};
}

template <class T, class U, class W, class... Q, class... K, class... V, class Rate,
          class State = zero_state_t>
ATTN_ABI constexpr auto delta_rule_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                             const tensor<W, V...>& v, const Rate& rate,
                                             const State& before = {}) {
  using call = rules::recurrent_attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>,
                                               no_decay_t, Rate, State>;
  ATTN_REQUIRE_RECURRENT_ATTENTION(call, "attn::delta_rule_attention(Q, K, V, rate)");
  if constexpr (call::all::value)
    return detail::attend_recurrently<call>(q, k, v, no_decay_t{}, rate, before);
  else
    return linear_attended<tensor<T, Q...>, zero_state_t>{q, {}};
}

template <class T, class U, class W, class... Q, class... K, class... V, class Decay, class Rate,
          class State = zero_state_t>
ATTN_ABI constexpr auto gated_delta_rule_attention(const tensor<T, Q...>& q,
                                                   const tensor<U, K...>& k,
                                                   const tensor<W, V...>& v, const Decay& decay,
                                                   const Rate& rate, const State& before = {}) {
  using call = rules::recurrent_attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>,
                                               Decay, Rate, State>;
  ATTN_REQUIRE_RECURRENT_ATTENTION(call, "attn::gated_delta_rule_attention(Q, K, V, decay, rate)");
  if constexpr (call::all::value)
    return detail::attend_recurrently<call>(q, k, v, decay, rate, before);
  else
    return linear_attended<tensor<T, Q...>, zero_state_t>{q, {}};
}

ATTN_COST(gated_linear_attention)
ATTN_COST(delta_rule_attention)
ATTN_COST(gated_delta_rule_attention)

}  // namespace attn
ATTN_STRICT_FP_END
