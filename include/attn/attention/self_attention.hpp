// SPDX-License-Identifier: BSL-1.0
// Self-attention: queries, keys and values are three projections of one sequence.
//
//   self_attention(X, W_q, W_k, W_v, options…)
//     = scaled_dot_product_attention(X W_q, X W_k, X W_v, options…)
//
// (token, width) x (width, d_k) x (width, d_k) x (width, d_v) -> (token, d_v). Weights are
// (input, output), multiplied from the right; optional leading axes of X. The key axis is named
// `key_token`, as in scaled_dot_product_attention, which has the same options.
//
// Rules: same_size, same_name of X's width and each input; same_size of the outputs of W_q and W_k;
// same_element; floating_point_element; are_options, one_of_each_kind.
// Accuracy and special values: bit for bit the composition above.
// Cost: cost::self_attention<X, Wq, Wk, Wv>(options…), that of the composition.
#pragma once

#include <attn/attention/scaled_dot_product.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

// A sequence and the weights of its projections.
template <class X, class Wq, class Wk, class Wv>
struct self_projections_call;
template <class T, class Tq, class Tk, class Tv, class... X, class... Wq, class... Wk, class... Wv>
struct self_projections_call<tensor<T, X...>, tensor<Tq, Wq...>, tensor<Tk, Wk...>,
                             tensor<Tv, Wv...>> {
  using width = width_of_X<last_axis<shape<X...>>>;
  using width_in_Q = width_of_Q<axis_at<shape<Wq...>, 1>>;
  using width_in_K = width_of_K<axis_at<shape<Wk...>, 1>>;
  template <class... W>
  using input = input_of_W<axis_at<shape<W...>, 0>>;

  using operands = roles<axes_of<X...>>;
  using two_axes = rank_at_least<axes_of<X...>, rank<2>>;
  using matrices = each_of<is_matrix<in_brief<axes_of<Wq...>>>, is_matrix<in_brief<axes_of<Wk...>>>,
                           is_matrix<in_brief<axes_of<Wv...>>>>;
  using one_element = each_of<same_element<element_of_A<T>, element_of_B<Tq>>,
                              same_element<element_of_A<T>, element_of_B<Tk>>,
                              same_element<element_of_A<T>, element_of_B<Tv>>>;
  using floating_point = only_if<one_element::value, floating_point_element<element<T>>>;
  static constexpr bool ranks = all_hold<two_axes, matrices>;
  using input_of_queries = only_if<ranks, same_axis<width, input<Wq...>>>;
  using input_of_keys = only_if<ranks, same_axis<width, input<Wk...>>>;
  using input_of_values = only_if<ranks, same_axis<width, input<Wv...>>>;
  // Of a weight with another input, transposed perhaps, the output tells nothing.
  static constexpr bool projected = ranks && all_hold<input_of_queries, input_of_keys>;
  using widths = only_if<projected, same_size<width_in_Q, width_in_K>>;
  using width_names = only_if<projected, same_name<width_in_Q, width_in_K>>;
  static constexpr bool axes_fit =
      ranks && all_hold<input_of_queries, input_of_keys, input_of_values, widths, width_names>;
};

template <class X, class Wq, class Wk, class Wv, class... Options>
using self_attention_call =
    call_with_options<self_projections_call<X, Wq, Wk, Wv>, typename X::value_type,
                      with_last_axis<typename X::shape_type, last_axis<typename Wq::shape_type>>,
                      with_last_axis<typename X::shape_type, last_axis<typename Wk::shape_type>>,
                      Options...>;

}  // namespace rules

template <class T, class Tq, class Tk, class Tv, class... X, class... Wq, class... Wk, class... Wv,
          class... Options>
ATTN_ABI constexpr auto self_attention(const tensor<T, X...>& x, const tensor<Tq, Wq...>& w_q,
                                       const tensor<Tk, Wk...>& w_k, const tensor<Tv, Wv...>& w_v,
                                       const Options&... options) {
  using call = rules::self_attention_call<tensor<T, X...>, tensor<Tq, Wq...>, tensor<Tk, Wk...>,
                                          tensor<Tv, Wv...>, Options...>;
  ATTN_REQUIRE(call, two_axes,
               "attn::self_attention(X, W_q, W_k, W_v): X must have a sequence axis and a width");
  ATTN_REQUIRE(call, matrices,
               "attn::self_attention(X, W_q, W_k, W_v): each weight must have two axes, input and "
               "output");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::self_attention(X, W_q, W_k, W_v)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::self_attention(X, W_q, W_k, W_v)");
  ATTN_REQUIRE(call, input_of_queries,
               "attn::self_attention(X, W_q, W_k, W_v): the input of W_q must be X's last axis");
  ATTN_REQUIRE(call, input_of_keys,
               "attn::self_attention(X, W_q, W_k, W_v): the input of W_k must be X's last axis");
  ATTN_REQUIRE(call, input_of_values,
               "attn::self_attention(X, W_q, W_k, W_v): the input of W_v must be X's last axis");
  ATTN_REQUIRE(
      call, widths,
      "attn::self_attention(X, W_q, W_k, W_v): W_q and W_k must have the same width (d_k)");
  ATTN_REQUIRE(call, width_names,
               "attn::self_attention(X, W_q, W_k, W_v): the outputs of W_q and W_k have different "
               "names");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::self_attention(X, W_q, W_k, W_v, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::self_attention(X, W_q, W_k, W_v, options…)");
  if constexpr (call::holds) {
    const auto q = matmul(x, w_q);
    const auto k = matmul(x, w_k);
    const auto v = matmul(x, w_v);
    return scaled_dot_product_attention(q, k, v, options...);
  } else
    return x;
}

namespace cost {
template <class X, class Wq, class Wk, class Wv, class... Options>
ATTN_ABI constexpr operation_count self_attention(const Options&... options) {
  const operation_count call = detail::possible<decltype(attn::self_attention(
      detail::some<X>(), detail::some<Wq>(), detail::some<Wk>(), detail::some<Wv>(), options...))>;
  using Q = decltype(attn::matmul(detail::some<X>(), detail::some<Wq>()));
  using K = decltype(attn::matmul(detail::some<X>(), detail::some<Wk>()));
  using V = decltype(attn::matmul(detail::some<X>(), detail::some<Wv>()));
  return call + matmul<X, Wq>() + matmul<X, Wk>() + matmul<X, Wv>() +
         cost::scaled_dot_product_attention<Q, K, V>(options...);
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
