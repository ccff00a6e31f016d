// SPDX-License-Identifier: BSL-1.0
// What PyTorch's MultiheadAttention computed is within the envelopes of the library's layer: heads,
// weights, context and output of all reference cases; layers with mistakes are not.
#pragma once

#include "static_tests/reference/layers_mha.hpp"
#include "static_tests/support/torch_multi_head.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::envelope_of_layers_tests {
// In C++26 all of it is more steps than Clang allows a constant.
#if defined(__clang__) && __cplusplus > 202302L
inline constexpr bool all_parts = false;
#else
inline constexpr bool all_parts = true;
#endif

// All that the layer `right` computes on the way; and that its mistakes are found.
template <class Head, class T, class Layer, class... Options>
constexpr void check_layer(report& r, const Layer& right, const auto& wanted, const auto& q64,
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

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("self", []<class T>(report& r) {
    using namespace reference::layers_mha_self;
    const auto f =
        from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    check_layer<dim<2>, T>(
        r, f, expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, X, X, X);
  });
  // Heads that are as many as others, or the rows of a head that are not its own.
  tests.proved<float, double>("mistaken_heads", []<class T>(report& r) {
    using namespace reference::layers_mha_self;
    const auto of = [](auto head) {
      return from_torch<T, decltype(head)>(
          in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    };
    const auto all = as<envelope<T>>(of(dim<2>{}))(as<envelope<T>>(X));
    r.check(is_within(of(dim<2>{})(as<T>(X)), all));
    r.check(!is_within(of(dim<3>{})(as<T>(X)), all));
    r.check(!is_within(of(dim<1>{})(as<T>(X)), all));
    r.check(!is_within(of(dim<2>{})(as<T>(X), causal<>), all));
    auto wrong = of(dim<2>{});
    std::swap(wrong.q_proj, wrong.k_proj);
    r.check(!is_within(wrong(as<T>(X)), all));
  });
  tests.proved<float, double>("self_without_bias", []<class T>(report& r) {
    using namespace reference::layers_mha_self_no_bias;
    const auto f = launder(torch_multi_head<dim<4>>(as<T>(in_proj_weight), as<T>(out_proj_weight)));
    const auto g = as<envelope<T>>(f);
    const auto x = as<envelope<T>>(X);
    r.check(is_within(number<T>(weights), g.weights(x, x)));
    const auto all = g(x);
    r.check(is_within(number<T>(out), all));
    r.check(is_within(f(as<T>(X)), all));
    r.check(!is_within(f(as<T>(X), scaled_by(T(0.5))), all));  // of heads of one number, 1
  });
  tests.proved<float, double>("one_head", []<class T>(report& r) {
    using namespace reference::layers_mha_one_head;
    const auto f =
        from_torch<T, dim<1>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    check_layer<dim<1>, T>(
        r, f, expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, X, X, X);
  });
  tests.proved<float, double>("cross", []<class T>(report& r) {
    using namespace reference::layers_mha_cross;
    using reference::layers_mha_cross::key, reference::layers_mha_cross::query;
    const auto f =
        from_torch<T, dim<3>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    check_layer<dim<3>, T>(r, f,
        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, query, key,
        value);
  });
  tests.proved<float, double>("cross_of_other_widths", []<class T>(report& r) {
    using namespace reference::layers_mha_cross_kdim_vdim;
    using reference::layers_mha_cross_kdim_vdim::key, reference::layers_mha_cross_kdim_vdim::query;
    const auto f = from_torch_of_widths<T>(
        q_proj_weight, k_proj_weight, v_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    check_layer<dim<2>, T>(r, f,
        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, query, key,
        value);
  });
  tests.proved<float, double>("causal_self", []<class T>(report& r) {
    using namespace reference::layers_mha_causal;
    const auto f =
        from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    check_layer<dim<2>, T>(r, f,
        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, X, X, X,
        causal<>);
  });
  // Without the mask all but the last token differ.
  tests.proved<float, double>("forgotten_mask", []<class T>(report& r) {
    using namespace reference::layers_mha_causal;
    const auto f =
        from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    const auto all = as<envelope<T>>(f)(as<envelope<T>>(X), causal<>);
    constexpr std::size_t others = decltype(X)::volume - decltype(X)::shape_type::extents[1];
    r.check(is_within(f(as<T>(X)), all).differing == others);
  });
  tests.proved<float, double>("key_padding_of_two", []<class T>(report& r) {
    using namespace reference::layers_mha_key_padding;
    using reference::layers_mha_key_padding::key, reference::layers_mha_key_padding::query;
    const auto f =
        from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    const auto kept = key_padding(keep_where(as<bool>(key_allow)));
    check_layer<dim<2>, T>(r, f,
        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, query, key,
        value, kept);
    const auto all = as<envelope<T>>(f)(
        as<envelope<T>>(query), as<envelope<T>>(key), as<envelope<T>>(value), kept);
    r.check(!is_within(f(as<T>(query), as<T>(key), as<T>(value)), all));
  });
};
}  // namespace attn_tests::envelope_of_layers_tests
