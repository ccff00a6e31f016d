// SPDX-License-Identifier: BSL-1.0
// What attn/attention/online_softmax.hpp promises.
#pragma once

#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/online_softmax.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/attention_online_softmax.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::online_softmax_tests {

using namespace attn;

// One query, seven keys in blocks of three, three and one: m, l and acc after each of them.
template <class T>
constexpr report the_reference() {
  report r;
  namespace expected = reference::attention_online_softmax;
  using token = dim<1>;
  using content = dim<3>;
  const auto q = launder(as<T>(detail::with_shape<shape<token, dim<4>>>(expected::q)));
  const auto k = launder(as<T>(expected::K));
  const auto v = launder(as<T>(expected::V));
  const auto scores = attention_scores(q, k) * default_scale<T>(4);
  r.check(near(with_axes<dim<7>>(select<0>(scores, 0)), expected::scores));
  const attention_part<T, token, content> parts[] = {
      part_of(narrow<1, 3>(scores, 0), narrow<0, 3>(v, 0)),
      part_of(narrow<1, 3>(scores, 3), narrow<0, 3>(v, 3)),
      part_of(narrow<1, 1>(scores, 6), narrow<0, 1>(v, 6))};
  const auto two = combined(parts[0], parts[1]);
  const auto three = combined(two, parts[2]);
  tensor<T, dim<3>> m, l;
  tensor<T, dim<3>, content> acc;
  std::size_t row = 0;
  for (const auto& seen : {parts[0], two, three}) {
    m(row) = seen.largest(0);
    l(row) = seen.total(0);
    for (std::size_t j = 0; j < 3; ++j) acc(row, j) = seen.weighted(0, j);
    ++row;
  }
  r.check(near(m, expected::m) && near(l, expected::l) && near(acc, expected::acc));
  const auto out = online_attention<3>(q, k, v);
  r.check(near(select<0>(out, 0), expected::out));
  r.check(bitwise_equal(out, answer_of(three)));
  // In another order, as processors that share the keys would do it: the same but for rounding.
  r.check(allclose(answer_of(combined(parts[0], combined(parts[1], parts[2]))), out));
  r.bits(out);
  return r;
}

// Every extent another one; every block the keys can be cut into, and more.
using token = axis<"token", 3>;
using key = axis<"key", 11>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

template <class T>
constexpr report close_for_any_block() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(4)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(4)));
  const auto v = launder(filled<tensor<T, key, content>>(3));
  const auto all = scaled_dot_product_attention(q, k, v);
  const auto check = [&](const auto& out) {
    static_assert(std::is_same_v<decltype(out), const tensor<T, token, content>&>);
    r.check(allclose(out, all));
    r.bits(out);
  };
  check(online_attention<1>(q, k, v));
  check(online_attention<2>(q, k, v));
  check(online_attention<5>(q, k, v));
  check(online_attention<10>(q, k, v));
  check(online_attention<11>(q, k, v));
  check(online_attention<64>(q, k, v));
  return r;
}

constexpr report the_bits_are_others() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(4, 4.0));
  const auto k = launder(filled<tensor<double, key, width>>(5, 4.0));
  const auto v = launder(filled<tensor<double, key, content>>(6));
  r.check(!bitwise_equal(online_attention<3>(q, k, v), scaled_dot_product_attention(q, k, v)));
  return r;
}

// Scores that overflow exp where nothing is subtracted: the largest comes first, or last.
constexpr report large_scores() {
  report r;
  const auto q = launder(tensor<float, dim<1>, dim<1>>{{1}});
  const auto k = launder(tensor<float, dim<4>, dim<1>>{{-2000}, {999}, {1000}, {500}});
  const auto v = launder(tensor<float, dim<4>, dim<1>>{{8}, {1}, {2}, {4}});
  const auto all = scaled_dot_product_attention(q, k, v);
  r.check(allclose(online_attention<1>(q, k, v), all));
  r.check(allclose(online_attention<2>(q, k, v), all));
  r.check(allclose(online_attention<3>(q, k, v), all));
  return r;
}

constexpr report options_take_effect() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(7, 4.0));
  const auto same = [&](const auto&... options) {
    return allclose(online_attention<2>(x, x, x, options...),
                    scaled_dot_product_attention(x, x, x, options...));
  };
  r.check(same() && same(unscaled) && same(scaled_by(0.1)) && same(soft_capped_by(2.0)));
  r.check(same(scored_by(dot_score)) && same(scored_by(scaled_dot_score), scaled_by(2.0)));
  r.check(!allclose(online_attention<2>(x, x, x, unscaled), online_attention<2>(x, x, x)));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(8));
  const auto k = launder(filled<tensor<double, key, width>>(9));
  const auto v = launder(filled<tensor<double, key, content>>(10));
  r.check(bitwise_equal(
      values_of(online_attention<4>(as_archetype(q), as_archetype(k), as_archetype(v))),
      online_attention<4>(q, k, v)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"the reference, double", the_reference<double>},
    {"the reference, float", the_reference<float>},
    {"close for any block, double", close_for_any_block<double>},
    {"close for any block, float", close_for_any_block<float>},
    {"the bits are others", the_bits_are_others},
    {"large scores", large_scores},
    {"options take effect", options_take_effect},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::online_softmax_tests
