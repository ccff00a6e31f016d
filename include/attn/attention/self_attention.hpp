// SPDX-License-Identifier: BSL-1.0
// Self-attention: queries, keys and values are three projections of one sequence.
//
//   self_attention(X, W_q, W_k, W_v, options…)
//     = scaled_dot_product_attention(X W_q, X W_k, X W_v, options…)
//
// (token, width) x (width, d_k) x (width, d_k) x (width, d_v) -> (token, d_v). Weights are
// (input, output), multiplied from the right; leading axes of X go along. The keys and values count
// as `key_token`, as in scaled_dot_product_attention, whose options these are.
//
// Rules: same_size, same_name of X's width and each input; same_size of the outputs of W_q and W_k;
// same_element; floating_point_element; are_options, one_of_each_kind.
// Accuracy and special values: bit for bit the composition above.
#pragma once

#include <type_traits>

#include <attn/attention/scaled_dot_product.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// X (…, token, width) can be projected by the matrix W (width, output).
template <class X, class W>
consteval bool projection_fits() {
  using width = rules::width_of_X<last_axis<X>>;
  using input = rules::input_of_W<second_to_last_axis<W>>;
  return rules::same_size<width, input>::value && rules::same_name<width, input>::value;
}

}  // namespace detail

template <class T, class Tq, class Tk, class Tv, class... X, class... Wq, class... Wk, class... Wv,
          class... Options>
ATTN_ABI constexpr auto self_attention(const tensor<T, X...>& x, const tensor<Tq, Wq...>& w_q,
                                       const tensor<Tk, Wk...>& w_k, const tensor<Tv, Wv...>& w_v,
                                       const Options&... options) {
  constexpr bool ranks =
      sizeof...(X) >= 2 && sizeof...(Wq) == 2 && sizeof...(Wk) == 2 && sizeof...(Wv) == 2;
  static_assert(rules::rank_at_least<rules::axes_of<X...>, rules::rank<2>>::value,
                "attn::self_attention(X, W_q, W_k, W_v): X must have a sequence axis and a width");
  static_assert(rules::is_matrix<rules::in_brief<rules::axes_of<Wq...>>>::value &&
                    rules::is_matrix<rules::in_brief<rules::axes_of<Wk...>>>::value &&
                    rules::is_matrix<rules::in_brief<rules::axes_of<Wv...>>>::value,
                "attn::self_attention(X, W_q, W_k, W_v): each weight must have two axes, input and "
                "output");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<Tq>>::value &&
                    rules::same_element<rules::element_of_A<T>, rules::element_of_B<Tk>>::value &&
                    rules::same_element<rules::element_of_A<T>, rules::element_of_B<Tv>>::value,
                "attn::self_attention(X, W_q, W_k, W_v): requires one element type for all "
                "operands; convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::self_attention(X, W_q, W_k, W_v): requires a floating-point element type; "
                "convert with as<double>(x)");
  static_assert(rules::are_options<rules::options<Options...>>::value,
                "attn::self_attention(X, W_q, W_k, W_v, options…): a trailing argument is not an "
                "option; a scale is scaled_by(x), a mask keep_where(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>::value,
                "attn::self_attention(X, W_q, W_k, W_v, options…): two options of one kind; two "
                "masks are a & b");
  constexpr bool sound = std::is_same_v<T, Tq> && std::is_same_v<T, Tk> && std::is_same_v<T, Tv> &&
                         rules::floating_point_element<rules::element<T>>::value &&
                         rules::are_options<rules::options<Options...>>::value &&
                         rules::one_of_each_kind<detail::kinds_of<Options...>>::value;
  if constexpr (ranks) {
    using width = rules::width_of_X<last_axis<shape<X...>>>;
    using input_q = rules::input_of_W<axis_at<shape<Wq...>, 0>>;
    using input_k = rules::input_of_W<axis_at<shape<Wk...>, 0>>;
    using input_v = rules::input_of_W<axis_at<shape<Wv...>, 0>>;
    using width_of_Q = rules::width_of_Q<axis_at<shape<Wq...>, 1>>;
    using width_of_K = rules::width_of_K<axis_at<shape<Wk...>, 1>>;
    static_assert(
        rules::same_size<width, input_q>::value && rules::same_name<width, input_q>::value,
        "attn::self_attention(X, W_q, W_k, W_v): the input of W_q must be X's last axis");
    static_assert(
        rules::same_size<width, input_k>::value && rules::same_name<width, input_k>::value,
        "attn::self_attention(X, W_q, W_k, W_v): the input of W_k must be X's last axis");
    static_assert(
        rules::same_size<width, input_v>::value && rules::same_name<width, input_v>::value,
        "attn::self_attention(X, W_q, W_k, W_v): the input of W_v must be X's last axis");
    static_assert(rules::same_size<width_of_Q, width_of_K>::value,
                  "attn::self_attention(X, W_q, W_k, W_v): W_q and W_k must have the same width "
                  "(d_k)");
    static_assert(rules::same_name<width_of_Q, width_of_K>::value,
                  "attn::self_attention(X, W_q, W_k, W_v): the outputs of W_q and W_k have "
                  "different names");
    constexpr bool fit = detail::projection_fits<shape<X...>, shape<Wq...>>() &&
                         detail::projection_fits<shape<X...>, shape<Wk...>>() &&
                         detail::projection_fits<shape<X...>, shape<Wv...>>() &&
                         rules::same_size<width_of_Q, width_of_K>::value &&
                         rules::same_name<width_of_Q, width_of_K>::value;
    if constexpr (fit && sound) {
      using of_q = with_last_axis<shape<X...>, axis_at<shape<Wq...>, 1>>;
      using of_k = with_last_axis<shape<X...>, axis_at<shape<Wk...>, 1>>;
      using options_of = detail::options_for<T, of_q, of_k, Options...>;
      ATTN_OPTIONS_FIT("attn::self_attention(X, W_q, W_k, W_v, options…): ", options_of);
      if constexpr (options_of::sound)
        return scaled_dot_product_attention(matmul(x, w_q), matmul(x, w_k), matmul(x, w_v),
                                            options...);
      else
        return x;
    } else {
      return x;
    }
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
