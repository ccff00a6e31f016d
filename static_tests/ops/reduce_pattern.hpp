// SPDX-License-Identifier: BSL-1.0
// What attn/ops/reduce_pattern.hpp promises.
#pragma once

#include <attn/ops/rearrange.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/reduce_pattern.hpp>
#include <attn/ops/repeat.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/reference/reduce_patterns.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::reduce_pattern_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 19>;  // more than the 16 partial results
using feature = axis<"feature", 3>;

// One axis: the bits of sum, mean, amax, amin; wherever it stands, and whatever it is made of.
template <class T>
constexpr report one_axis() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, feature>>(1));
  const auto total = reduce<"batch token feature -> batch feature", "sum">(x);
  static_assert(std::is_same_v<decltype(total), const tensor<T, batch, feature>>);
  r.check(bitwise_equal(total, sum<"token">(x)));
  r.check(bitwise_equal(reduce<"b t f -> b f", "mean">(x), mean<"token">(x)));
  r.check(bitwise_equal(reduce<"b t f -> t f", "max">(x), amax<"batch">(x)));
  r.check(bitwise_equal(reduce<"b t f -> b t", "min">(x), amin<"feature">(x)));
  r.check(
      bitwise_equal(reduce<"b t f -> f b", "sum">(x), rearrange<"b f -> f b">(sum<"token">(x))));
  r.check(bitwise_equal(reduce<"b ... -> ...", "sum">(x), sum<"batch">(x)));
  r.bits(total);
  r.bits(reduce<"b t f -> f b", "mean">(x));
  return r;
}

// Several are one that is made of them, in their order on the left.
template <class T>
constexpr report several_axes() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, feature>>(2));
  r.check(bitwise_equal(reduce<"b t f -> b", "sum">(x), sum<1>(rearrange<"b t f -> b (t f)">(x))));
  r.check(bitwise_equal(reduce<"b t f -> t", "sum">(x), sum<1>(rearrange<"b t f -> t (b f)">(x))));
  r.check(bitwise_equal(reduce<"... -> ", "mean">(x), mean<0>(rearrange<"... -> (...)">(x))));
  r.check(bitwise_equal(reduce<"b t f -> ()", "max">(x),
                        rearrange<"-> 1">(amax<0>(rearrange<"b t f -> (b t f)">(x)))));
  // More than the 16 partial results, and not one behind the other.
  const auto y = launder(filled<tensor<T, dim<5>, dim<2>, dim<7>>>(8));
  r.check(bitwise_equal(reduce<"a b c -> b", "sum">(y), sum<1>(rearrange<"a b c -> b (a c)">(y))));
  r.bits(reduce<"a b c -> b", "mean">(y));
  r.bits(reduce<"b t f -> t", "sum">(x));
  r.bits(reduce<"b t f -> f", "prod">(x));
  return r;
}

constexpr report products() {
  report r;
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
  r.check(bitwise_equal(reduce<"a -> ", "prod">(row), tensor<double>{partial[0]}));
  r.bits(reduce<"a -> ", "prod">(row));
  return r;
}

constexpr report reference_cases() {
  report r;
  using namespace reference;
  r.check(reduce<"t d -> d", "mean">(launder(reduce_01_mean_tokens::x)) ==
          reduce_01_mean_tokens::y);
  r.check(reduce<"t d -> t", "max">(launder(reduce_02_max_last::x)) == reduce_02_max_last::y);
  r.check(reduce<"t d -> ", "min">(launder(reduce_03_min_all::x)) == reduce_03_min_all::y);
  r.check(reduce<"t d -> t 1", "sum">(launder(reduce_04_sum_keep::x)) == reduce_04_sum_keep::y);
  r.check(reduce<"(t w) d -> t d", "max">(launder(reduce_05_max_pool::x), axis<"w", 2>()) ==
          reduce_05_max_pool::y);
  r.check(reduce<"a b -> b", "prod">(launder(reduce_06_prod::x)) == reduce_06_prod::y);
  r.check(reduce<"(h p) (w q) -> h w", "mean">(launder(reduce_07_mean_pool_2d::x), axis<"p", 2>(),
                                               axis<"q", 2>()) == reduce_07_mean_pool_2d::y);
  return r;
}

// The examples of einops' own documentation, with smaller sizes.
constexpr report examples_of_einops() {
  report r;
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
  static_assert(std::is_same_v<decltype(kept), const tensor<int, dim<2>, dim<3>, dim<1>, dim<1>>>);
  r.check(kept(1, 2, 0, 0) == global(1, 2) && global == sum<2>(sum<3>(x)));
  const auto ensemble = launder(filled<tensor<int, dim<5>, dim<2>, dim<3>>>(5));
  r.check(reduce<"t b c -> b c", "max">(ensemble) == amax<0>(ensemble));
  r.check(reduce<"time batch channel -> batch channel", "max">(ensemble) == amax<0>(ensemble));
  // Smaller by a mean, and as large again.
  const auto image = launder(as<double>(filled<matrix<int, 4, 6>>(6)));
  const auto smaller = reduce<"(h 2) (w 2) -> h w", "mean">(image);
  const auto pixelated = repeat<"h w -> (h 2) (w 2)">(smaller);
  r.check(pixelated(3, 4) == smaller(1, 2) && pixelated(2, 5) == smaller(1, 2));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 4>>(7));
  r.check(bitwise_equal(values_of(reduce<"a b -> a", "mean">(as_archetype(x))),
                        reduce<"a b -> a", "mean">(x)));
  r.check(bitwise_equal(values_of(reduce<"a b -> b", "max">(as_archetype(x))),
                        reduce<"a b -> b", "max">(x)));
  r.check(bitwise_equal(values_of(reduce<"a b -> ", "prod">(as_archetype(x))),
                        reduce<"a b -> ", "prod">(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"one axis, float", one_axis<float>},
    {"one axis, double", one_axis<double>},
    {"several axes, float", several_axes<float>},
    {"several axes, double", several_axes<double>},
    {"products", products},
    {"reference cases", reference_cases},
    {"examples of einops", examples_of_einops},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::reduce_pattern_tests
