// SPDX-License-Identifier: BSL-1.0
// What attn/ops/repeat.hpp promises.
#pragma once

#include <attn/ops/expand.hpp>
#include <attn/ops/rearrange.hpp>
#include <attn/ops/repeat.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/reference/repeat_patterns.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::repeat_tests {

using namespace attn;
using head = axis<"head", 2>;
using token = axis<"token", 5>;
using d_k = axis<"d_k", 4>;
using group = axis<"group", 3>;

// Grouped queries: (head group) repeats each head, (group head) all of them.
template <class T>
constexpr report heads_of_groups() {
  report r;
  const auto k = launder(filled<tensor<T, head, token, d_k>>(1));
  const auto each = repeat<"head token d_k -> (head group) token d_k">(k, group());
  const auto all = repeat<"head token d_k -> (group head) token d_k">(k, group());
  static_assert(std::is_same_v<decltype(each), const tensor<T, dim<6>, token, d_k>>);
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t g = 0; g < 3; ++g)
      for (std::size_t t = 0; t < 5; ++t)
        for (std::size_t d = 0; d < 4; ++d) {
          r.check(each(h * 3 + g, t, d) == k(h, t, d));
          r.check(all(g * 2 + h, t, d) == k(h, t, d));
        }
  r.bits(each);
  r.bits(all);
  return r;
}

constexpr report is_expand() {
  report r;
  const auto x = launder(filled<tensor<double, token, d_k>>(2));
  const auto in_front = repeat<"token d_k -> group token d_k">(x, group());
  static_assert(std::is_same_v<decltype(in_front), const tensor<double, group, token, d_k>>);
  r.check(bitwise_equal(in_front, expand<group, 0>(x)));
  r.check(bitwise_equal(repeat<"... -> ... group">(x, group()), expand<group>(x)));
  r.check(bitwise_equal(repeat<"t d -> d t">(x), rearrange<"t d -> d t">(x)));  // of nothing new
  const auto number = repeat<"t d -> t 3 (d 2)">(x);
  static_assert(std::is_same_v<decltype(number), const tensor<double, token, dim<3>, dim<8>>>);
  r.check(number(4, 2, 5) == x(4, 2));
  return r;
}

constexpr report reference_cases() {
  report r;
  using namespace reference;
  r.check(repeat<"t d -> b t d">(launder(repeat_01_new_batch::x), axis<"b", 2>()) ==
          repeat_01_new_batch::y);
  r.check(repeat<"h t d -> (h g) t d">(launder(repeat_02_gqa_heads::x), axis<"g", 2>()) ==
          repeat_02_gqa_heads::y);
  r.check(repeat<"h t d -> (g h) t d">(launder(repeat_03_tile_heads::x), axis<"g", 2>()) ==
          repeat_03_tile_heads::y);
  r.check(repeat<"a b -> (a p) (b q)">(launder(repeat_04_upsample::x), axis<"p", 2>(),
                                       axis<"q", 3>()) == repeat_04_upsample::y);
  return r;
}

// The examples of einops' own documentation, with an image of 3 x 4 (30 x 40 there).
constexpr report examples_of_einops() {
  report r;
  const auto x = launder(filled<matrix<int, 3, 4>>(3));
  const auto colour = repeat<"h w -> h w c">(x, axis<"c", 5>());
  const auto down = repeat<"h w -> (repeat h) w">(x, axis<"repeat", 2>());
  const auto along = repeat<"h w -> h (repeat w)">(x, axis<"repeat", 3>());
  const auto bigger = repeat<"h w -> (h h2) (w w2)">(x, axis<"h2", 2>(), axis<"w2", 3>());
  static_assert(std::is_same_v<decltype(colour), const tensor<int, dim<3>, dim<4>, dim<5>>>);
  static_assert(std::is_same_v<decltype(bigger), const matrix<int, 6, 12>>);
  for (std::size_t h = 0; h < 3; ++h)
    for (std::size_t w = 0; w < 4; ++w) {
      r.check(colour(h, w, 0) == x(h, w) && colour(h, w, 4) == x(h, w));
      r.check(down(h, w) == x(h, w) && down(3 + h, w) == x(h, w));
      r.check(along(h, w) == x(h, w) && along(h, 8 + w) == x(h, w));
      for (std::size_t i = 0; i < 6; ++i) r.check(bigger(h * 2 + i / 3, w * 3 + i % 3) == x(h, w));
    }
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 2>>(4));
  r.check(
      bitwise_equal(values_of(repeat<"a b -> b 2 a">(as_archetype(x))), repeat<"a b -> b 2 a">(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"heads of groups, float", heads_of_groups<float>},
    {"heads of groups, double", heads_of_groups<double>},
    {"is expand", is_expand},
    {"reference cases", reference_cases},
    {"examples of einops", examples_of_einops},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::repeat_tests
