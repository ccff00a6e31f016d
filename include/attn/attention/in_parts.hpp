// SPDX-License-Identifier: BSL-1.0
// Attention whose work is divided into parts that may run at the same time (ops/in_parts.hpp).
//
//   scaled_dot_product_attention_into(in_parts<4>(run), out, Q, K, V, options…)
//
// Parts are heads, which means all leading axes, if there are as many as parts. Otherwise each part
// takes some queries of each head: fewer where they have more keys, as the last ones have with
// causal<>. Attention that is not fused (attention/fused.hpp), and constant evaluation, is one
// part.
//
// Shapes, rules, options: the shapes, rules and options of scaled_dot_product_attention_into.
// Accuracy: bit for bit the call without parts, whatever the number of parts and threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

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

// Where each of N parts of the queries begins, for about as many scores in each: in whole panels
// where there are enough of them, or whole vectors of queries. A part may be empty.
template <class Kept, std::size_t Queries, std::size_t N, std::size_t Panel, std::size_t Lanes>
struct parts_of_queries {
  static constexpr std::size_t count = N < Queries ? N : Queries, each = Queries / count;
  static constexpr std::size_t step = each >= 8 * Panel ? Panel : each >= Lanes ? Lanes : 1;

  // The scores of the queries of a step, which compute them up to the last key of all. Each query
  // counts one more, so that queries without keys count as well.
  ATTN_ABI static constexpr std::uint64_t scores(std::size_t first) {
    const std::size_t end = first + step < Queries ? first + step : Queries;
    return std::uint64_t{end - first} * (Kept::end(end - 1) + 1);
  }
  std::size_t first[count + 1] = {};
  ATTN_ABI constexpr parts_of_queries() {
    std::uint64_t all = 0, before = 0;
    for (std::size_t i = 0; i < Queries; i += step) all += scores(i);
    std::size_t part = 1;
    for (std::size_t i = 0; i < Queries; i += step) {
      const std::uint64_t now = scores(i);
      for (; part < count && (2 * before + now) * count >= 2 * all * part; ++part) first[part] = i;
      before += now;
    }
    for (; part <= count; ++part) first[part] = Queries;
  }
};

// The output of `Count` heads from `first` on, and of the queries from First to End of each head.
template <class Of, std::size_t Count, class T>
ATTN_ABI void write_heads(T* out, const T* q, const T* k, const T* v, const T& scale,
                          std::size_t first) {
  runtime::attention<typename Of::kept, Count, Of::queries, Of::keys, Of::d_k, Of::d_v>(
      out + first * Of::queries * Of::d_v, q + first * Of::queries * Of::d_k,
      k + first * Of::next_k, Of::next_k, v + first * Of::next_v, Of::next_v, scale);
}
template <class Of, std::size_t First, std::size_t End, class T>
ATTN_ABI void write_queries(T* out, const T* q, const T* k, const T* v, const T& scale) {
  using kept = kept_keys_from<typename Of::kept, First>;
  if constexpr (First < End)
    for (std::size_t head = 0; head < Of::heads; ++head)
      runtime::attention<kept, 1, End - First, Of::keys, Of::d_k, Of::d_v>(
          out + (head * Of::queries + First) * Of::d_v, q + (head * Of::queries + First) * Of::d_k,
          k + head * Of::next_k, Of::next_k, v + head * Of::next_v, Of::next_v, scale);
}

template <class Of, std::size_t N, class T>
struct part_of_queries {
  using plan = runtime::attention_plan<native_isa, T, Of::queries, Of::keys, Of::d_k, Of::d_v>;
  ATTN_ABI static constexpr parts_of_queries<
      typename Of::kept, Of::queries, N, plan::template together<typename Of::kept>, plan::widest>
      parts{};
  static constexpr std::make_index_sequence<parts.count> all_parts{};

  // Each part has extents of its own, which are constants.
  template <std::size_t... Part>
  ATTN_ABI static void write(std::index_sequence<Part...>, std::size_t part, T* out, const T* q,
                             const T* k, const T* v, const T& scale) {
    (void)((part == Part &&
            (write_queries<Of, parts.first[Part], parts.first[Part + 1]>(out, q, k, v, scale),
             true)) ||
           ...);
  }
};

// At run time only: the output of an attention that is fused.
template <std::size_t N, class Run, class T, class... Out, class... Q, class... K, class... V,
          class... Options>
ATTN_ABI void write_attention(const parts<N, Run>& in, tensor<T, Out...>& out,
                              const tensor<T, Q...>& q, const tensor<T, K...>& k,
                              const tensor<T, V...>& v, const Options&... options) {
  using of = attention_extents<shape<Q...>, shape<K...>, shape<V...>, Options...>;
  const T scale = factor_of_scores<T, shape<Q...>>(options...);
  const auto& scaled = queries_with_scale(q, options...);
  if constexpr (of::heads >= N)
    divide<of::heads>(in, [&](auto count, std::size_t first) {
      write_heads<of, count.value>(out.data(), scaled.data(), k.data(), v.data(), scale, first);
    });
  else
    in.run(part_of_queries<of, N, T>::parts.count, [&](std::size_t part) {
      using queries = part_of_queries<of, N, T>;
      queries::write(queries::all_parts, part, out.data(), scaled.data(), k.data(), v.data(),
                     scale);
    });
}

}  // namespace detail

template <std::size_t N, class Run, class R, class T, class U, class W, class... Out, class... Q,
          class... K, class... V, class... Options>
ATTN_ABI constexpr void scaled_dot_product_attention_into(
    const parts<N, Run>& in, tensor<R, Out...>& out, const tensor<T, Q...>& q,
    const tensor<U, K...>& k, const tensor<W, V...>& v, const Options&... options) {
  using call = rules::attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>;
  if constexpr (call::all::value) {
    if constexpr (rules::out_call<tensor<R, Out...>, typename call::result>::all::value &&
                  attention_is_fused<T, shape<Q...>, shape<K...>, Options...> &&
                  !detail::has_sink<Options...>) {
      if (!std::is_constant_evaluated())
        return detail::write_attention(in, out, q, k, v, options...);
    }
  }
  scaled_dot_product_attention_into(out, q, k, v, options...);
}

}  // namespace attn
ATTN_STRICT_FP_END
