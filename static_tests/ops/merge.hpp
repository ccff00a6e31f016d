// SPDX-License-Identifier: BSL-1.0
// What attn/ops/merge.hpp promises.
#pragma once

#include <attn/ops/merge.hpp>
#include <attn/ops/split.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::merge_tests {

using namespace attn;
using batch = axis<"batch", 5>;
using token = axis<"token", 2>;
using head = axis<"head", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 12>;

constexpr report a_matrix() {
  report r;
  const auto x = launder(tensor<int, token, head>{{1, 2, 3}, {4, 5, 6}});
  const auto y = merge<"token", "head", "both">(x);
  static_assert(std::is_same_v<decltype(y), const tensor<int, axis<"both", 6>>>);
  r.check(y == tensor<int, axis<"both", 6>>{1, 2, 3, 4, 5, 6});
  // What a reshape would have hidden: the other order is another vector.
  r.check(merge<"head", "token", "both">(transpose(x)) ==
          tensor<int, axis<"both", 6>>{1, 4, 2, 5, 3, 6});
  r.bits(y);
  return r;
}

template <class T>
constexpr report at_every_position() {
  report r;
  const auto x = launder(filled<tensor<T, token, head, width>>(1));
  const auto last = merge<"head", "width", "model">(x);
  static_assert(std::is_same_v<decltype(last), const tensor<T, token, model>>);
  const auto first = merge<"token", "head", "row">(x);
  static_assert(std::is_same_v<decltype(first), const tensor<T, axis<"row", 6>, width>>);
  for (std::size_t t = 0; t < 2; ++t)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t w = 0; w < 4; ++w) {
        r.check(last(t, h * 4 + w) == x(t, h, w));
        r.check(first(t * 3 + h, w) == x(t, h, w));
      }
  const auto z = launder(filled<tensor<T, batch, head, width, token>>(2));
  const auto middle = merge<"head", "width", "model">(z);
  static_assert(std::is_same_v<decltype(middle), const tensor<T, batch, model, token>>);
  for (std::size_t b = 0; b < 5; ++b)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t w = 0; w < 4; ++w)
        for (std::size_t t = 0; t < 2; ++t) r.check(middle(b, h * 4 + w, t) == z(b, h, w, t));
  r.bits(last);
  r.bits(first);
  r.bits(middle);
  return r;
}

constexpr report by_position() {
  report r;
  const auto x = launder(filled<tensor<double, dim<2>, head, dim<4>>>(3));
  const auto y = merge<-2, 2>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, dim<2>, dim<12>>>);
  const auto z = merge<0, "head", "row">(x);
  static_assert(std::is_same_v<decltype(z), const tensor<double, axis<"row", 6>, dim<4>>>);
  r.check(y(1, 6) == x(1, 1, 2) && y(0, 11) == x(0, 2, 3));
  r.check(z(4, 3) == x(1, 1, 3) && z(2, 0) == x(0, 2, 0));
  r.bits(y);
  return r;
}

template <class T>
constexpr report undoes_split() {
  report r;
  const auto x = launder(filled<tensor<T, token, model, batch>>(4));
  r.check(bitwise_equal(merge<"head", "width", "model">(split<"model", head, width>(x)), x));
  const auto y = launder(filled<tensor<T, batch, width, head>>(5));
  r.check(bitwise_equal(split<"model", width, head>(merge<"width", "head", "model">(y)), y));
  r.bits(merge<"width", "head", "model">(y));
  return r;
}

// The result may have the name of an axis that goes.
constexpr report the_names_are_free_again() {
  report r;
  const auto x = launder(filled<tensor<float, token, head, width>>(6));
  const auto y = merge<"head", "width", "head">(x);
  static_assert(std::is_same_v<decltype(y), const tensor<float, token, axis<"head", 12>>>);
  r.check(y(1, 6) == x(1, 1, 2));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, head>>(7));
  r.check(bitwise_equal(values_of(merge<"token", "head", "both">(as_archetype(x))),
                        merge<"token", "head", "both">(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a matrix", a_matrix},
    {"at every position, float", at_every_position<float>},
    {"at every position, double", at_every_position<double>},
    {"by position", by_position},
    {"undoes split, float", undoes_split<float>},
    {"undoes split, double", undoes_split<double>},
    {"the names are free again", the_names_are_free_again},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::merge_tests
