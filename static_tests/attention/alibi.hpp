// SPDX-License-Identifier: BSL-1.0
// What attn/attention/alibi.hpp promises.
#pragma once

#include <attn/attention/alibi.hpp>
#include <attn/attention/bias.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/rename.hpp>
#include <cstdint>
#include <type_traits>

#include "static_tests/reference/attention_alibi.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::alibi_tests {

using namespace attn;
using head = axis<"head", 4>;
using token = axis<"token", 5>;
using key = axis<"key", 5>;

template <class T>
constexpr report slopes_of_the_paper() {
  namespace expected = reference::attention_alibi;
  report r;
  r.check(near(alibi_slopes<T, dim<1>>(), expected::slopes_1));
  r.check(near(alibi_slopes<T, dim<2>>(), expected::slopes_2));
  r.check(near(alibi_slopes<T, dim<4>>(), expected::slopes_4));
  r.check(near(alibi_slopes<T, dim<6>>(), expected::slopes_6));
  r.check(near(alibi_slopes<T, dim<8>>(), expected::slopes_8));
  r.check(near(alibi_slopes<T, dim<12>>(), expected::slopes_12));
  // Powers of two are exact, whatever the number of heads.
  r.check(alibi_slopes<T, dim<1>>() == tensor<T, dim<1>>{T(0x1p-8)});
  r.check(alibi_slopes<T, head>() == tensor<T, head>{T(0.25), T(0x1p-4), T(0x1p-6), T(0x1p-8)});
  r.check(alibi_slopes<T, dim<3>>() == tensor<T, dim<3>>{T(0x1p-4), T(0x1p-8), T(0.25)});
  const auto sixteen = alibi_slopes<T, axis<"head", 16>>();
  static_assert(std::is_same_v<decltype(sixteen), const tensor<T, axis<"head", 16>>>);
  for (std::size_t h = 1; h < 16; h += 2)
    r.check(sixteen(h) == alibi_slopes<T, dim<8>>()(h / 2));  // 1/2, 1/4 …
  r.bits(sixteen);
  r.bits(alibi_slopes<T, dim<12>>());
  return r;
}

template <class T>
constexpr report attention_of_the_reference() {
  namespace expected = reference::attention_alibi;
  report r;
  using d = axis<"d", 4>;
  const auto q = launder(with_axes<head, token, d>(as<T>(expected::Q)));
  const auto k = launder(with_axes<head, key, d>(as<T>(expected::K)));
  const auto v = launder(with_axes<head, key, d>(as<T>(expected::V)));
  const auto bias = alibi_bias<T, head, token, key>();
  static_assert(std::is_same_v<decltype(bias), const tensor<T, head, token, key>>);
  const auto weights = attention_weights(q, k, biased_by(bias), causal<>);
  r.check(near(weights, expected::weights));
  const auto out = scaled_dot_product_attention(q, k, v, causal<>, biased_by(bias));
  r.check(near(out, expected::out));
  r.bits(bias);
  r.bits(weights);
  r.bits(out);
  return r;
}

template <class T>
constexpr report slope_times_distance() {
  report r;
  using heads = axis<"head", 12>;  // slopes that are no powers of two, too
  using query = axis<"query", 3>;
  using keys = axis<"key", 7>;
  const auto slopes = alibi_slopes<T, heads>();
  const auto first = launder(std::size_t{2});
  const auto bias = alibi_bias<T, heads, query, keys>(first);
  for (std::size_t h = 0; h < 12; ++h)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 7; ++j) {
        const int distance = static_cast<int>(2 + i) - static_cast<int>(j);
        r.check(bias(h, i, j) == -slopes(h) * static_cast<T>(distance < 0 ? -distance : distance));
      }
  r.bits(bias);
  return r;
}

// The last queries of many are those that stand so far on.
template <class T>
constexpr report from_any_key_on() {
  report r;
  const auto all = alibi_bias<T, head, token, key>();
  using last = axis<"token", 2>;
  r.check(bitwise_equal(alibi_bias<T, head, last, key>(launder(std::size_t{3})),
                        narrow<"token", 2>(all, 3)));
  r.check(bitwise_equal(alibi_bias<T, head, token, key>(0), all));
  r.bits(all);
  return r;
}

// Without a mask, too, what is further away counts less, on either side.
template <class T>
constexpr report in_both_directions() {
  report r;
  const auto zero = launder(tensor<T, head, token, axis<"d", 3>>{});
  const auto w = attention_weights(zero, rename<"token", "key">(zero),
                                   biased_by(alibi_bias<T, head, token, key>()));
  for (std::size_t h = 0; h < 4; ++h) {
    r.check(w(h, 2, 1) < w(h, 2, 2) && w(h, 2, 3) < w(h, 2, 2) && w(h, 2, 4) < w(h, 2, 3));
    r.check(w(h, 2, 0) == w(h, 2, 4) && w(h, 1, 0) == w(h, 1, 2));
  }
  r.bits(w);
  return r;
}

// Also in front of the keys, and where a sum of sizes would wrap.
template <class T>
constexpr report from_any_integer_on() {
  report r;
  using query = axis<"query", 2>;
  for (const int first : {-7, -1, 0, 3}) {
    const auto b = alibi_bias<T, head, query, key>(launder(first));
    for (int h = 0; h < 4; ++h)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 5; ++j) {
          const int distance = first + i < j ? j - first - i : first + i - j;
          r.check(b(h, i, j) == -alibi_slopes<T, head>()(h) * static_cast<T>(distance));
        }
    r.bits(b);
  }
  const auto far = alibi_bias<T, head, query, key>(launder(~std::uint64_t{}));
  for (const T& element : far) r.check(element <= T(-0x1p55));
  r.bits(far);
  const auto before = alibi_bias<T, head, query, key>(launder(INT64_MIN));
  for (const T& element : before) r.check(element <= T(-0x1p54));
  r.bits(before);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  r.check(bitwise_equal(values_of(alibi_bias<archetype, head, token, key>()),
                        alibi_bias<double, head, token, key>()));
  r.check(bitwise_equal(values_of(alibi_slopes<archetype, dim<12>>()),
                        alibi_slopes<double, dim<12>>()));
  return r;
}

constexpr report the_requirements() {
  report r;
  r.check(rules::alibi_call<float, head, token, key>::holds);
  r.check(!rules::alibi_call<int, head, token, key>::floating_point::value);
  r.check(!rules::alibi_call<float, head, token, head>::distinct::value);
  using fewer = rules::alibi_call<float, head, axis<"token", token::size - 1>, key>;
  r.check(fewer::holds && !fewer::lengths::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"slopes of the paper, double", slopes_of_the_paper<double>},
    {"slopes of the paper, float", slopes_of_the_paper<float>},
    {"attention of the reference, double", attention_of_the_reference<double>},
    {"attention of the reference, float", attention_of_the_reference<float>},
    {"slope times distance, double", slope_times_distance<double>},
    {"slope times distance, float", slope_times_distance<float>},
    {"from any key on, double", from_any_key_on<double>},
    {"from any key on, float", from_any_key_on<float>},
    {"in both directions, double", in_both_directions<double>},
    {"in both directions, float", in_both_directions<float>},
    {"from any integer on, double", from_any_integer_on<double>},
    {"from any integer on, float", from_any_integer_on<float>},
    {"an archetype will do", an_archetype_will_do},
    {"the requirements", the_requirements},
};

}  // namespace attn_tests::alibi_tests
