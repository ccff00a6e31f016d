// SPDX-License-Identifier: BSL-1.0
// Defines which calls of attention use a fused kernel at run time, and calls it.
//
//   attention_is_fused<T, Q, K, V, options…>   whether scaled_dot_product_attention uses the kernel
//
// It does for float and double, two or more queries, any scale, sinks, and no mask or one that its
// type determines completely (causal<>, sliding_window<l, r>) and that leaves a key for every
// query. A score, a soft cap, a bias, hardmax, masks of entries, and skip_masked with a mask take
// the composition of public operations. The bits are the same (detail/runtime/attention.hpp
// explains why). The kernel stores no score matrix: its memory is the lanes of a register times the
// keys and the width.
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
    return within(row_of<Scores>(Mask{}, 0, query).begin);
  }
  ATTN_ABI static constexpr std::size_t end(std::size_t query) {
    return within(row_of<Scores>(Mask{}, 0, query).end);
  }
};
template <class Scores>
struct kept_keys<no_mask, Scores> : runtime::every_key<last_axis<Scores>::size> {};

// What a kernel multiplies the scores by.
template <class T, class Q, class... Options>
ATTN_ABI constexpr T factor_of_scores(const Options&... options) {
  if constexpr (scales_scores<scale_option<Options...>>)
    return factor_of<T, tensor_of<T, Q>>(options...);
  else
    return T(1);
}

// A mask whose ranges of keys follow from its type, grow with the query, and are not empty.
template <class Mask, class Scores>
inline constexpr bool mask_is_fused = known_rows<mask_of<Mask>, Scores>.ranges_grow &&
                                      known_rows<mask_of<Mask>, Scores>.each_has_a_key;

}  // namespace detail

// Of operands and options that have passed the rules.
template <class T, class Q, class K, class... Options>
inline constexpr bool attention_is_fused = [] {
  using mask = detail::option_type<mask_kind, detail::no_mask, Options...>;
  if constexpr (detail::has_kind<score_kind, Options...> ||
                detail::has_kind<soft_cap_kind, Options...> ||
                (detail::has_kind<normaliser_kind, Options...> && !detail::has_sink<Options...>) ||
                detail::has_kind<bias_kind, Options...> || second_to_last_axis<Q>::size < 2 ||
                (detail::has_kind<masked_values_kind, Options...> &&
                 detail::has_kind<mask_kind, Options...>))  // a kernel multiplies what it masks
    return false;
  else
    return detail::kernel_scalar<T> && detail::mask_is_fused<mask, detail::scores_shape<Q, K>>;
}();

namespace detail {

// The extents of a fused attention. Its heads are all the leading axes.
template <class Q, class K, class V, class... Options>
struct attention_extents {
  using kept = kept_keys<option_type<mask_kind, no_mask, Options...>, scores_shape<Q, K>>;
  static constexpr std::size_t queries = second_to_last_axis<Q>::size, d_k = last_axis<Q>::size;
  static constexpr std::size_t keys = second_to_last_axis<K>::size, d_v = last_axis<V>::size;
  static constexpr std::size_t next_k = K::rank == 2 ? 0 : keys * d_k;
  static constexpr std::size_t next_v = V::rank == 2 ? 0 : keys * d_v;
  static constexpr std::size_t heads = Q::volume / (queries * d_k);
};

// At run time only: the output of an attention that is fused.
template <class T, class... Out, class... Q, class... K, class... V, class... Options>
ATTN_ABI void write_attention(tensor<T, Out...>& out, const tensor<T, Q...>& q,
                              const tensor<T, K...>& k, const tensor<T, V...>& v,
                              const Options&... options) {
  using of = attention_extents<shape<Q...>, shape<K...>, shape<V...>, Options...>;
  constexpr runtime::attention_padding padding =
      of::heads > 1
          ? runtime::attention_padding{}
          : runtime::attention_padding{capacity<T, of::queries * of::d_v> - of::queries * of::d_v,
                                       capacity<T, of::queries * of::d_k> - of::queries * of::d_k,
                                       capacity<T, shape<K...>::volume> - of::keys * of::d_k,
                                       capacity<T, shape<V...>::volume> - of::keys * of::d_v};
  const auto& scaled = queries_with_scale(q, options...);
  const T factor = factor_of_scores<T, shape<Q...>>(options...);
  if constexpr (has_sink<Options...>) {
    const auto sinks =
        sinks_of<tensor<T, dim<of::heads>>, scores_shape<shape<Q...>, shape<K...>>, 1>(
            option<normaliser_kind, softmax_of_scores>(options...));
    runtime::attention_with_sinks<typename of::kept, of::heads, of::queries, of::keys, of::d_k,
                                  of::d_v>(out.data(), scaled.data(), k.data(), of::next_k,
                                           v.data(), of::next_v, factor, sinks.data());
  } else {
    runtime::attention<typename of::kept, of::heads, of::queries, of::keys, of::d_k, of::d_v,
                       padding>(out.data(), scaled.data(), k.data(), of::next_k, v.data(),
                                of::next_v, factor);
  }
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
