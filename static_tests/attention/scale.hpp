// SPDX-License-Identifier: BSL-1.0
// What attn/attention/scale.hpp promises.
#pragma once

#include <attn/attention/scale.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::scale_tests {

using namespace attn;

// T(1) / sqrt(T(d_k)): two roundings, for both formats.
constexpr report default_scale_is_a_rounded_quotient() {
  report r;
  r.check(default_scale<double>(4) == 0.5);
  r.check(default_scale<double>(3) == 1.0 / math::sqrt(launder(3.0)));
  r.check(default_scale<float>(3) == 1.0f / math::sqrt(launder(3.0f)));
  r.check(default_scale<archetype>(16).value() == 0.25);
  r.bits(default_scale<float>(launder(std::size_t{96})));
  return r;
}

template <class T>
constexpr report options_scale_the_finished_scores() {
  report r;
  const auto q = launder(filled<matrix<T, 2, 3>>(1));
  const auto k = launder(filled<matrix<T, 5, 3>>(2));
  const auto scores = attention_scores(q, k);
  r.check(bitwise_equal(attention_weights(q, k, unscaled), softmax(scores)));
  r.check(bitwise_equal(attention_weights(q, k), softmax(scores * default_scale<T>(3))));
  r.check(bitwise_equal(attention_weights(q, k, scaled_by(T(0.75))), softmax(scores * T(0.75))));
  r.check(bitwise_equal(attention_weights(q, k, scaled_by(1)), attention_weights(q, k, unscaled)));
  return r;
}

constexpr report options_are_recognised() {
  report r;
  r.check(attention_option<unscaled_t> && attention_option<scaled_by_t<double>>);
  r.check(!attention_option<double> && !attention_option<matrix<double, 2, 2>>);
  r.check(std::is_same_v<unscaled_t::kind, scale_kind>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"default_scale is a rounded quotient", default_scale_is_a_rounded_quotient},
    {"options scale the finished scores, float", options_scale_the_finished_scores<float>},
    {"options scale the finished scores, double", options_scale_the_finished_scores<double>},
    {"options are recognised", options_are_recognised},
};

}  // namespace attn_tests::scale_tests
