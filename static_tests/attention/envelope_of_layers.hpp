// SPDX-License-Identifier: BSL-1.0
// What PyTorch's MultiheadAttention computed is within the envelopes of the library's layer: heads,
// weights, context and output of all reference cases; layers with mistakes are not.
#pragma once

#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/slices.hpp>
#include <attn/attention/torch_multi_head.hpp>
#include <attn/attention/window.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/ops/slice.hpp>
#include <attn/scalars/is_within.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/rename.hpp>
#include <utility>

#include "static_tests/reference/layers_mha_causal.hpp"
#include "static_tests/reference/layers_mha_cross.hpp"
#include "static_tests/reference/layers_mha_cross_kdim_vdim.hpp"
#include "static_tests/reference/layers_mha_key_padding.hpp"
#include "static_tests/reference/layers_mha_one_head.hpp"
#include "static_tests/reference/layers_mha_self.hpp"
#include "static_tests/reference/layers_mha_self_no_bias.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/torch_multi_head.hpp"

namespace attn_tests::envelope_of_layers_tests {

using namespace attn;

// In C++26 all of it is more steps than Clang allows a constant.
#if defined(__clang__) && __cplusplus > 202302L
inline constexpr bool all_parts = false;
#else
inline constexpr bool all_parts = true;
#endif

// All that the layer `right` computes on the way; and that its mistakes are found.
template <class Head, class T, class Layer, class... Options>
constexpr void check_case(report& r, const Layer& right, const auto& wanted, const auto& q64,
                          const auto& k64, const auto& v64, const Options&... options) {
  using any = envelope<T>;
  const auto f = as<any>(right);
  const auto q = as<any>(q64);
  const auto k = as<any>(k64);
  const auto v = as<any>(v64);
  const auto qs = f.q_proj(q);
  const auto ks = f.k_proj(k);
  const auto vs = f.v_proj(v);
  constexpr std::size_t d_k = decltype(qs)::shape_type::extents[1] / Head::size;
  constexpr std::size_t d_v = decltype(vs)::shape_type::extents[1] / Head::size;
  r.check(is_within(number<T>(wanted.q), split_heads<Head, dim<d_k>>(qs)));
  r.check(is_within(number<T>(wanted.k), split_heads<Head, dim<d_k>>(ks)));
  r.check(is_within(number<T>(wanted.v), split_heads<Head, dim<d_v>>(vs)));
  if constexpr (all_parts) {
    r.check(is_within(number<T>(wanted.weights), f.weights(q, k, options...)));
    r.check(is_within(number<T>(wanted.average), f.averaged_weights(q, k, options...)));
    const auto slices = attention_of_slices<Head>(qs, ks, vs, options...);
    r.check(is_within(number<T>(wanted.context), unnamed(slices)));
  }
  const auto all = f(q, k, v, options...);
  r.check(is_within(number<T>(wanted.out), all));
  const auto result = [&](const auto& layer, const auto&... more) {
    return layer(as<T>(q64), as<T>(k64), as<T>(v64), options..., more...);
  };
  r.check(is_within(result(right), all));
  r.check(!is_within(result(right, scaled_by(T(1) / math::sqrt(T(d_k + 1)))), all));
  auto wrong = right;
  wrong.out_proj.bias = {};
  r.check(!is_within(result(wrong), all));
  wrong = right;
  wrong.v_proj.bias = {};
  r.check(!is_within(result(wrong), all));
}

template <class T>
constexpr report self() {
  using namespace reference::layers_mha_self;
  report r;
  const auto f =
      from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  check_case<dim<2>, T>(
      r, f, expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, X, X, X);
  return r;
}
// Heads that are as many as others, or the rows of a head that are not its own.
template <class T>
constexpr report mistaken_heads() {
  using namespace reference::layers_mha_self;
  report r;
  const auto of = [](auto head) {
    return from_torch<T, decltype(head)>(in_proj_weight, in_proj_bias, out_proj_weight,
                                         out_proj_bias);
  };
  const auto all = as<envelope<T>>(of(dim<2>{}))(as<envelope<T>>(X));
  r.check(is_within(of(dim<2>{})(as<T>(X)), all));
  r.check(!is_within(of(dim<3>{})(as<T>(X)), all));
  r.check(!is_within(of(dim<1>{})(as<T>(X)), all));
  r.check(!is_within(of(dim<2>{})(as<T>(X), causal<>), all));
  auto wrong = of(dim<2>{});
  std::swap(wrong.q_proj, wrong.k_proj);
  r.check(!is_within(wrong(as<T>(X)), all));
  return r;
}
template <class T>
constexpr report self_without_bias() {
  using namespace reference::layers_mha_self_no_bias;
  report r;
  const auto f = launder(torch_multi_head<dim<4>>(as<T>(in_proj_weight), as<T>(out_proj_weight)));
  const auto g = as<envelope<T>>(f);
  const auto x = as<envelope<T>>(X);
  r.check(is_within(number<T>(weights), g.weights(x, x)));
  const auto all = g(x);
  r.check(is_within(number<T>(out), all));
  r.check(is_within(f(as<T>(X)), all));
  r.check(!is_within(f(as<T>(X), scaled_by(T(0.5))), all));  // of heads of one number, 1
  return r;
}
template <class T>
constexpr report one_head() {
  using namespace reference::layers_mha_one_head;
  report r;
  const auto f =
      from_torch<T, dim<1>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  check_case<dim<1>, T>(
      r, f, expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, X, X, X);
  return r;
}
template <class T>
constexpr report cross() {
  using namespace reference::layers_mha_cross;
  report r;
  const auto f =
      from_torch<T, dim<3>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  check_case<dim<3>, T>(r, f,
                        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
                        query, key, value);
  return r;
}
template <class T>
constexpr report cross_of_other_widths() {
  using namespace reference::layers_mha_cross_kdim_vdim;
  report r;
  const auto f = from_torch_of_widths<T>(q_proj_weight, k_proj_weight, v_proj_weight, in_proj_bias,
                                         out_proj_weight, out_proj_bias);
  check_case<dim<2>, T>(r, f,
                        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
                        query, key, value);
  return r;
}
template <class T>
constexpr report causal_self() {
  using namespace reference::layers_mha_causal;
  report r;
  const auto f =
      from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  check_case<dim<2>, T>(r, f,
                        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
                        X, X, X, causal<>);
  return r;
}
// Without the mask all but the last token differ.
template <class T>
constexpr report forgotten_mask() {
  using namespace reference::layers_mha_causal;
  report r;
  const auto f =
      from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  const auto all = as<envelope<T>>(f)(as<envelope<T>>(X), causal<>);
  constexpr std::size_t others = decltype(X)::volume - decltype(X)::shape_type::extents[1];
  r.check(is_within(f(as<T>(X)), all).differing == others);
  return r;
}
template <class T>
constexpr report key_padding_of_two() {
  using namespace reference::layers_mha_key_padding;
  report r;
  const auto f =
      from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  const auto kept = key_padding(keep_where(as<bool>(key_allow)));
  check_case<dim<2>, T>(r, f,
                        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
                        query, key, value, kept);
  const auto all = as<envelope<T>>(f)(as<envelope<T>>(query), as<envelope<T>>(key),
                                      as<envelope<T>>(value), kept);
  r.check(!is_within(f(as<T>(query), as<T>(key), as<T>(value)), all));
  return r;
}

// clang-format off
#define ATTN_EACH(f) {#f ", float", f<float>}, {#f ", double", f<double>}
// clang-format on
inline constexpr behaviour behaviours[] = {
    ATTN_EACH(self),        ATTN_EACH(mistaken_heads), ATTN_EACH(self_without_bias),
    ATTN_EACH(one_head),    ATTN_EACH(cross),          ATTN_EACH(cross_of_other_widths),
    ATTN_EACH(causal_self), ATTN_EACH(forgotten_mask), ATTN_EACH(key_padding_of_two),
};
#undef ATTN_EACH

}  // namespace attn_tests::envelope_of_layers_tests
