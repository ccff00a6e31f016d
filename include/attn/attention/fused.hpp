// SPDX-License-Identifier: BSL-1.0
// Defines which calls of attention use a fused kernel at run time, and calls it.
//
//   attention_is_fused<T, Q, K, V, options…>   whether scaled_dot_product_attention uses the kernel
//
// It does for float and double, two or more queries, any scale, and no mask or one that its type
// determines completely (causal<>, sliding_window<l, r>) and that leaves a key for every query. A
// score, a soft cap, a bias, masks of entries, and skip_masked with a mask take the composition of
// public operations. The bits are the same (detail/runtime/attention.hpp explains why). The kernel
// stores no score matrix: its memory is the lanes of a register times the keys and the width.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/weights.hpp>
#include <attn/detail/runtime/attention.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The keys that a mask leaves to each query, for a kernel: begin <= key < end, growing with it.
template <class Mask, class Scores>
struct kept_keys {
  static constexpr bool all = false;
  ATTN_ABI static constexpr std::size_t within(std::ptrdiff_t key) {
    return static_cast<std::size_t>(key < 0 ? 0 : key < keys_in<Scores> ? key : keys_in<Scores>);
  }
  ATTN_ABI static constexpr std::size_t begin(std::size_t query) {
    return within(Mask{}.template row<Scores>(0, query).begin);
  }
  ATTN_ABI static constexpr std::size_t end(std::size_t query) {
    return within(Mask{}.template row<Scores>(0, query).end);
  }
};
template <class Scores>
struct kept_keys<no_mask, Scores> : runtime::every_key<last_axis<Scores>::size> {};

template <class T, class Q, class... Options>
ATTN_ABI constexpr T factor_of_scores(const Options&... options) {
  using option_of_scale = option_type<scale_kind, default_scale_t, Options...>;
  if constexpr (std::is_same_v<option_of_scale, default_scale_t>)
    return default_scale<T>(last_axis<Q>::size);
  else if constexpr (std::is_same_v<option_of_scale, unscaled_t>)
    return T(1);
  else
    return T(option<scale_kind, default_scale_t>(options...).factor);
}

// A mask whose ranges of keys are known from its type, and none of them empty.
template <class Mask, class Scores>
consteval bool mask_is_fused() {
  if constexpr (requires { Mask::known; })
    return Mask::known && some_key_for_each_query<Mask, Scores>();
  else
    return false;  // a tensor of entries
}

}  // namespace detail

// Of operands and options that have passed the rules.
template <class T, class Q, class K, class... Options>
inline constexpr bool attention_is_fused = [] {
  using mask = detail::option_type<mask_kind, detail::no_mask, Options...>;
  if constexpr (detail::has_kind<score_kind, Options...> ||
                detail::has_kind<soft_cap_kind, Options...> ||
                detail::has_kind<bias_kind, Options...> || second_to_last_axis<Q>::size < 2 ||
                (detail::has_kind<masked_values_kind, Options...> &&
                 detail::has_kind<mask_kind, Options...>))  // a kernel multiplies what it masks
    return false;
  else
    return detail::kernel_scalar<T> && detail::mask_is_fused<mask, detail::scores_shape<Q, K>>();
}();

namespace detail {

// At run time only: the output of an attention that is fused.
template <class T, class... Out, class... Q, class... K, class... V, class... Options>
ATTN_ABI void write_attention(tensor<T, Out...>& out, const tensor<T, Q...>& q,
                              const tensor<T, K...>& k, const tensor<T, V...>& v,
                              const Options&... options) {
  using of_q = shape<Q...>;
  using of_k = shape<K...>;
  using of_v = shape<V...>;
  using mask = option_type<mask_kind, no_mask, Options...>;
  using kept = kept_keys<mask, scores_shape<of_q, of_k>>;
  constexpr std::size_t queries = second_to_last_axis<of_q>::size, d_k = last_axis<of_q>::size;
  constexpr std::size_t keys = second_to_last_axis<of_k>::size, d_v = last_axis<of_v>::size;
  constexpr std::size_t next_k = of_k::rank == 2 ? 0 : keys * d_k;
  constexpr std::size_t next_v = of_v::rank == 2 ? 0 : keys * d_v;
  constexpr std::size_t heads = of_q::volume / (queries * d_k);
  constexpr runtime::attention_padding padding =
      heads > 1 ? runtime::attention_padding{}
                : runtime::attention_padding{capacity<T, queries * d_v> - queries * d_v,
                                             capacity<T, queries * d_k> - queries * d_k,
                                             capacity<T, of_k::volume> - keys * d_k,
                                             capacity<T, of_v::volume> - keys * d_v};
  runtime::attention<kept, heads, queries, keys, d_k, d_v, padding>(
      out.data(), q.data(), k.data(), next_k, v.data(), next_v,
      factor_of_scores<T, of_q>(options...));
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
