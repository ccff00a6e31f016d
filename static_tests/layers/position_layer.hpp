// SPDX-License-Identifier: BSL-1.0
// What attn/layers/position_layer.hpp promises.
#pragma once

#include <attn/layers/position_layer.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::position_layer_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using position = axis<"position", 7>;
using width = axis<"width", 5>;

template <class T>
using learned = nn::learned_positions<T, position, width>;
template <class T, class Layout = interleaved>
using sines = nn::sinusoidal_positions<T, position, width, Layout>;

// What may not be added: static_tests/rejected/layers.cpp.
constexpr report by_hand() {
  report r;
  using two = axis<"two", 2>;
  constexpr nn::learned_positions<double, axis<"position", 4>, two> table{
      {{10, 20}, {30, 40}, {50, 60}, {70, 80}}};
  const auto x = launder(tensor<double, token, two>{{1, 2}, {3, 4}, {5, 6}});
  r.check(table(x) == tensor<double, token, two>{{11, 22}, {33, 44}, {55, 66}});
  r.check(table(x, 1) == tensor<double, token, two>{{31, 42}, {53, 64}, {75, 86}});
  return r;
}

// One position more would be position_is_behind_the_last: a rejected program.
// The rows are those of the table, or of sinusoidal_positions, from `first` on.
template <class T>
constexpr report is_an_addition() {
  report r;
  const auto table = launder(learned<T>{filled<tensor<T, position, width>>(1)});
  const auto x = launder(filled<tensor<T, token, width>>(2));
  const auto all = sinusoidal_positions<position, width, T, interleaved>();
  for (std::size_t first = 0; first < 5; ++first) {
    const auto y = table(x, first);
    static_assert(std::is_same_v<decltype(y), const tensor<T, token, width>>);
    r.check(bitwise_equal(y, x + with_axes<token, width>(narrow<0, 3>(table.weight, first))));
    const auto z = sines<T>{}(x, first);
    r.check(bitwise_equal(z, x + with_axes<token, width>(narrow<0, 3>(all, first))));
    r.bits(y);
    r.bits(z);
  }
  r.check(bitwise_equal(table(x), table(x, 0)) && bitwise_equal(sines<T>{}(x), sines<T>{}(x, 0)));
  r.check(!bitwise_equal(sines<T>{}(x), sines<T, halves>{}(x)));
  return r;
}

template <class T>
constexpr report every_sequence_of_a_batch() {
  report r;
  const auto table = launder(learned<T>{filled<tensor<T, position, width>>(1)});
  const auto x = launder(filled<tensor<T, batch, token, width>>(2));
  for (std::size_t b = 0; b < 2; ++b) {
    r.check(bitwise_equal(select<"batch">(table(x, 2), b), table(select<"batch">(x, b), 2)));
    r.check(bitwise_equal(select<"batch">(sines<T>{}(x), b), sines<T>{}(select<"batch">(x, b))));
  }
  // Rows without names keep none.
  const auto bare = launder(filled<matrix<T, 3, 5>>(2));
  static_assert(std::is_same_v<decltype(table(bare)), matrix<T, 3, 5>>);
  r.check(bitwise_equal(table(bare), table(with_axes<token, width>(bare))));
  return r;
}

constexpr report parameters() {
  report r;
  static_assert(parameter_count<learned<float>> == 35);
  const learned<float> table{filled<tensor<float, position, width>>(1)};
  r.check(parameter<"weight">(table) == table.weight);
  r.check(as<float>(as<double>(table)) == table);
  static_assert(std::is_same_v<detail::with_element<sines<float>, double>, sines<double>>);
  r.check(sines<float>{} == sines<float>{});
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto weight = filled<tensor<double, position, width>>(1);
  const auto x = filled<tensor<double, token, width>>(2);
  const learned<archetype> table{as_archetype(weight)};
  r.check(bitwise_equal(values_of(table(as_archetype(x), 4)), learned<double>{weight}(x, 4)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by hand", by_hand},
    {"is an addition, float", is_an_addition<float>},
    {"is an addition, double", is_an_addition<double>},
    {"every sequence of a batch, float", every_sequence_of_a_batch<float>},
    {"every sequence of a batch, double", every_sequence_of_a_batch<double>},
    {"parameters", parameters},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::position_layer_tests
