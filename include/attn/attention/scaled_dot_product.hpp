// SPDX-License-Identifier: BSL-1.0
// Attention as soft lookup: for each query, the average of the values, weighted with the softmax of
// the scores of the query with the keys.
//
//   scaled_dot_product_attention(Q, K, V, options…)  softmax(Q K^T * scale) V
//   scaled_dot_product_attention_into(out, Q, K, V, …)  the same, into an existing tensor
//
// (token, d_k) x (key, d_k) x (key, d_v) -> (token, d_v). Optional leading axes (batch, head). In
// self-attention, where all three have the axis `token`, the key axis is named `key_token`, as by
// as_keys. Options: attention/options.hpp; by default scores are scaled by 1/sqrt(d_k), and there
// is no mask.
//
// Rules: the rules of attention_weights; same_size, same_name of K's and V's length; same_axes and
// same_element, for out, which must not overlap an operand.
// Accuracy: bit for bit matmul(attention_weights(Q, K, options…), V), whose headers state theirs.
// Special values: a NaN anywhere in a query's scores makes its row NaN, as does a product that
// overflows before it is scaled, which queries_scaled avoids (attention/scale.hpp). A weight of 0
// does not protect from NaN or an infinity in V, except with the option skip_masked.
// Cost: cost::scaled_dot_product_attention<Q, K, V>(options…): the cost of the weights, then T_k
// multiplications and T_k - 1 additions per element of the result; with skip_masked, only of the
// keys that the mask keeps.
#pragma once

#include <type_traits>

#include <attn/attention/fused.hpp>
#include <attn/attention/weights.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class... Options>
inline constexpr bool skips_masked =
    has_kind<masked_values_kind, Options...> && has_kind<mask_kind, Options...>;

// The place that chooses the evaluator. All rules have been passed.
template <class Result, class Scores, class T, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr Result attend(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                                 const tensor<T, V...>& v, const Options&... options) {
  Result out(uninitialized);
  if constexpr (attention_is_fused<T, shape<Q...>, shape<K...>, Options...>) {
    if (!std::is_constant_evaluated()) {
      write_attention(out, q, k, v, options...);
      return out;
    }
  }
  write_averages<!has_sink<Options...>>(out, weights_of<Scores>(q, k, options...), v);
  return out;
}

// Too much for the steps of Clang's default, whose message names calls and not the flag: one call
// has the name of the flag.
template <class Scores, class... Widths>
inline constexpr bool takes_many_steps =
    rules::saturating_product(Scores::volume, rules::saturating_sum(Widths::size...)) > (1 << 23);
template <class Result, class Scores, class... Arguments>
ATTN_ABI constexpr Result more_steps_than_the_default_of_fconstexpr_steps(
    const Arguments&... arguments) {
  return attend<Result, Scores>(arguments...);
}
template <class Result, class Scores, class... Arguments>
ATTN_ABI constexpr Result attend_in_many_steps(const Arguments&... arguments) {
  if (std::is_constant_evaluated())
    return more_steps_than_the_default_of_fconstexpr_steps<Result, Scores>(arguments...);
  return attend<Result, Scores>(arguments...);
}

}  // namespace detail

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto scaled_dot_product_attention(const tensor<T, Q...>& q,
                                                     const tensor<U, K...>& k,
                                                     const tensor<W, V...>& v,
                                                     const Options&... options) {
  using call = rules::attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>;
  ATTN_REQUIRE_ATTENTION(call, "attn::scaled_dot_product_attention(Q, K, V)",
                         "attn::scaled_dot_product_attention(Q, K, V, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::scaled_dot_product_attention(Q, K, V, options…)");
  if constexpr (call::all::value) {
    using scores = detail::scores_of<tensor<T, Q...>, tensor<T, K...>, Options...>;
    using result = tensor_of<T, detail::product_shape<typename scores::shape_type, shape<V...>>>;
    if constexpr (std::is_arithmetic_v<T>)
      if (std::is_constant_evaluated())
        static_cast<void>(detail::elements_of(q)), static_cast<void>(detail::elements_of(k)),
            static_cast<void>(detail::elements_of(v));
    if constexpr (detail::skips_masked<Options...>)
      return detail::weigh_kept<result, !detail::has_sink<Options...>>(
          detail::weights_of<scores>(q, k, options...), v,
          detail::as_mask(detail::option<mask_kind, detail::no_mask>(options...)));
    else if constexpr (detail::takes_many_steps<scores, last_axis<shape<Q...>>,
                                                last_axis<shape<V...>>>)
      return detail::attend_in_many_steps<result, scores>(q, k, v, options...);
    else
      return detail::attend<result, scores>(q, k, v, options...);
  } else {
    return q;
  }
}

ATTN_ANOTHER_FORM(scaled_dot_product_attention, < 2,
                  "attn::scaled_dot_product_attention(Q, K, V): V is missing; the weights alone: "
                  "attention_weights(Q, K)")

namespace detail {

// In a function of its own: unoptimised, a caller has room for the result on its stack, used or
// not.
template <class Out, class... Arguments>
ATTN_ABI constexpr void copy_attention(Out& out, const Arguments&... arguments) {
  const auto attended = scaled_dot_product_attention(arguments...);
  for (std::size_t i = 0; i < out.size(); ++i) out.data()[i] = attended.data()[i];
}

template <class T, class... Out, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr void attend_into(tensor<T, Out...>& out, const tensor<T, Q...>& q,
                                    const tensor<T, K...>& k, const tensor<T, V...>& v,
                                    const Options&... options) {
  if constexpr (attention_is_fused<T, shape<Q...>, shape<K...>, Options...>) {
    if (!std::is_constant_evaluated()) return write_attention(out, q, k, v, options...);
  }
  copy_attention(out, q, k, v, options...);
}

}  // namespace detail

// For results that are too large for the stack, or written again and again. Where attention is
// fused (attention/fused.hpp) no score matrix is made either.
template <class R, class T, class U, class W, class... Out, class... Q, class... K, class... V,
          class... Options>
ATTN_ABI constexpr void scaled_dot_product_attention_into(tensor<R, Out...>& out,
                                                          const tensor<T, Q...>& q,
                                                          const tensor<U, K...>& k,
                                                          const tensor<W, V...>& v,
                                                          const Options&... options) {
  using call = rules::attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>;
  ATTN_REQUIRE_ATTENTION(call, "attn::scaled_dot_product_attention_into(out, Q, K, V)",
                         "attn::scaled_dot_product_attention_into(out, Q, K, V, …)");
  ATTN_REQUIRE_OPTIONS(call, "attn::scaled_dot_product_attention_into(out, Q, K, V, …)");
  using into = rules::out_call<tensor<R, Out...>, typename call::result>;
  ATTN_REQUIRE_OUT(into, "attn::scaled_dot_product_attention_into(out, Q, K, V)");
  if constexpr (call::all::value && into::all::value) detail::attend_into(out, q, k, v, options...);
}

ATTN_COST(scaled_dot_product_attention)

}  // namespace attn
ATTN_STRICT_FP_END
