// SPDX-License-Identifier: BSL-1.0
// What attn/attention/weights.hpp promises.
#pragma once

#include <attn/attention/bias.hpp>
#include <attn/attention/mask.hpp>
#include <attn/attention/weights.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::weights_tests {

using namespace attn;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;

template <class T>
constexpr report is_the_composition_of_its_parts() {
  report r;
  const auto check = [&]<std::size_t Tq, std::size_t Tk, std::size_t D>(dim<Tq>, dim<Tk>, dim<D>) {
    const auto q = launder(filled<matrix<T, Tq, D>>(1 + Tq, T(3)));
    const auto k = launder(filled<matrix<T, Tk, D>>(2 + Tk, T(3)));
    const T scale = T(1) / math::sqrt(T(D));
    const auto w = attention_weights(q, k);
    r.check(bitwise_equal(w, softmax(attention_scores(q, k) * scale)));
    r.check(allclose(sum<1>(w), map(sum<1>(w), [](T) { return T(1); })));
    r.bits(w);
  };
  check(dim<1>{}, dim<1>{}, dim<1>{});
  check(dim<2>{}, dim<5>{}, dim<3>{});
  check(dim<7>{}, dim<3>{}, dim<2>{});
  check(dim<5>{}, dim<17>{}, dim<16>{});
  check(dim<4>{}, dim<16>{}, dim<5>{});
  return r;
}

// The score, the scale, the soft cap, the bias, the mask, the softmax.
template <class T>
constexpr report options_take_effect_in_this_order() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(3)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(3)));
  const auto b = launder(filled<tensor<T, token, key>>(3));
  const auto m = launder(keep_mask<token, key>{{1, 0, 1, 1, 0}, {0, 0, 0, 0, 1}, {1, 1, 1, 1, 1}});
  const auto doubled = [](const auto& x, const auto& y) { return attention_scores(x + x, y); };
  auto x = doubled(q, k);
  x = x * T(0.7);
  x = attn::tanh(x / T(1.5)) * T(1.5);
  x = x + b;
  const auto w = attention_weights(q, k, m, biased_by(b), soft_capped_by(1.5), scaled_by(0.7),
                                   scored_by(doubled));
  r.check(bitwise_equal(w, softmax(mask_scores(x, m))));
  r.bits(w);
  return r;
}

constexpr report names_follow_the_roles() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(1));
  const auto m = launder(filled<tensor<double, key, width>>(2));
  static_assert(std::is_same_v<decltype(attention_weights(x, m)), tensor<double, token, key>>);
  static_assert(std::is_same_v<decltype(attention_weights(x, x)),
                               tensor<double, token, axis<"key_token", 3>>>);
  r.check(bitwise_equal(attention_weights(x, x), attention_weights(x, as_keys(x))));
  r.check(
      bitwise_equal(unnamed(attention_weights(x, m)), attention_weights(unnamed(x), unnamed(m))));
  return r;
}

// What options require of the scores, as attention, layers and models ask it.
constexpr report what_options_require() {
  report r;
  using q = shape<dim<3>, dim<2>>;
  using k = shape<dim<5>, dim<2>>;
  const auto call = []<class... Options>(const Options&...) {
    return rules::options_call<true, double, q, k, Options...>{};
  };
  r.check(decltype(call())::holds);
  r.check(decltype(call(unscaled, causal<top_left>, fully_masked<zero_rows>))::holds);
  r.check(decltype(call(causal<key_offset<-1>>, fully_masked<zero_rows>))::holds);
  r.check(decltype(call(biased_by(matrix<double, 3, 5>{})))::holds);
  r.check(!decltype(call(7))::only_options::value);
  r.check(!decltype(call(unscaled, scaled_by(2.0)))::one_of_each::value);
  r.check(!decltype(call(causal<>))::mask_aligned::value);
  r.check(!decltype(call(keep_mask<dim<5>, dim<3>>{}))::mask_axes::value);
  r.check(!decltype(call(causal<key_offset<-1>>))::rows_have_weights::value);
  r.check(!decltype(call(biased_by(matrix<double, 5, 3>{})))::bias_axes::value);
  r.check(!decltype(call(biased_by(matrix<float, 3, 5>{})))::bias_element::value);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<matrix<double, 2, 3>>(1, 3.0));
  const auto k = launder(filled<matrix<double, 5, 3>>(2, 3.0));
  const auto a = as_archetype(q), b = as_archetype(launder(filled<matrix<double, 2, 3>>(4)));
  r.check(bitwise_equal(values_of(attention_weights(a, b)), attention_weights(q, values_of(b))));
  r.check(bitwise_equal(values_of(attention_weights(a, as_archetype(k), unscaled)),
                        attention_weights(q, k, unscaled)));
  r.check(bitwise_equal(values_of(attention_weights(a, as_archetype(k), scaled_by(archetype(2)))),
                        attention_weights(q, k, scaled_by(2))));
  r.check(bitwise_equal(values_of(attention_weights(a, as_archetype(k), valid_keys(3))),
                        attention_weights(q, k, valid_keys(3))));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is the composition of its parts, double", is_the_composition_of_its_parts<double>},
    {"is the composition of its parts, float", is_the_composition_of_its_parts<float>},
    {"options take effect in this order, double", options_take_effect_in_this_order<double>},
    {"options take effect in this order, float", options_take_effect_in_this_order<float>},
    {"names follow the roles", names_follow_the_roles},
    {"what options require", what_options_require},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::weights_tests
