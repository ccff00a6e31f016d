// SPDX-License-Identifier: BSL-1.0
// Behaviours of options, concepts, analysis of attn/attention/.
#pragma once

#include "static_tests/support/analysis.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_options_tests {
using key_4 = axis<"key", 4>;
using width = axis<"width", 2>;
using content = axis<"content", 5>;
using d_v = axis<"d_v", 6>;
using q_2 = tensor<double, token, d_k>;
using k_2 = tensor<double, key, d_k>;
using v_2 = tensor<double, key, d_v>;

using namespace analysis;

template <class T> constexpr void operations(report& r) {
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
}

template <class T> constexpr void patterns(report& r) {
  agrees<T>(
      r, [](auto x, auto y) { return einsum<"token model, key model -> token key">(x, y); }, a, b);
  agrees<T>(r, [](auto x, auto y) { return einsum<"tm,km->t">(x, y); }, a, b);
  agrees<T>(r, [](auto x, auto y) { return dot<"model">(x, transpose(y)); }, a, b);
  agrees<T>(r, [](auto x) { return rearrange<"t (h d) -> h (d t)">(x, axis<"h", 2>()); }, a);
  agrees<T>(r, [](auto x) { return repeat<"t m -> (2 t) m">(x); }, a);
  agrees<T>(r, [](auto x) { return attn::reduce<"t (m 2) -> m", "max">(x); }, a);
  agrees<T>(r, [](auto x) { return attn::reduce<"t (m 2) -> m", "mean">(x); }, a);
}

template <class T> constexpr void layers(report& r) {
  agrees<T>(r, [](auto x) { return relu(x) + silu(x) + softplus(x); }, a);
  agrees<T>(r, [](auto x) { return gelu_exact(x) + gelu_tanh(x); }, a);
  agrees<T>(r, [](auto x) { return layer_norm(x) + rms_norm<0>(x, 1e-5); }, a);
  agrees<T>(r, [](auto x, auto w) { return linear<output_by_input>(x, w); }, a, b);
  agrees<T>(r, [](auto x) { return rotary<half_pairs>(x); }, a);
  const auto table = filled<tensor<double, word_5, model>>(4);
  const tensor<token_id<5>, token_2> ids{3, 1};
  agrees<T>(r, [&](auto w) { return embedding(ids, w); }, table);
  using feed = nn::feed_forward<double, model, axis<"inner", 3>, output_by_input, act::gelu_exact>;
  const auto f = vector_to_parameters<feed>(filled<tensor<double, dim<parameter_count<feed>>>>(5));
  agrees<T>(r, [](auto x, auto m) { return m(x); }, a, f);
  using gated = nn::swiglu<double, model, axis<"inner", 3>, output_by_input>;
  const auto g =
      vector_to_parameters<gated>(filled<tensor<double, dim<parameter_count<gated>>>>(6));
  agrees<T>(r, [](auto x, auto m) { return m(x); }, a, g);
}

template <class T> constexpr void attention(report& r) {
  const auto attend = [](auto... options) {
    return [options...](auto q, auto k, auto v) {
      return scaled_dot_product_attention(q, k, v, options...);
    };
  };
  agrees<T>(r, attend(), a, b, c);
  agrees<T>(r, attend(causal<top_left>, soft_capped_by(5.0)), a, b, c);
  agrees<T>(r, attend(causal<bottom_right>, skip_masked, unscaled), a, b, c);
  agrees<T>(
      r, attend(keep_mask<token_2, key_3>{{0, 0, 0}, {0, 1, 1}}, fully_masked<zero_rows>), a, b, c);
  agrees<T>(
      r,
      [](auto q, auto k, auto v, auto bias) {
        return scaled_dot_product_attention(q, k, v, biased_by(bias));
      },
      a, b, c, filled<tensor<double, token_2, key_3>>(7));
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
}

inline constexpr auto behaviours = [](test_table& tests) {
  // Every operation, layer and attention accepts the analysis scalars.
  tests.proved("operations, dual", [](report& r) { operations<variable>(r); });
  tests.proved("operations, interval", [](report& r) { operations<range>(r); });
  tests.proved("operations, envelope", [](report& r) { operations<enclosed>(r); });
  tests.proved("operations, influence", [](report& r) { operations<traced>(r); });
  tests.proved("patterns, dual", [](report& r) { patterns<variable>(r); });
  tests.proved("patterns, interval", [](report& r) { patterns<range>(r); });
  tests.proved("patterns, envelope", [](report& r) { patterns<enclosed>(r); });
  tests.proved("patterns, influence", [](report& r) { patterns<traced>(r); });
  tests.proved("layers, dual", [](report& r) { layers<variable>(r); });
  tests.proved("layers, interval", [](report& r) { layers<range>(r); });
  tests.proved("layers, envelope", [](report& r) { layers<enclosed>(r); });
  tests.proved("layers, influence", [](report& r) { layers<traced>(r); });
  tests.proved("attention, dual", [](report& r) { attention<variable>(r); });
  tests.proved("attention, interval", [](report& r) { attention<range>(r); });
  tests.proved("attention, envelope", [](report& r) { attention<enclosed>(r); });
  tests.proved("attention, influence", [](report& r) { attention<traced>(r); });
  // What attn/attention/options.hpp promises.
  tests.proved("each is of one kind", [](report& r) {
    const auto of = []<class Option>(const Option&) {
      return []<class Kind>(Kind) { return detail::is_kind<Kind, Option>; };
    };
    r.check(of(scored_by([](int, int) {}))(score_kind{}));
    r.check(of(unscaled)(scale_kind{}) && of(scaled_by(2.0))(scale_kind{}));
    r.check(of(soft_capped_by(2.0))(soft_cap_kind{}));
    r.check(of(biased_by(tensor<double, token, key_4>{}))(bias_kind{}));
    r.check(of(causal<>)(mask_kind{}) && of(valid_keys(2))(mask_kind{}));
    r.check(
        of(keep_mask<token, key_4>{})(mask_kind{}) && of(ignore_mask<token, key_4>{})(mask_kind{}));
    r.check(of(causal<top_left> & valid_keys(2))(mask_kind{}));
    r.check(of(fully_masked<zero_rows>)(fully_masked_kind{}));
    r.check(of(skip_masked)(masked_values_kind{}) && of(hardmax)(normaliser_kind{}));
    r.check(of(softmax_plus_one)(normaliser_kind{}) &&
            of(with_sinks(tensor<double, token>{}))(normaliser_kind{}));
    r.check(!of(unscaled)(mask_kind{}) && !of(causal<>)(scale_kind{}));
  });
  tests.proved("what is none", [](report& r) {
    r.check(attention_option<unscaled_t> && attention_option<keep_mask<token, key_4>>);
    r.check(!attention_option<double> && !attention_option<tensor<double, token, key_4>>);
    r.check(!attention_option<tensor<bool, token, key_4>>);
  });
  // An option is one of the arguments, not a copy; a default lasts as long as the program: what a
  // function keeps a reference to is there until the function is done.
  tests.proved("neither is a temporary", [](report& r) {
    const auto bias = biased_by(launder(filled<tensor<double, token, key_4>>(4)));
    const auto mask = valid_keys(launder(std::size_t{3}));
    r.check(&detail::option<bias_kind, detail::no_bias>(mask, bias) == &bias);
    r.check(&detail::option<mask_kind, detail::no_mask>(mask, bias) == &mask);
    const auto& score = detail::option<score_kind, dot_score_t>(mask, bias);
    const auto& scale = detail::option<scale_kind, scaled_by_t<double>>(mask, bias);
    r.check(&score == &detail::option<score_kind, dot_score_t>(bias, mask));
    r.check(scale.factor == 0);
    r.bits(bias.bias);
  });
  // One of each kind, first to last, last to first, and otherwise.
  tests.proved<double, float>("their order does not matter", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, key_4, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, key_4, content>>(3));
    const auto score =
        scored_by([](const auto& a, const auto& b) { return attention_scores(a + a, b); });
    const auto bias = biased_by(launder(filled<tensor<T, token, key_4>>(4)));
    const auto scale = scaled_by(T(0.7));
    const auto cap = soft_capped_by(T(1.5));
    const auto mask = causal<bottom_right> & valid_keys(launder(std::size_t{3}));
    constexpr auto zero = fully_masked<zero_rows>;
    const auto attend = [&](const auto&... options) {
      return scaled_dot_product_attention(q, k, v, options...);
    };
    const auto out = attend(score, scale, cap, bias, mask, zero, skip_masked);
    r.same(attend(skip_masked, zero, mask, bias, cap, scale, score), out);
    r.same(attend(mask, score, skip_masked, scale, zero, cap, bias), out);
    // None of them was dropped: without it, or with another one, the result is another one.
    r.check(!bitwise_equal(attend(scale, cap, bias, mask, zero), out));
    r.check(!bitwise_equal(attend(score, cap, bias, mask, zero), out));
    r.check(!bitwise_equal(attend(score, scale, bias, mask, zero), out));
    r.check(!bitwise_equal(attend(score, scale, cap, mask, zero), out));
    r.check(!bitwise_equal(attend(score, scale, cap, bias, zero), out));
  });
  // What attn/attention/concepts.hpp promises.
  tests.proved("queries and keys", [](report& r) {
    r.check(comparable<q_2, k_2> && comparable<const q_2&, k_2&&> && comparable<q_2, q_2>);
    r.check(!comparable<q_2, v_2> && !comparable<q_2, tensor<float, key, d_k>> &&
            !comparable<q_2, int>);
    r.check(!comparable<tensor<int, token, d_k>, tensor<int, key, d_k>>);
    r.check(!comparable<tensor<double, d_k>, k_2>);
    r.check(std::is_same_v<attention_weights_result<q_2, k_2>, tensor<double, token, key>>);
    r.check(std::is_same_v<attention_weights_result<q_2, q_2>,
        tensor<double, token, axis<"key_token", 3>>>);
  });
  tests.proved("and values", [](report& r) {
    r.check(attendable<q_2, k_2, v_2> && attendable<const q_2&, k_2, v_2&&> &&
            attendable<q_2, q_2, q_2>);
    r.check(!attendable<q_2, k_2, q_2> && !attendable<q_2, v_2, v_2> && !attendable<q_2, k_2, int>);
    r.check(!attendable<q_2, k_2, tensor<double, axis<"source", 5>, d_v>>);
    r.check(!attendable<q_2, k_2, tensor<float, key, d_v>>);
    r.check(attendable<tensor<double, head, token, d_k>, tensor<double, head, key, d_k>,
        tensor<double, head, key, d_v>>);
    r.check(std::is_same_v<attention_result<q_2, const k_2&, v_2>, tensor<double, token, d_v>>);
  });
  tests.proved("with options", [](report& r) {
    using causal_mask = decltype(causal<>);
    using wide = tensor<double, axis<"wide", 5>, d_k>;
    r.check(comparable<q_2, q_2, causal_mask> && !comparable<q_2, wide, causal_mask>);
    r.check(comparable<q_2, k_2, decltype(unscaled)> && !comparable<q_2, k_2, int>);
    r.check(attendable<q_2, q_2, q_2, causal_mask, decltype(unscaled)> &&
            !attendable<q_2, k_2, v_2, causal_mask>);
    r.check(std::is_same_v<attention_result<q_2, q_2, q_2, causal_mask>, q_2>);
    r.check(std::is_same_v<attention_weights_result<q_2, k_2, decltype(unscaled)>,
        tensor<double, token, key>>);
  });
  tests.proved("results of wrong calls", [](report& r) {
    r.check(std::is_same_v<attention_weights_result<q_2, v_2>, q_2>);
    r.check(std::is_same_v<attention_result<q_2, k_2, v_2, decltype(causal<>)>, q_2>);
    r.check(std::is_same_v<attention_result<q_2, int, v_2>, q_2>);
  });
};
}  // namespace attn_tests::attention_options_tests
