// SPDX-License-Identifier: BSL-1.0
// What attn/ops/rearrange.hpp promises.
#pragma once

#include <attn/ops/merge.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/rearrange.hpp>
#include <attn/ops/split.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/rename.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/reference/rearrange_patterns.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::rearrange_tests {

using namespace attn;
using batch = axis<"batch", 5>;
using token = axis<"token", 3>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 4>;
using d_model = axis<"d_model", 8>;

template <class T, class... Axes>
constexpr bool is_of(const tensor<T, Axes...>&, shape<Axes...>) {
  return true;
}

// The head split, by words, and what is left of it if the transposition is forgotten.
template <class T>
constexpr report heads() {
  report r;
  const auto x = launder(filled<tensor<T, token, d_model>>(1));
  const auto y = rearrange<"token (head d_k) -> head token d_k">(x, head());
  static_assert(std::is_same_v<decltype(y), const tensor<T, head, token, d_k>>);
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t d = 0; d < 4; ++d) r.check(y(h, t, d) == x(t, h * 4 + d));
  const auto split_only = split<"d_model", head, d_k>(x);
  r.check(bitwise_equal(permute<"head", "token", "d_k">(split_only), y));
  const auto wrong = rearrange<"(head token) d_k -> head token d_k">(
      rearrange<"token (head d_k) -> (token head) d_k">(x, head()), head());
  static_assert(std::is_same_v<decltype(wrong), const tensor<T, head, token, d_k>>);
  r.check(!bitwise_equal(wrong, y));
  // And back; what is joined has no name.
  const auto back = rearrange<"head token d_k -> token (head d_k)">(y);
  static_assert(std::is_same_v<decltype(back), const tensor<T, token, dim<8>>>);
  r.check(bitwise_equal(with_axes<token, d_model>(back), x));
  r.bits(y);
  r.bits(back);
  return r;
}

// Words name, letters stand for.
constexpr report names() {
  report r;
  const auto named = launder(filled<tensor<int, token, d_model>>(2));
  const auto bare = unnamed(named);
  r.check(is_of(rearrange<"token d_model -> d_model token">(named), shape<d_model, token>()));
  r.check(is_of(rearrange<"t d -> d t">(named), shape<d_model, token>()));
  r.check(is_of(rearrange<"t d -> d t">(bare), shape<dim<8>, dim<3>>()));
  r.check(is_of(rearrange<"token d_model -> d_model token">(bare), shape<d_model, token>()));
  r.check(is_of(rearrange<"row column -> column row">(bare),
                shape<axis<"column", 8>, axis<"row", 3>>()));
  // A letter that is made has no name, even if a size was given for it; one that was an axis of
  // this name still is.
  r.check(
      is_of(rearrange<"t (h d) -> h t d">(bare, axis<"h", 2>()), shape<dim<2>, dim<3>, dim<4>>()));
  r.check(
      is_of(rearrange<"t (h d_k) -> h t d_k">(named, axis<"h", 2>()), shape<dim<2>, token, d_k>()));
  const auto lettered = launder(filled<tensor<int, axis<"h", 2>, axis<"w", 3>>>(3));
  r.check(is_of(rearrange<"h w -> w h">(lettered), shape<axis<"w", 3>, axis<"h", 2>>()));
  // A group of one is no group.
  r.check(is_of(rearrange<"(token) d_model -> (d_model) token">(named), shape<d_model, token>()));
  return r;
}

constexpr report units_and_ellipsis() {
  report r;
  const auto x = launder(filled<tensor<int, batch, head, token>>(4));
  const auto last = rearrange<"... token -> token ...">(x);
  r.check(is_of(last, shape<token, batch, head>()));
  r.check(last(2, 4, 1) == x(4, 1, 2));
  r.check(is_of(rearrange<"batch ... -> ... batch">(x), shape<head, token, batch>()));
  r.check(is_of(rearrange<"batch ... token -> token (...) batch">(x), shape<token, head, batch>()));
  r.check(is_of(rearrange<"b ... -> b (...)">(x), shape<batch, dim<6>>()));
  r.check(is_of(rearrange<"... -> (...)">(x), shape<dim<30>>()));
  r.check(rearrange<"... -> (...)">(x)(17) == x(2, 1, 2));
  r.check(is_of(rearrange<"b h t ... -> ... t (b h)">(x), shape<token, dim<10>>()));  // of none
  const auto units = rearrange<"b t -> b 1 t ()">(launder(filled<matrix<int, 2, 3>>(5)));
  r.check(is_of(units, shape<dim<2>, dim<1>, dim<3>, dim<1>>()));
  r.check(is_of(rearrange<"b 1 t () -> (t 1 b)">(units), shape<dim<6>>()));
  const auto scalar = rearrange<" -> ">(launder(tensor<int>{7}));
  r.check(scalar == tensor<int>{7} && rearrange<"->1">(scalar) == tensor<int, dim<1>>{7});
  return r;
}

constexpr report reference_cases() {
  report r;
  using namespace reference;
  r.check(rearrange<"t (h d) -> h t d">(launder(rearrange_01_split_heads::x), axis<"h", 2>()) ==
          rearrange_01_split_heads::y);
  r.check(rearrange<"h t d -> t (h d)">(launder(rearrange_02_merge_heads::x)) ==
          rearrange_02_merge_heads::y);
  r.check(rearrange<"a b -> b a">(launder(rearrange_03_transpose::x)) == rearrange_03_transpose::y);
  r.check(rearrange<"a b c -> (a b c)">(launder(rearrange_04_flatten::x)) ==
          rearrange_04_flatten::y);
  r.check(rearrange<"a b c -> (c a) b">(launder(rearrange_05_flatten_reordered::x)) ==
          rearrange_05_flatten_reordered::y);
  r.check(rearrange<"t (three h d) -> three h t d">(launder(rearrange_06_split_qkv::x),
                                                    axis<"three", 3>(),
                                                    axis<"h", 2>()) == rearrange_06_split_qkv::y);
  r.check(rearrange<"(h p) (w q) -> (h w) (p q)">(launder(rearrange_07_patches::x), axis<"p", 2>(),
                                                  axis<"q", 3>()) == rearrange_07_patches::y);
  r.check(rearrange<"a b -> a 1 b 1">(launder(rearrange_08_unit_axes::x)) ==
          rearrange_08_unit_axes::y);
  return r;
}

// The examples of einops' own documentation: 2 images of 4 x 6 with 3 channels (32 of 30 x 40 there).
constexpr report examples_of_einops() {
  report r;
  using image = tensor<int, dim<2>, dim<4>, dim<6>, dim<3>>;
  const auto x = launder(filled<image>(6));
  const auto rows = rearrange<"b h w c -> (b h) w c">(x);
  const auto columns = rearrange<"b h w c -> h (b w) c">(x);
  const auto channels = rearrange<"b h w c -> b c h w">(x);
  const auto flat = rearrange<"b h w c -> b (c h w)">(x);
  const auto tiles =
      rearrange<"b (h1 h) (w1 w) c -> (b h1 w1) h w c">(x, axis<"h1", 2>(), axis<"w1", 3>());
  const auto to_depth =
      rearrange<"b (h h1) (w w1) c -> b h w (c h1 w1)">(x, axis<"h1", 2>(), axis<"w1", 3>());
  r.check(is_of(rows, shape<dim<8>, dim<6>, dim<3>>()));
  r.check(is_of(columns, shape<dim<4>, dim<12>, dim<3>>()));
  r.check(is_of(flat, shape<dim<2>, dim<72>>()));
  r.check(is_of(tiles, shape<dim<12>, dim<2>, dim<2>, dim<3>>()));
  r.check(is_of(to_depth, shape<dim<2>, dim<2>, dim<2>, dim<18>>()));
  r.check(rearrange<"b h w c -> b h w c">(x) == x);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 4; ++h)
      for (std::size_t w = 0; w < 6; ++w)
        for (std::size_t c = 0; c < 3; ++c) {
          const int one = x(b, h, w, c);
          r.check(rows(b * 4 + h, w, c) == one && columns(h, b * 6 + w, c) == one);
          r.check(channels(b, c, h, w) == one && flat(b, (c * 4 + h) * 6 + w) == one);
          r.check(tiles((b * 2 + h / 2) * 3 + w / 2, h % 2, w % 2, c) == one);
          r.check(to_depth(b, h / 2, w / 3, (c * 2 + h % 2) * 3 + w % 3) == one);
        }
  return r;
}

template <class T>
constexpr report is_permute_split_merge() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, d_model>>(7));
  r.check(bitwise_equal(rearrange<"batch token d_model -> d_model batch token">(x),
                        permute<"d_model", "batch", "token">(x)));
  r.check(bitwise_equal(rearrange<"batch token d_model -> batch d_model token">(x), transpose(x)));
  r.check(bitwise_equal(rearrange<"b t d -> (b t) d">(x), merge<0, 1>(x)));
  r.check(bitwise_equal(rearrange<"b t (head d_k) -> b t head d_k">(x, d_k()),
                        split<"d_model", head, d_k>(x)));
  r.bits(rearrange<"b t (h d) -> h (d t) b">(x, axis<"d", 4>()));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, d_model>>(8));
  r.check(bitwise_equal(values_of(rearrange<"t (h d) -> (h t) d">(as_archetype(x), axis<"h", 2>())),
                        rearrange<"t (h d) -> (h t) d">(x, axis<"h", 2>())));
  return r;
}

constexpr report six_axes() {
  report r;
  tensor<int, dim<16>, dim<2>, dim<3>, dim<2>> x;
  for (int i = 0; int& element : x) element = i++;
  const auto y = rearrange<"(a b) c d e -> e d 1 c b a">(launder(x), axis<"b", 4>());
  using axes = shape<dim<2>, dim<3>, dim<1>, dim<2>, dim<4>, dim<4>>;
  r.check(std::is_same_v<typename decltype(y)::shape_type, axes>);
  r.check(y(1, 2, 0, 1, 3, 2) == x(11, 1, 2, 1));
  r.check(rearrange<"e d 1 c b a -> (a b) c d e">(y) == x);
  r.check(permute<5, 4, 3, 2, 1, 0>(permute<5, 4, 3, 2, 1, 0>(y)) == y);
  r.bits(y);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"six axes", six_axes},
    {"heads, float", heads<float>},
    {"heads, double", heads<double>},
    {"words name, letters stand for", names},
    {"units and ellipsis", units_and_ellipsis},
    {"reference cases", reference_cases},
    {"examples of einops", examples_of_einops},
    {"is permute, split, merge; float", is_permute_split_merge<float>},
    {"is permute, split, merge; double", is_permute_split_merge<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::rearrange_tests
