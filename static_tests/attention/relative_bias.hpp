// SPDX-License-Identifier: BSL-1.0
// What attn/attention/relative_bias.hpp promises.
#pragma once

#include <attn/attention/alibi.hpp>
#include <attn/attention/bias.hpp>
#include <attn/attention/relative_bias.hpp>
#include <attn/attention/weights.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::relative_bias_tests {

using namespace attn;
using head = axis<"head", 3>;
using query = axis<"query", 2>;
using key = axis<"key", 4>;
using distance = axis<"distance", 5>;

template <class T>
constexpr report two_by_four() {
  report r;
  //                                              -1  0  1  2  3 keys further on
  const auto table = launder(tensor<T, distance>{10, 20, 30, 40, 50});
  const auto bias = relative_bias<query, key>(table);
  static_assert(std::is_same_v<decltype(bias), const tensor<T, query, key>>);
  r.check(bias == tensor<T, query, key>{{20, 30, 40, 50}, {10, 20, 30, 40}});
  const auto turned = relative_bias<dim<4>, dim<2>>(table);
  r.check(turned == matrix<T, 4, 2>{{40, 50}, {30, 40}, {20, 30}, {10, 20}});
  r.check(relative_bias<dim<1>, dim<1>>(tensor<T, dim<1>>{7}) == matrix<T, 1, 1>{{7}});
  r.bits(bias);
  return r;
}

template <class T>
constexpr report head_by_head() {
  report r;
  const auto table = launder(filled<tensor<T, head, distance>>(1));
  const auto bias = relative_bias<query, key>(table);
  static_assert(std::is_same_v<decltype(bias), const tensor<T, head, query, key>>);
  for (std::size_t h = 0; h < 3; ++h)
    r.check(bitwise_equal(select<"head">(bias, h),
                          relative_bias<query, key>(select<"head">(table, h))));
  r.bits(bias);
  return r;
}

// A table that falls with the distance is ALiBi.
template <class T>
constexpr report alibi_is_one() {
  report r;
  const auto slopes = alibi_slopes<T, head>();
  tensor<T, head, axis<"distance", 7>> table;
  for (std::size_t h = 0; h < 3; ++h)
    for (std::size_t d = 0; d < 7; ++d)
      table(h, d) = -slopes(h) * static_cast<T>(d < 3 ? 3 - d : d - 3);
  const auto bias = relative_bias<axis<"query", 4>, key>(launder(table));
  r.check(bias == alibi_bias<T, head, axis<"query", 4>, key>());
  return r;
}

template <class T>
constexpr report in_attention() {
  report r;
  using d = axis<"d", 3>;
  const auto q = launder(filled<tensor<T, head, query, d>>(2));
  const auto k = launder(filled<tensor<T, head, key, d>>(3));
  const auto bias = relative_bias<query, key>(launder(filled<tensor<T, head, distance>>(4)));
  const auto w = attention_weights(q, k, biased_by(bias));
  r.check(w != attention_weights(q, k));
  // One table for all heads.
  const auto shared = relative_bias<query, key>(launder(filled<tensor<T, distance>>(5)));
  r.bits(attention_weights(q, k, biased_by(shared)));
  r.bits(w);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto table = launder(filled<tensor<double, head, distance>>(6));
  r.check(bitwise_equal(values_of(relative_bias<query, key>(as_archetype(table))),
                        relative_bias<query, key>(table)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x4, double", two_by_four<double>},           {"2x4, float", two_by_four<float>},
    {"head by head, double", head_by_head<double>}, {"head by head, float", head_by_head<float>},
    {"ALiBi is one, double", alibi_is_one<double>}, {"ALiBi is one, float", alibi_is_one<float>},
    {"in attention, double", in_attention<double>}, {"in attention, float", in_attention<float>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::relative_bias_tests
