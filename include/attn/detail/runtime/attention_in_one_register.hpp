// SPDX-License-Identifier: BSL-1.0
// Attention whose scores fit into one register, as each of its operands does. A group of lanes
// belongs to a query: first a lane for each key, then one for each column of the output. Constant
// permutations bring the factors there, and fold a group.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/infinity.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/runtime/attention_plan.hpp>
#include <attn/detail/runtime/matmul_register.hpp>
#include <attn/detail/runtime/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// The lanes of a query, and how many a register needs. They are not members of the class below,
// which lists its lanes: to ask whether a large attention fits must not make a list of a million.
template <std::size_t Keys, std::size_t Dv>
inline constexpr std::size_t attention_lanes_per_query = std::bit_ceil(Keys) > std::bit_ceil(Dv)
                                                             ? std::bit_ceil(Keys)
                                                             : std::bit_ceil(Dv);
template <class T, std::size_t Queries, std::size_t Keys, std::size_t Dk, std::size_t Dv>
inline constexpr std::size_t attention_lanes = [] {
  std::size_t most = least_lanes<T>;
  for (const std::size_t n :
       {Queries * attention_lanes_per_query<Keys, Dv>, Queries * Dk, Keys * Dk, Keys * Dv})
    most = n > most ? n : most;
  return std::bit_ceil(most);
}();

template <class T, class Keep, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, attention_padding Padding = attention_padding{}>
struct attention_in_one_register {
  static constexpr std::size_t keys = std::bit_ceil(Keys);
  static constexpr std::size_t group = attention_lanes_per_query<Keys, Dv>;
  static constexpr std::size_t lanes = attention_lanes<T, Queries, Keys, Dk, Dv>;
  using V = vec<T, lanes>;

  static constexpr std::make_index_sequence<lanes> all_lanes{};

  // What a lane is of; those that are of nothing repeat what others do.
  ATTN_ABI static constexpr std::size_t query(std::size_t lane) { return lane / group % Queries; }
  ATTN_ABI static constexpr std::size_t key(std::size_t lane) { return lane % keys; }
  ATTN_ABI static constexpr std::size_t column(std::size_t lane) { return lane % group % Dv; }
  ATTN_ABI static constexpr bool kept(std::size_t lane) {
    return Keep::begin(query(lane)) <= key(lane) && key(lane) < Keep::end(query(lane));
  }
  // Where the output's element `at` was computed.
  ATTN_ABI static constexpr std::size_t lane_of(std::size_t at) {
    return at % (Queries * Dv) / Dv * group + at % Dv;
  }

  template <std::size_t Step, std::size_t... I>
  ATTN_INLINE static V product(const V& q, const V& k, std::index_sequence<I...>) {
    const V x = __builtin_shufflevector(q, q, (query(I) * Dk + Step)...);
    const V y = __builtin_shufflevector(k, k, (key(I) % Keys * Dk + Step)...);
    return rounded(V(x * y));
  }
  template <std::size_t... I>
  ATTN_INLINE static V masked(const V& scores, std::index_sequence<I...>) {
    const V never = splat<V>(lowest_infinity_of<T>());
    return __builtin_shufflevector(scores, never, (kept(I) ? I : lanes + I)...);
  }
  // Every lane the result for all keys of its query, halves first.
  template <std::size_t Half = keys / 2, class Operation, std::size_t... I>
  ATTN_INLINE static V folded(const V& v, const Operation& operation,
                              std::index_sequence<I...> all) {
    if constexpr (Half == 0)
      return v;
    else
      return folded<Half / 2>(operation(v, V(__builtin_shufflevector(v, v, (I ^ Half)...))),
                              operation, all);
  }
  template <std::size_t Key, std::size_t... I>
  ATTN_INLINE static V share(const V& weights, const V& v, std::index_sequence<I...>) {
    const V weight = __builtin_shufflevector(weights, weights, (I / group * group + Key)...);
    const V value = __builtin_shufflevector(v, v, (Key * Dv + column(I))...);
    return rounded(V(weight * value));
  }
  template <std::size_t... I>
  ATTN_INLINE static V in_order(const V& v, std::index_sequence<I...>) {
    return __builtin_shufflevector(v, v, lane_of(I)...);
  }

  ATTN_INLINE static void run(T* out, const T* of_q, const T* of_k, const T* of_v, const T& scale) {
    const V q = load_all<V, Queries * Dk, Padding.q>(of_q);
    const V k = load_all<V, Keys * Dk, Padding.k>(of_k);
    const V v = load_all<V, Keys * Dv, Padding.v>(of_v);
    V s = product<0>(q, k, all_lanes);
    for_constants<Dk - 1>([&](auto c)
                              ATTN_INLINE_LAMBDA { s = s + product<c + 1>(q, k, all_lanes); });
    s = masked(rounded(V(s * splat<V>(scale))), all_lanes);
    const V m = folded(
        s, [](const V& a, const V& b) ATTN_INLINE_LAMBDA { return larger(a, b); }, all_lanes);
    const V e = exp_not_positive(V(s - m));
    const V sum =
        folded(e, [](const V& a, const V& b) ATTN_INLINE_LAMBDA { return V(a + b); }, all_lanes);
    const V weights = rounded(V(e * quotient(splat<V>(T(1)), sum)));
    V o = share<0>(weights, v, all_lanes);
    for_constants<Keys - 1>(
        [&](auto j) ATTN_INLINE_LAMBDA { o = o + share<j + 1>(weights, v, all_lanes); });
    store_all<Queries * Dv, Padding.out>(out, in_order(o, all_lanes));
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
