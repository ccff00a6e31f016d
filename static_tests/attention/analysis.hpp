// SPDX-License-Identifier: BSL-1.0
// Every operation, layer and attention accepts the analysis scalars.
#pragma once

#include "static_tests/support/analysis.hpp"

namespace attn_tests::attention_analysis_tests {

using namespace analysis;

template <class T>
constexpr report operations() {
  report r;
  agrees<T>(r, [](auto x, auto y) { return matmul(x, transpose(y)); }, a, b);
  agrees<T>(r, [](auto x) { return x + x * 2 - x / 3; }, a);
  agrees<T>(r, [](auto x) { return divide(multiply(x, -x), x); }, positive);
  agrees<T>(r, [](auto x) { return sum<"token">(x); }, a);
  agrees<T>(r, [](auto x) { return mean<1>(x); }, a);
  agrees<T>(r, [](auto x) { return amax<1>(x) - amin<1>(x); }, a);
  agrees<T>(r, [](auto x) { return softmax<"token">(x); }, a);
  agrees<T>(r, [](auto x) { return softmax_naive(x); }, a);
  agrees<T>(r, [](auto x) { return log_softmax(x); }, a);
  agrees<T>(r, [](auto x) { return logsumexp<1>(x); }, a);
  agrees<T>(
      r, [](auto x, auto y) { return concat<0>(x, as<typename decltype(x)::value_type>(y)); }, a,
      with_axes<axis<"token", 3>, model>(b));
  agrees<T>(r, [](auto x) { return merge<1, 2>(split<1, axis<"two", 2>, dim<2>>(x)); }, a);
  agrees<T>(r, [](auto x) { return permute<1, 0>(x); }, a);
  agrees<T>(r, [](auto x) { return expand<axis<"n", 2>>(narrow<1, 2>(x, 1)); }, a);
  agrees<T>(r, [](auto x) { return cos(x) + sin(x); }, a);
  agrees<T>(r, [](auto x) { return log(x) + log1p(x) + sqrt(x); }, positive);
  agrees<T>(r, [](auto x) { return pow(x, 2) + pow(x, -1); }, positive);
  agrees<T>(r, [](auto x) { return erf(x) + sigmoid(x) + tanh(x); }, a);
  return r;
}

template <class T>
constexpr report patterns() {
  report r;
  agrees<T>(
      r, [](auto x, auto y) { return einsum<"token model, key model -> token key">(x, y); }, a, b);
  agrees<T>(r, [](auto x, auto y) { return einsum<"tm,km->t">(x, y); }, a, b);
  agrees<T>(r, [](auto x, auto y) { return dot<"model">(x, transpose(y)); }, a, b);
  agrees<T>(r, [](auto x) { return rearrange<"t (h d) -> h (d t)">(x, axis<"h", 2>()); }, a);
  agrees<T>(r, [](auto x) { return repeat<"t m -> (2 t) m">(x); }, a);
  agrees<T>(r, [](auto x) { return attn::reduce<"t (m 2) -> m", "max">(x); }, a);
  agrees<T>(r, [](auto x) { return attn::reduce<"t (m 2) -> m", "mean">(x); }, a);
  return r;
}

template <class T>
constexpr report layers() {
  report r;
  agrees<T>(r, [](auto x) { return relu(x) + silu(x) + softplus(x); }, a);
  agrees<T>(r, [](auto x) { return gelu_exact(x) + gelu_tanh(x); }, a);
  agrees<T>(r, [](auto x) { return layer_norm(x) + rms_norm<0>(x, 1e-5); }, a);
  agrees<T>(r, [](auto x, auto w) { return linear<output_by_input>(x, w); }, a, b);
  agrees<T>(r, [](auto x) { return rotary<half_pairs>(x); }, a);
  const auto table = filled<tensor<double, word, model>>(4);
  const tensor<token_id<5>, token> ids{3, 1};
  agrees<T>(r, [&](auto w) { return embedding(ids, w); }, table);
  using feed = nn::feed_forward<double, model, axis<"inner", 3>, output_by_input, act::gelu_exact>;
  const auto f = vector_to_parameters<feed>(filled<tensor<double, dim<parameter_count<feed>>>>(5));
  agrees<T>(r, [](auto x, auto m) { return m(x); }, a, f);
  using gated = nn::swiglu<double, model, axis<"inner", 3>, output_by_input>;
  const auto g =
      vector_to_parameters<gated>(filled<tensor<double, dim<parameter_count<gated>>>>(6));
  agrees<T>(r, [](auto x, auto m) { return m(x); }, a, g);
  return r;
}

template <class T>
constexpr report attention() {
  report r;
  const auto attend = [](auto... options) {
    return [options...](auto q, auto k, auto v) {
      return scaled_dot_product_attention(q, k, v, options...);
    };
  };
  agrees<T>(r, attend(), a, b, c);
  agrees<T>(r, attend(causal<top_left>, soft_capped_by(5.0)), a, b, c);
  agrees<T>(r, attend(causal<bottom_right>, skip_masked, unscaled), a, b, c);
  agrees<T>(r, attend(keep_mask<token, key>{{0, 0, 0}, {0, 1, 1}}, fully_masked<zero_rows>), a, b,
            c);
  agrees<T>(
      r,
      [](auto q, auto k, auto v, auto bias) {
        return scaled_dot_product_attention(q, k, v, biased_by(bias));
      },
      a, b, c, filled<tensor<double, token, key>>(7));
  agrees<T>(
      r,
      [](auto q, auto k, auto v) {
        return linear_attention(q, k, v, [](const auto& x) { return exp(x); });
      },
      a, b, c);
  agrees<T>(r, [](auto q, auto k, auto v) { return similarity_attention(q, k, v); }, a, b, c);
  agrees<T>(r, [](auto q, auto k, auto v) { return online_attention<2>(q, k, v); }, a, b, c);
  agrees<T>(r, [](auto x) { return attention_of_slices<head>(x, x, x, causal<>); }, a);
  agrees<T>(
      r, [](auto q, auto k, auto w) { return general_score(q, k, w); }, a, b,
      filled<tensor<double, model, dim<4>>>(8));
  agrees<T>(
      r, [](auto q, auto k, auto w, auto u) { return additive_score(q, k, w, w, u); }, a, b,
      filled<tensor<double, axis<"hidden", 3>, dim<4>>>(9),
      filled<tensor<double, axis<"hidden", 3>>>(10));
  agrees<T>(
      r,
      [](auto k, auto v) {
        key_value_cache<typename decltype(k)::value_type, axis<"slot", 4>, model, axis<"d_v", 2>>
            cache;
        cache.append(k, v);
        return cache.attend(select<0>(k, 1));
      },
      b, c);
  return r;
}

// clang-format off
#define ATTN_EACH(f) \
  {#f ", dual", f<variable>}, {#f ", interval", f<range>}, \
  {#f ", envelope", f<enclosed>}, {#f ", influence", f<traced>}
// clang-format on
inline constexpr behaviour behaviours[] = {
    ATTN_EACH(operations),
    ATTN_EACH(patterns),
    ATTN_EACH(layers),
    ATTN_EACH(attention),
};
#undef ATTN_EACH

}  // namespace attn_tests::attention_analysis_tests
