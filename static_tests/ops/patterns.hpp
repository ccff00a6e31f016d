// SPDX-License-Identifier: BSL-1.0
// Behaviours of rearrange, repeat, reduce_pattern, pattern_cost of attn/ops/.
#pragma once

#include "static_tests/reference/patterns.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::ops_patterns_tests {
using batch_5 = axis<"batch", 5>;
using d_model = axis<"d_model", 8>;

template <class T, class... Axes> constexpr bool is_of(const tensor<T, Axes...>&, shape<Axes...>) {
  return true;
}

using token_5 = axis<"token", 5>;
using group = axis<"group", 3>;
using token_19 = axis<"token", 19>;  // more than the 16 partial results

using row_3 = axis<"row", 3>;
using A = tensor<double, row_3, inner>;
using B = tensor<double, column, inner>;
using X = tensor<double, batch, row_3, inner>;

template <label How> constexpr void check_reduction(report& r) {
  const auto call = [](const auto& x) { return reduce<"batch row inner -> row", How>(x); };
  cost_is_counted(r, cost::reduce<"batch row inner -> row", How, X>(), call, X{});
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/ops/patterns.hpp promises.
  tests.proved("six axes", [](report& r) {
    tensor<int, dim<16>, dim<2>, dim<3>, dim<2>> x;
    for (int i = 0; int& element : x) element = i++;
    const auto y = rearrange<"(a b) c d e -> e d 1 c b a">(launder(x), axis<"b", 4>());
    using axes = shape<dim<2>, dim<3>, dim<1>, dim<2>, dim<4>, dim<4>>;
    r.check(std::is_same_v<typename decltype(y)::shape_type, axes>);
    r.check(y(1, 2, 0, 1, 3, 2) == x(11, 1, 2, 1));
    r.check(rearrange<"e d 1 c b a -> (a b) c d e">(y) == x);
    r.check(permute<5, 4, 3, 2, 1, 0>(permute<5, 4, 3, 2, 1, 0>(y)) == y);
    r.bits(y);
  });
  // The head split, by words, and what is left of it if the transposition is forgotten.
  tests.proved<float, double>("heads", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, d_model>>(1));
    const auto y = rearrange<"token (head d_k) -> head token d_k">(x, head());
    has_type<tensor<T, head, token, d_k>>(y);
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t d = 0; d < 4; ++d) r.check(y(h, t, d) == x(t, h * 4 + d));
    const auto split_only = split<"d_model", head, d_k>(x);
    r.same(permute<"head", "token", "d_k">(split_only), y);
    const auto wrong = rearrange<"(head token) d_k -> head token d_k">(
        rearrange<"token (head d_k) -> (token head) d_k">(x, head()), head());
    has_type<tensor<T, head, token, d_k>>(wrong);
    r.check(!bitwise_equal(wrong, y));
    // And back; what is joined has no name.
    const auto back = rearrange<"head token d_k -> token (head d_k)">(y);
    has_type<tensor<T, token, dim<8>>>(back);
    r.same(with_axes<token, d_model>(back), x);
    r.bits(back);
  });
  // Words name, letters stand for.
  tests.proved("words name, letters stand for", [](report& r) {
    const auto named = launder(filled<tensor<int, token, d_model>>(2));
    const auto bare = unnamed(named);
    r.check(is_of(rearrange<"token d_model -> d_model token">(named), shape<d_model, token>()));
    r.check(is_of(rearrange<"t d -> d t">(named), shape<d_model, token>()));
    r.check(is_of(rearrange<"t d -> d t">(bare), shape<dim<8>, dim<3>>()));
    r.check(is_of(rearrange<"token d_model -> d_model token">(bare), shape<d_model, token>()));
    r.check(is_of(
        rearrange<"row column -> column row">(bare), shape<axis<"column", 8>, axis<"row", 3>>()));
    // A letter that is made has no name, even if a size was given for it; one that was an axis of
    // this name still is.
    r.check(is_of(
        rearrange<"t (h d) -> h t d">(bare, axis<"h", 2>()), shape<dim<2>, dim<3>, dim<4>>()));
    r.check(is_of(
        rearrange<"t (h d_k) -> h t d_k">(named, axis<"h", 2>()), shape<dim<2>, token, d_k>()));
    const auto lettered = launder(filled<tensor<int, axis<"h", 2>, axis<"w", 3>>>(3));
    r.check(is_of(rearrange<"h w -> w h">(lettered), shape<axis<"w", 3>, axis<"h", 2>>()));
    // A group of one is no group.
    r.check(is_of(rearrange<"(token) d_model -> (d_model) token">(named), shape<d_model, token>()));
  });
  tests.proved("units and ellipsis", [](report& r) {
    const auto x = launder(filled<tensor<int, batch_5, head, token>>(4));
    const auto last = rearrange<"... token -> token ...">(x);
    r.check(is_of(last, shape<token, batch_5, head>()));
    r.check(last(2, 4, 1) == x(4, 1, 2));
    r.check(is_of(rearrange<"batch ... -> ... batch">(x), shape<head, token, batch_5>()));
    r.check(
        is_of(rearrange<"batch ... token -> token (...) batch">(x), shape<token, head, batch_5>()));
    r.check(is_of(rearrange<"b ... -> b (...)">(x), shape<batch_5, dim<6>>()));
    r.check(is_of(rearrange<"... -> (...)">(x), shape<dim<30>>()));
    r.check(rearrange<"... -> (...)">(x)(17) == x(2, 1, 2));
    r.check(is_of(rearrange<"b h t ... -> ... t (b h)">(x), shape<token, dim<10>>()));  // of none
    const auto units = rearrange<"b t -> b 1 t ()">(launder(filled<matrix<int, 2, 3>>(5)));
    r.check(is_of(units, shape<dim<2>, dim<1>, dim<3>, dim<1>>()));
    r.check(is_of(rearrange<"b 1 t () -> (t 1 b)">(units), shape<dim<6>>()));
    const auto scalar = rearrange<" -> ">(launder(tensor<int>{7}));
    r.check(scalar == tensor<int>{7} && rearrange<"->1">(scalar) == tensor<int, dim<1>>{7});
  });
  tests.proved("reference cases", [](report& r) {
    using namespace reference;
    r.check(rearrange<"t (h d) -> h t d">(launder(rearrange_01_split_heads::x), axis<"h", 2>()) ==
            rearrange_01_split_heads::y);
    r.check(rearrange<"h t d -> t (h d)">(launder(rearrange_02_merge_heads::x)) ==
            rearrange_02_merge_heads::y);
    r.check(
        rearrange<"a b -> b a">(launder(rearrange_03_transpose::x)) == rearrange_03_transpose::y);
    r.check(
        rearrange<"a b c -> (a b c)">(launder(rearrange_04_flatten::x)) == rearrange_04_flatten::y);
    r.check(rearrange<"a b c -> (c a) b">(launder(rearrange_05_flatten_reordered::x)) ==
            rearrange_05_flatten_reordered::y);
    r.check(rearrange<"t (three h d) -> three h t d">(launder(rearrange_06_split_qkv::x),
                axis<"three", 3>(), axis<"h", 2>()) == rearrange_06_split_qkv::y);
    r.check(rearrange<"(h p) (w q) -> (h w) (p q)">(launder(rearrange_07_patches::x),
                axis<"p", 2>(), axis<"q", 3>()) == rearrange_07_patches::y);
    r.check(rearrange<"a b -> a 1 b 1">(launder(rearrange_08_unit_axes::x)) ==
            rearrange_08_unit_axes::y);
  });
  // The examples of einops' own documentation: 2 images of 4 x 6 with 3 channels (32 of 30 x 40 there).
  tests.proved("examples of einops", [](report& r) {
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
  });
  tests.proved<float, double>("is permute, split, merge;", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch_5, token, d_model>>(7));
    r.same(rearrange<"batch token d_model -> d_model batch token">(x),
        permute<"d_model", "batch", "token">(x));
    r.same(rearrange<"batch token d_model -> batch d_model token">(x), transpose(x));
    r.same(rearrange<"b t d -> (b t) d">(x), merge<0, 1>(x));
    r.same(rearrange<"b t (head d_k) -> b t head d_k">(x, d_k()), split<"d_model", head, d_k>(x));
    r.bits(rearrange<"b t (h d) -> h (d t) b">(x, axis<"d", 4>()));
  });
  tests.accepts_an_archetype<tensor<double, token, d_model>>(
      [](const auto& x) { return rearrange<"t (h d) -> (h t) d">(x, axis<"h", 2>()); });
  // What attn/ops/patterns.hpp promises.
  // Grouped queries: (head group) repeats each head, (group head) all of them.
  tests.proved<float, double>("heads of groups", []<class T>(report& r) {
    const auto k = launder(filled<tensor<T, head, token_5, d_k>>(1));
    const auto each = repeat<"head token d_k -> (head group) token d_k">(k, group());
    const auto all = repeat<"head token d_k -> (group head) token d_k">(k, group());
    has_type<tensor<T, dim<6>, token_5, d_k>>(each);
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t g = 0; g < 3; ++g)
        for (std::size_t t = 0; t < 5; ++t)
          for (std::size_t d = 0; d < 4; ++d) {
            r.check(each(h * 3 + g, t, d) == k(h, t, d));
            r.check(all(g * 2 + h, t, d) == k(h, t, d));
          }
    r.bits(each);
    r.bits(all);
  });
  tests.proved("is expand", [](report& r) {
    const auto x = launder(filled<tensor<double, token_5, d_k>>(2));
    const auto in_front = repeat<"token d_k -> group token d_k">(x, group());
    has_type<tensor<double, group, token_5, d_k>>(in_front);
    r.same(in_front, expand<group, 0>(x));
    r.same(repeat<"... -> ... group">(x, group()), expand<group>(x));
    r.same(repeat<"t d -> d t">(x), rearrange<"t d -> d t">(x));  // of nothing new
    const auto number = repeat<"t d -> t 3 (d 2)">(x);
    has_type<tensor<double, token_5, dim<3>, dim<8>>>(number);
    r.check(number(4, 2, 5) == x(4, 2));
  });
  tests.proved("reference cases", [](report& r) {
    using namespace reference;
    r.check(repeat<"t d -> b t d">(launder(repeat_01_new_batch::x), axis<"b", 2>()) ==
            repeat_01_new_batch::y);
    r.check(repeat<"h t d -> (h g) t d">(launder(repeat_02_gqa_heads::x), axis<"g", 2>()) ==
            repeat_02_gqa_heads::y);
    r.check(repeat<"h t d -> (g h) t d">(launder(repeat_03_tile_heads::x), axis<"g", 2>()) ==
            repeat_03_tile_heads::y);
    r.check(repeat<"a b -> (a p) (b q)">(launder(repeat_04_upsample::x), axis<"p", 2>(),
                axis<"q", 3>()) == repeat_04_upsample::y);
  });
  // The examples of einops' own documentation, with an image of 3 x 4 (30 x 40 there).
  tests.proved("examples of einops", [](report& r) {
    const auto x = launder(filled<matrix<int, 3, 4>>(3));
    const auto colour = repeat<"h w -> h w c">(x, axis<"c", 5>());
    const auto down = repeat<"h w -> (repeat h) w">(x, axis<"repeat", 2>());
    const auto along = repeat<"h w -> h (repeat w)">(x, axis<"repeat", 3>());
    const auto bigger = repeat<"h w -> (h h2) (w w2)">(x, axis<"h2", 2>(), axis<"w2", 3>());
    has_type<tensor<int, dim<3>, dim<4>, dim<5>>>(colour);
    has_type<matrix<int, 6, 12>>(bigger);
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t w = 0; w < 4; ++w) {
        r.check(colour(h, w, 0) == x(h, w) && colour(h, w, 4) == x(h, w));
        r.check(down(h, w) == x(h, w) && down(3 + h, w) == x(h, w));
        r.check(along(h, w) == x(h, w) && along(h, 8 + w) == x(h, w));
        for (std::size_t i = 0; i < 6; ++i)
          r.check(bigger(h * 2 + i / 3, w * 3 + i % 3) == x(h, w));
      }
  });
  tests.accepts_an_archetype<matrix<double, 3, 2>>(
      [](const auto& x) { return repeat<"a b -> b 2 a">(x); });
  // What attn/ops/patterns.hpp promises.
  // One axis: the bits of sum, mean, amax, amin; wherever it stands, and whatever it is made of.
  tests.proved<float, double>("one axis", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token_19, feature>>(1));
    const auto total = reduce<"batch token feature -> batch feature", "sum">(x);
    has_type<tensor<T, batch, feature>>(total);
    r.same(total, sum<"token">(x));
    r.same(reduce<"b t f -> b f", "mean">(x), mean<"token">(x));
    r.same(reduce<"b t f -> t f", "max">(x), amax<"batch">(x));
    r.same(reduce<"b t f -> b t", "min">(x), amin<"feature">(x));
    r.same(reduce<"b t f -> f b", "sum">(x), rearrange<"b f -> f b">(sum<"token">(x)));
    r.same(reduce<"b ... -> ...", "sum">(x), sum<"batch">(x));
    r.bits(reduce<"b t f -> f b", "mean">(x));
  });
  // Several are one that is made of them, in their order on the left.
  tests.proved<float, double>("several axes", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token_19, feature>>(2));
    r.same(reduce<"b t f -> b", "sum">(x), sum<1>(rearrange<"b t f -> b (t f)">(x)));
    r.same(reduce<"b t f -> t", "sum">(x), sum<1>(rearrange<"b t f -> t (b f)">(x)));
    r.same(reduce<"... -> ", "mean">(x), mean<0>(rearrange<"... -> (...)">(x)));
    r.same(reduce<"b t f -> ()", "max">(x),
        rearrange<"-> 1">(amax<0>(rearrange<"b t f -> (b t f)">(x))));
    // More than the 16 partial results, and not one behind the other.
    const auto y = launder(filled<tensor<T, dim<5>, dim<2>, dim<7>>>(8));
    r.same(reduce<"a b c -> b", "sum">(y), sum<1>(rearrange<"a b c -> b (a c)">(y)));
    r.bits(reduce<"a b c -> b", "mean">(y));
    r.bits(reduce<"b t f -> f", "prod">(x));
  });
  tests.proved("products", [](report& r) {
    const auto x = launder(tensor<int, dim<2>, dim<3>>{{1, 2, 3}, {4, 5, 6}});
    r.check(reduce<"a b -> a", "prod">(x) == tensor<int, dim<2>>{6, 120});
    r.check(reduce<"a b -> ", "prod">(x) == tensor<int>{720});
    r.check(reduce<"a b -> b a", "prod">(x) == rearrange<"a b -> b a">(x));  // of one element each
    // 20 factors: 16 partial products, the first four of two factors.
    const auto row = launder(filled<tensor<double, dim<20>>>(3, 2.0));
    double partial[16];
    for (std::size_t i = 0; i < 16; ++i) partial[i] = row(i);
    for (std::size_t i = 16; i < 20; ++i) partial[i - 16] = partial[i - 16] * row(i);
    for (std::size_t half = 8; half > 0; half /= 2)
      for (std::size_t i = 0; i < half; ++i) partial[i] = partial[i] * partial[i + half];
    r.same(reduce<"a -> ", "prod">(row), tensor<double>{partial[0]});
  });
  tests.proved("reference cases", [](report& r) {
    using namespace reference;
    r.check(
        reduce<"t d -> d", "mean">(launder(reduce_01_mean_tokens::x)) == reduce_01_mean_tokens::y);
    r.check(reduce<"t d -> t", "max">(launder(reduce_02_max_last::x)) == reduce_02_max_last::y);
    r.check(reduce<"t d -> ", "min">(launder(reduce_03_min_all::x)) == reduce_03_min_all::y);
    r.check(reduce<"t d -> t 1", "sum">(launder(reduce_04_sum_keep::x)) == reduce_04_sum_keep::y);
    r.check(reduce<"(t w) d -> t d", "max">(launder(reduce_05_max_pool::x), axis<"w", 2>()) ==
            reduce_05_max_pool::y);
    r.check(reduce<"a b -> b", "prod">(launder(reduce_06_prod::x)) == reduce_06_prod::y);
    r.check(reduce<"(h p) (w q) -> h w", "mean">(launder(reduce_07_mean_pool_2d::x), axis<"p", 2>(),
                axis<"q", 2>()) == reduce_07_mean_pool_2d::y);
  });
  // The examples of einops' own documentation, with smaller sizes.
  tests.proved("examples of einops", [](report& r) {
    using images = tensor<int, dim<2>, dim<3>, dim<6>, dim<8>>;
    const auto x = launder(filled<images>(4));
    const auto pooled =
        reduce<"b c (h1 h2) (w1 w2) -> b c h1 w1", "max">(x, axis<"h2", 2>(), axis<"w2", 2>());
    r.check(pooled == reduce<"b c (h1 2) (w1 2) -> b c h1 w1", "max">(x));
    r.check(pooled ==
            reduce<"b c (h1 h2) (w1 w2) -> b c h1 w1", "max">(x, axis<"h1", 3>(), axis<"w1", 4>()));
    r.check(pooled(1, 2, 2, 3) == amax<0>(tensor<int, dim<4>>{x(1, 2, 4, 6), x(1, 2, 4, 7),
                                      x(1, 2, 5, 6), x(1, 2, 5, 7)})());
    r.check(pooled(0, 1, 0, 2) == amax<0>(tensor<int, dim<4>>{x(0, 1, 0, 4), x(0, 1, 0, 5),
                                      x(0, 1, 1, 4), x(0, 1, 1, 5)})());
    const auto global = reduce<"b c h w -> b c", "sum">(x);
    const auto kept = reduce<"b c h w -> b c () ()", "sum">(x);
    has_type<tensor<int, dim<2>, dim<3>, dim<1>, dim<1>>>(kept);
    r.check(kept(1, 2, 0, 0) == global(1, 2) && global == sum<2>(sum<3>(x)));
    const auto ensemble = launder(filled<tensor<int, dim<5>, dim<2>, dim<3>>>(5));
    r.check(reduce<"t b c -> b c", "max">(ensemble) == amax<0>(ensemble));
    r.check(reduce<"time batch channel -> batch channel", "max">(ensemble) == amax<0>(ensemble));
    // Smaller by a mean, and as large again.
    const auto image = launder(as<double>(filled<matrix<int, 4, 6>>(6)));
    const auto smaller = reduce<"(h 2) (w 2) -> h w", "mean">(image);
    const auto pixelated = repeat<"h w -> (h 2) (w 2)">(smaller);
    r.check(pixelated(3, 4) == smaller(1, 2) && pixelated(2, 5) == smaller(1, 2));
  });
  tests.accepts_an_archetype<matrix<double, 3, 4>>(
      [](const auto& x) { return reduce<"a b -> a", "mean">(x); });
  tests.accepts_an_archetype<matrix<double, 3, 4>>(
      [](const auto& x) { return reduce<"a b -> b", "max">(x); });
  tests.accepts_an_archetype<matrix<double, 3, 4>>(
      [](const auto& x) { return reduce<"a b -> ", "prod">(x); });
  // What the costs of dot, einsum and reduce<pattern, how> promise: what counted numbers execute, and figures by hand.
  tests.proved("products", [](report& r) {
    constexpr operation_count by_hand{.additions = 12 * 4, .multiplications = 12 * 5};
    static_assert(cost::einsum<"row inner, column inner -> row column", A, B>() == by_hand);
    static_assert(cost::dot<A, B, "inner">() == by_hand);
    const auto sums = [](const auto& a, const auto& b) {
      return einsum<"row inner, column inner -> row column">(a, b);
    };
    cost_is_counted(r, by_hand, sums, A{}, B{});
    const auto by_name = [](const auto& a, const auto& b) { return dot<"inner">(a, b); };
    cost_is_counted(r, by_hand, by_name, A{}, B{});
    const auto twice = [](const auto& a, const auto& b) { return dot<"row", "inner">(a, b); };
    cost_is_counted(r, cost::dot<X, A, "row", "inner">(), twice, X{}, A{});
    r.check(cost::dot<X, A, "row", "inner">() ==
            operation_count{.additions = 2 * 14, .multiplications = 2 * 15});
  });
  tests.proved("of one and of three", [](report& r) {
    const auto trace = [](const auto& x) { return einsum<"i i ->">(x); };
    using square = tensor<double, dim<4>, dim<4>>;
    cost_is_counted(r, operation_count{.additions = 3}, trace, square{});
    r.check(cost::einsum<"i i ->", square>() == operation_count{.additions = 3});
    const auto total = [](const auto& x) { return einsum<"batch row inner -> row">(x); };
    cost_is_counted(r, cost::einsum<"batch row inner -> row", X>(), total, X{});
    const auto three = [](const auto& x, const auto& a, const auto& b) {
      return einsum<"t r i, r i, c i -> t c">(x, a, b);
    };
    constexpr operation_count constant = cost::einsum<"t r i, r i, c i -> t c", X, A, B>();
    static_assert(constant == operation_count{.additions = 8 * 14, .multiplications = 8 * 15 * 2});
    cost_is_counted(r, constant, three, X{}, A{}, B{});
    const auto outer = [](const auto& a, const auto& b) {
      return einsum<"r i, c i -> r c i">(a, b);
    };
    cost_is_counted(r, operation_count{.multiplications = 60}, outer, A{}, B{});
    r.check(cost::einsum<"r i, c i -> r c i", A, B>() == operation_count{.multiplications = 60});
  });
  // The numbers are NumPy's, of einsum. Axes without names; at most one has one, and gives it.
  tests.proved<int, double>("diagonals", []<class T>(report& r) {
    tensor<T, dim<3>, axis<"b", 2>, dim<3>> x;
    for (int i = 0; i < 18; ++i) x.data()[i] = static_cast<T>(i * 7 % 11 - 4);
    const auto y = rearrange<"i b i -> b i">(launder(x));
    has_type<tensor<T, axis<"b", 2>, dim<3>>>(y);
    r.check(y == tensor<T, axis<"b", 2>, dim<3>>{{-4, 1, 6}, {6, 0, 5}});
    r.check(rearrange<"i b i -> i b">(x) == transpose(y));
    r.check(rearrange<"row b row -> (row b)">(x) == tensor<T, dim<6>>{-4, 6, 1, 0, 6, 5});
    r.check(repeat<"i b i -> i b 2">(x) == repeat<"i b -> i b 2">(transpose(y)));
    r.check(reduce<"i b i -> b", "sum">(x) == tensor<T, axis<"b", 2>>{3, 11});
    r.check(reduce<"i b i -> b", "max">(x) == tensor<T, axis<"b", 2>>{6, 6});
    r.check(reduce<"i ... i -> ...", "min">(x) == tensor<T, axis<"b", 2>>{-4, 0});
    r.check(reduce<"i b i ->", "prod">(x) == tensor<T>(0));
    using row = axis<"row", 3>;
    has_type<tensor<T, row>>(rearrange<"i i -> i">(tensor<T, dim<3>, row>{}));
    has_type<tensor<T, row>>(rearrange<"row row -> row">(tensor<T, row, dim<3>>{}));
    has_type<tensor<T, row>>(rearrange<"row row -> row">(tensor<T, dim<3>, dim<3>>{}));
    // Three of four axes.
    tensor<T, dim<3>, dim<3>, dim<2>, dim<3>> z;
    for (int i = 0; i < 54; ++i) z.data()[i] = static_cast<T>(i * 5 % 13 - 6);
    r.check(rearrange<"i i j i -> i j">(z) == matrix<T, 3, 2>{{-6, -4}, {2, 4}, {-3, -1}});
    r.same(reduce<"i i j i -> j", "sum">(z), einsum<"i i j i -> j">(z));
    if constexpr (std::is_same_v<T, double>) {
      r.check(reduce<"i b i -> b", "mean">(x)(0) == attn::math::rounded(3 * (1.0 / 3)));
      const auto trace = [](const auto& a) { return reduce<"i i ->", "sum">(a); };
      const matrix<double, 3, 3> square = filled<matrix<double, 3, 3>>(1);
      r.check(gradient(trace, square) == matrix<double, 3, 3>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
      const auto of_diagonal = [](const auto& a) {
        const auto d = rearrange<"i i -> i">(a);
        return sum<0>(multiply(d, d));
      };
      r.check(
          gradient(of_diagonal, square) == matrix<double, 3, 3>{{2 * square(0, 0), 0, 0},
                                               {0, 2 * square(1, 1), 0}, {0, 0, 2 * square(2, 2)}});
      cost_is_counted(r, operation_count{.additions = 2}, trace, square);
      r.check(cost::reduce<"i i ->", "mean", matrix<double, 3, 3>>() ==
              operation_count{.additions = 2, .multiplications = 1});
    }
  });
  tests.proved("reductions", [](report& r) {
    check_reduction<"sum">(r);
    check_reduction<"mean">(r);
    check_reduction<"max">(r);
    check_reduction<"min">(r);
    check_reduction<"prod">(r);
    r.check(cost::reduce<"batch row inner -> row", "mean", X>() ==
            operation_count{.additions = 3 * 9, .multiplications = 3});
    const auto moved = [](const auto& x) {
      return rearrange<"batch row inner -> inner (batch row)">(x);
    };
    cost_is_counted(r, operation_count{}, moved, X{});
  });
};
}  // namespace attn_tests::ops_patterns_tests
