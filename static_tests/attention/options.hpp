// SPDX-License-Identifier: BSL-1.0
// What attn/attention/options.hpp promises.
#pragma once

#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/options.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::options_tests {

using namespace attn;
using token = axis<"token", 3>;
using key = axis<"key", 4>;
using width = axis<"width", 2>;
using content = axis<"content", 5>;

constexpr report each_is_of_one_kind() {
  report r;
  const auto of = []<class Option>(const Option&) {
    return []<class Kind>(Kind) { return detail::is_kind<Kind, Option>; };
  };
  r.check(of(scored_by([](int, int) {}))(score_kind{}));
  r.check(of(unscaled)(scale_kind{}) && of(scaled_by(2.0))(scale_kind{}));
  r.check(of(soft_capped_by(2.0))(soft_cap_kind{}));
  r.check(of(biased_by(tensor<double, token, key>{}))(bias_kind{}));
  r.check(of(causal<>)(mask_kind{}) && of(valid_keys(2))(mask_kind{}));
  r.check(of(keep_mask<token, key>{})(mask_kind{}) && of(ignore_mask<token, key>{})(mask_kind{}));
  r.check(of(causal<top_left> & valid_keys(2))(mask_kind{}));
  r.check(of(fully_masked<zero_rows>)(fully_masked_kind{}));
  r.check(of(skip_masked)(masked_values_kind{}));
  r.check(!of(unscaled)(mask_kind{}) && !of(causal<>)(scale_kind{}));
  return r;
}

constexpr report what_is_none() {
  report r;
  r.check(attention_option<unscaled_t> && attention_option<keep_mask<token, key>>);
  r.check(!attention_option<double> && !attention_option<tensor<double, token, key>>);
  r.check(!attention_option<tensor<bool, token, key>>);
  return r;
}

// An option is one of the arguments, not a copy; a default lasts as long as the program: what a
// function keeps a reference to is there until the function is done.
constexpr report neither_is_a_temporary() {
  report r;
  const auto bias = biased_by(launder(filled<tensor<double, token, key>>(4)));
  const auto mask = valid_keys(launder(std::size_t{3}));
  r.check(&detail::option<bias_kind, detail::no_bias>(mask, bias) == &bias);
  r.check(&detail::option<mask_kind, detail::no_mask>(mask, bias) == &mask);
  const auto& score = detail::option<score_kind, dot_score_t>(mask, bias);
  const auto& scale = detail::option<scale_kind, scaled_by_t<double>>(mask, bias);
  r.check(&score == &detail::option<score_kind, dot_score_t>(bias, mask));
  r.check(scale.factor == 0);
  r.bits(bias.bias);
  return r;
}

// One of each kind, first to last, last to first, and otherwise.
template <class T>
constexpr report their_order_does_not_matter() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, key, content>>(3));
  const auto score =
      scored_by([](const auto& a, const auto& b) { return attention_scores(a + a, b); });
  const auto bias = biased_by(launder(filled<tensor<T, token, key>>(4)));
  const auto scale = scaled_by(T(0.7));
  const auto cap = soft_capped_by(T(1.5));
  const auto mask = causal<bottom_right> & valid_keys(launder(std::size_t{3}));
  constexpr auto zero = fully_masked<zero_rows>;
  const auto attend = [&](const auto&... options) {
    return scaled_dot_product_attention(q, k, v, options...);
  };
  const auto out = attend(score, scale, cap, bias, mask, zero, skip_masked);
  r.check(bitwise_equal(attend(skip_masked, zero, mask, bias, cap, scale, score), out));
  r.check(bitwise_equal(attend(mask, score, skip_masked, scale, zero, cap, bias), out));
  // None of them was dropped: without it, or with another one, the result is another one.
  r.check(!bitwise_equal(attend(scale, cap, bias, mask, zero), out));
  r.check(!bitwise_equal(attend(score, cap, bias, mask, zero), out));
  r.check(!bitwise_equal(attend(score, scale, bias, mask, zero), out));
  r.check(!bitwise_equal(attend(score, scale, cap, mask, zero), out));
  r.check(!bitwise_equal(attend(score, scale, cap, bias, zero), out));
  r.bits(out);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"each is of one kind", each_is_of_one_kind},
    {"what is none", what_is_none},
    {"neither is a temporary", neither_is_a_temporary},
    {"their order does not matter, double", their_order_does_not_matter<double>},
    {"their order does not matter, float", their_order_does_not_matter<float>},
};

}  // namespace attn_tests::options_tests
