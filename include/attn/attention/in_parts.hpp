// SPDX-License-Identifier: BSL-1.0
// Attention whose work is divided into parts that may run at the same time (ops/in_parts.hpp).
//
//   scaled_dot_product_attention_into(in_parts<4>(run), out, Q, K, V, options…)
//
// Parts are heads, which means all leading axes, if there are as many as parts; otherwise each part
// takes some queries of each head. Attention that is not fused (attention/fused.hpp), and constant
// evaluation, is one part. With causal<> the last queries have the most keys: with more parts than
// threads, a thread that has finished takes another part.
//
// Shapes, rules, options: those of scaled_dot_product_attention_into.
// Accuracy: bit for bit the call without parts, whatever the number of parts and threads.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/in_parts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The keys of the queries from First on.
template <class Kept, std::size_t First>
struct kept_keys_from {
  static constexpr bool all = Kept::all;
  ATTN_ABI static constexpr std::size_t begin(std::size_t query) {
    return Kept::begin(First + query);
  }
  ATTN_ABI static constexpr std::size_t end(std::size_t query) { return Kept::end(First + query); }
};

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

// The output of `Count` heads from `first` on, and of `Count` queries of each head from First on.
template <class Of, std::size_t Count, class T>
ATTN_ABI void write_heads(T* out, const T* q, const T* k, const T* v, const T& scale,
                          std::size_t first) {
  runtime::attention<typename Of::kept, Count, Of::queries, Of::keys, Of::d_k, Of::d_v>(
      out + first * Of::queries * Of::d_v, q + first * Of::queries * Of::d_k,
      k + first * Of::next_k, Of::next_k, v + first * Of::next_v, Of::next_v, scale);
}
template <class Of, std::size_t Count, std::size_t First, class T>
ATTN_ABI void write_queries(T* out, const T* q, const T* k, const T* v, const T& scale) {
  using kept = kept_keys_from<typename Of::kept, First>;
  for (std::size_t head = 0; head < Of::heads; ++head)
    runtime::attention<kept, 1, Count, Of::keys, Of::d_k, Of::d_v>(
        out + (head * Of::queries + First) * Of::d_v, q + (head * Of::queries + First) * Of::d_k,
        k + head * Of::next_k, Of::next_k, v + head * Of::next_v, Of::next_v, scale);
}

// At run time only: the output of an attention that is fused.
template <std::size_t N, class Run, class T, class... Out, class... Q, class... K, class... V,
          class... Options>
ATTN_ABI void write_attention(const parts<N, Run>& in, tensor<T, Out...>& out,
                              const tensor<T, Q...>& q, const tensor<T, K...>& k,
                              const tensor<T, V...>& v, const Options&... options) {
  using of = attention_extents<shape<Q...>, shape<K...>, shape<V...>, Options...>;
  const T scale = factor_of_scores<T, shape<Q...>>(options...);
  if constexpr (of::heads >= N)
    divide<of::heads>(in, [&](auto count, std::size_t first) {
      write_heads<of, count.value>(out.data(), q.data(), k.data(), v.data(), scale, first);
    });
  else
    divide_with_constants<of::queries>(in, [&](auto count, auto first) {
      write_queries<of, count.value, first.value>(out.data(), q.data(), k.data(), v.data(), scale);
    });
}

}  // namespace detail

template <std::size_t N, class Run, class R, class T, class U, class W, class... Out, class... Q,
          class... K, class... V, class... Options>
ATTN_ABI constexpr void scaled_dot_product_attention_into(
    const parts<N, Run>& in, tensor<R, Out...>& out, const tensor<T, Q...>& q,
    const tensor<U, K...>& k, const tensor<W, V...>& v, const Options&... options) {
  using call = rules::attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>;
  if constexpr (call::holds) {
    if constexpr (rules::out_call<tensor<R, Out...>, typename call::result>::holds &&
                  attention_is_fused<T, shape<Q...>, shape<K...>, Options...>) {
      if (!std::is_constant_evaluated())
        return detail::write_attention(in, out, q, k, v, options...);
    }
  }
  scaled_dot_product_attention_into(out, q, k, v, options...);
}

}  // namespace attn
ATTN_STRICT_FP_END
