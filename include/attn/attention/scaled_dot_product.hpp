// SPDX-License-Identifier: BSL-1.0
// Attention as soft lookup: each query's weighted average of the values, the weights being the
// softmax of its scores with the keys.
//
//   scaled_dot_product_attention(Q, K, V, options…)  softmax(Q K^T * scale) V
//   scaled_dot_product_attention_into(out, Q, K, V, options…)  the same, into the caller's tensor
//
// (token, d_k) x (key, d_k) x (key, d_v) -> (token, d_v). Leading axes (batch, head) go along. In
// self-attention all three come from one axis `token`: keys and values then count as `key_token`,
// as if as_keys had been called. Options: attention/options.hpp; by default scores are scaled by
// 1/sqrt(d_k) and everybody may attend to everybody.
//
// Rules: those of attention_weights; same_size, same_name of K's and V's length; same_axes and
// same_element, for out, which must not overlap an operand.
// Accuracy: bit for bit matmul(attention_weights(Q, K, options…), V), whose headers state theirs.
// Special values: a NaN anywhere in a query's scores makes its row NaN; a weight of 0 does not
// protect from a NaN or an infinity in V, unless the option skip_masked says so.
#pragma once

#include <type_traits>

#include <attn/attention/fused.hpp>
#include <attn/attention/weights.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Q, class K, class V>
consteval bool values_fit() {
  if constexpr (Q::rank < 2 || K::rank < 2 || V::rank < 2) {
    return false;
  } else {
    using length_of_K = rules::length_of_K<second_to_last_axis<K>>;
    using length_of_V = rules::length_of_V<second_to_last_axis<V>>;
    return rules::same_size<length_of_K, length_of_V>::value &&
           rules::same_name<length_of_K, length_of_V>::value && leading_axes_fit<Q, V>;
  }
}

// Have these operands and options passed all rules?
template <class T, class U, class W, class Q, class K, class V, class... Options>
consteval bool attention_applies() {
  if constexpr (std::is_same_v<T, U> && std::is_same_v<T, W> &&
                rules::floating_point_element<rules::element<T>>::value &&
                rules::are_options<rules::options<Options...>>::value &&
                rules::one_of_each_kind<kinds_of<Options...>>::value && values_fit<Q, K, V>()) {
    if constexpr (operands_fit<has_kind<score_kind, Options...>, Q, K>())
      return options_for<T, Q, K, Options...>::sound;
    else
      return false;
  } else {
    return false;
  }
}

// The place that chooses the evaluator. All rules have been passed.
template <class T, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto attend(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                               const tensor<T, V...>& v, const Options&... options) {
  using scores = shape_of_scores<T, shape<Q...>, shape<K...>, Options...>;
  tensor_of<T, product_shape<scores, shape<V...>>> out(uninitialized);
  if (std::is_constant_evaluated())
    out = matmul(attention_weights(q, k, options...), v);
  else if constexpr (attention_is_fused<T, shape<Q...>, shape<K...>, Options...>)
    write_attention(out, q, k, v, options...);
  else
    write_product(out, attention_weights(q, k, options...), v);
  return out;
}

}  // namespace detail

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto scaled_dot_product_attention(const tensor<T, Q...>& q,
                                                     const tensor<U, K...>& k,
                                                     const tensor<W, V...>& v,
                                                     const Options&... options) {
  ATTN_ATTENTION_TAKES("attn::scaled_dot_product_attention(Q, K, V");
  if constexpr (sound && detail::operands_fit<scored, shape<Q...>, shape<K...>>() &&
                detail::values_fit<shape<Q...>, shape<K...>, shape<V...>>()) {
    const auto& values = detail::in_role_of_keys<shape<Q...>>(v);
    using options_of = detail::options_for<T, shape<Q...>, shape<K...>, Options...>;
    ATTN_OPTIONS_FIT("attn::scaled_dot_product_attention(Q, K, V, options…): ", options_of);
    if constexpr (!options_of::sound)
      return q;
    else if constexpr (detail::has_kind<masked_values_kind, Options...> &&
                       detail::has_kind<mask_kind, Options...>)
      return detail::weigh_kept(
          attention_weights(q, k, options...), values,
          detail::as_mask(detail::option<mask_kind, detail::no_mask>(options...)));
    else
      return detail::attend(q, k, values, options...);
  } else {
    return q;
  }
}

namespace detail {
// In a function of its own: unoptimised, a caller has room for the result on its stack, used or
// not.
template <class Out, class... Arguments>
ATTN_ABI constexpr void copy_attention(Out& out, const Arguments&... arguments) {
  const auto attended = scaled_dot_product_attention(arguments...);
  for (std::size_t i = 0; i < out.size(); ++i) out.data()[i] = attended.data()[i];
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
  ATTN_ATTENTION_TAKES("attn::scaled_dot_product_attention_into(out, Q, K, V");
  if constexpr (sound && detail::operands_fit<scored, shape<Q...>, shape<K...>>() &&
                detail::values_fit<shape<Q...>, shape<K...>, shape<V...>>()) {
    using options_of = detail::options_for<T, shape<Q...>, shape<K...>, Options...>;
    ATTN_OPTIONS_FIT("attn::scaled_dot_product_attention_into(out, Q, K, V, …): ", options_of);
  }
  if constexpr (detail::attention_applies<T, U, W, shape<Q...>, shape<K...>, shape<V...>,
                                          Options...>()) {
    using result = decltype(scaled_dot_product_attention(q, k, v, options...));
    using wanted = rules::role_of<rules::result_axes, typename result::shape_type>;
    using given = rules::axes_of<Out...>;
    static_assert(
        rules::same_element<rules::element_of_A<R>, rules::element_of_B<T>>::value,
        "attn::scaled_dot_product_attention_into(out, Q, K, V): out must have the element "
        "type of Q, K and V");
    static_assert(
        rules::same_axis<rules::differing_in_A<given, wanted>,
                         rules::differing_in_B<given, wanted>>::value,
        "attn::scaled_dot_product_attention_into(out, Q, K, V): out must have the axes of "
        "the result");
    if constexpr (std::is_same_v<R, T> && rules::same_axes<given, wanted>::value) {
      if constexpr (attention_is_fused<T, shape<Q...>, shape<K...>, Options...>) {
        if (!std::is_constant_evaluated()) return detail::write_attention(out, q, k, v, options...);
      }
      detail::copy_attention(out, q, k, v, options...);
    }
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
