// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head_weights.hpp promises.
#pragma once

#include <attn/attention/multi_head_weights.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::multi_head_weights_tests {

using namespace attn;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using asking = axis<"asking", 4>;
using offered = axis<"offered", 7>;
using matched = axis<"matched", 6>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

template <class T>
struct operands {
  tensor<T, token, asking> x_q = launder(filled<tensor<T, token, asking>>(1));
  tensor<T, key, offered> x_k = launder(filled<tensor<T, key, offered>>(2));
  tensor<T, asking, matched> w_q = launder(filled<tensor<T, asking, matched>>(3, T(2)));
  tensor<T, offered, matched> w_k = launder(filled<tensor<T, offered, matched>>(4, T(2)));
};

template <class T>
constexpr report are_those_of_each_head() {
  report r;
  const operands<T> a;
  const auto all = multi_head_attention_weights<head>(a.x_q, a.x_k, a.w_q, a.w_k);
  static_assert(std::is_same_v<decltype(all), const tensor<T, head, token, key>>);
  const auto w_q = split_heads<head, d_k>(a.w_q);
  const auto w_k = split_heads<head, d_k>(a.w_k);
  for (std::size_t h = 0; h < 2; ++h)
    r.check(bitwise_equal(select<"head">(all, h),
                          attention_weights(matmul(a.x_q, select<"head">(w_q, h)),
                                            matmul(a.x_k, select<"head">(w_k, h)))));
  r.check(bitwise_equal(multi_head_attention_weights(a.x_q, a.x_k, w_q, w_k), all));
  r.check(bitwise_equal(multi_head_attention_weights<heads_of_the_weights>(a.x_q, a.x_k, w_q, w_k),
                        all));
  const auto soft = multi_head_attention_weights<head>(a.x_q, a.x_k, a.w_q, a.w_k, scaled_by(0));
  for (const T& share : soft) r.check(allclose(share, T(1) / T(5)));
  r.bits(all);
  return r;
}

constexpr report names_follow_the_roles() {
  report r;
  const operands<double> a;
  const auto self = multi_head_attention_weights<head>(a.x_q, a.x_q, a.w_q, a.w_q);
  static_assert(
      std::is_same_v<decltype(self), const tensor<double, head, token, axis<"key_token", 3>>>);
  r.check(bitwise_equal(self, multi_head_attention_weights<dim<2>>(
                                  unnamed(a.x_q), unnamed(a.x_q), unnamed(a.w_q), unnamed(a.w_q))));
  using batch = axis<"batch", 2>;
  const auto x_q = launder(filled<tensor<double, batch, token, asking>>(5));
  const auto x_k = launder(filled<tensor<double, batch, key, offered>>(6));
  const auto many = multi_head_attention_weights<head>(x_q, x_k, a.w_q, a.w_k);
  static_assert(std::is_same_v<decltype(many), const tensor<double, batch, head, token, key>>);
  r.check(bitwise_equal(select<"batch">(many, 1),
                        multi_head_attention_weights<head>(select<"batch">(x_q, 1),
                                                           select<"batch">(x_k, 1), a.w_q, a.w_k)));
  r.bits(many);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const operands<double> a;
  r.check(bitwise_equal(
      values_of(multi_head_attention_weights<head>(as_archetype(a.x_q), as_archetype(a.x_k),
                                                   as_archetype(a.w_q), as_archetype(a.w_k))),
      multi_head_attention_weights<head>(a.x_q, a.x_k, a.w_q, a.w_k)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"are those of each head, double", are_those_of_each_head<double>},
    {"are those of each head, float", are_those_of_each_head<float>},
    {"names follow the roles", names_follow_the_roles},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::multi_head_weights_tests
