// SPDX-License-Identifier: BSL-1.0
// What attn/layers/rotary.hpp promises.
#pragma once

#include <attn/attention/scores.hpp>
#include <attn/layers/rotary.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/merge.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/split.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/rename.hpp>
#include <type_traits>

#include "static_tests/reference/attention_rope.hpp"
#include "static_tests/reference/attention_rope_offset.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::rotary_tests {

using namespace attn;
using head = axis<"head", 2>;
using token = axis<"token", 5>;
using width = axis<"width", 6>;

template <class T>
constexpr report as_the_reference() {
  namespace expected = reference::attention_rope;
  report r;
  const auto x = launder(with_axes<token, width>(as<T>(expected::X)));
  const auto k = launder(with_axes<token, width>(as<T>(expected::K)));
  const auto x_interleaved = rotary<interleaved_pairs>(x);
  const auto k_interleaved = rotary<interleaved_pairs>(k);
  static_assert(std::is_same_v<decltype(x_interleaved), const tensor<T, token, width>>);
  r.check(near(x_interleaved, expected::X_interleaved));
  r.check(near(k_interleaved, expected::K_interleaved));
  r.check(near(attention_scores(x_interleaved, k_interleaved), expected::scores_interleaved));
  const auto x_half = rotary<half_pairs>(x), k_half = rotary<half_pairs>(k);
  r.check(near(x_half, expected::X_half));
  r.check(near(k_half, expected::K_half));
  r.check(near(attention_scores(x_half, k_half), expected::scores_half));
  r.bits(x_interleaved);
  r.bits(x_half);
  return r;
}

// Two heads, positions 7 to 9.
template <class T>
constexpr report as_the_reference_further_on() {
  namespace expected = reference::attention_rope_offset;
  report r;
  const auto x = launder(as<T>(expected::X)), k = launder(as<T>(expected::K));
  const rotary_options from_7 = launder(rotary_options{.first_position = 7});
  const auto x_interleaved = rotary<interleaved_pairs>(x, from_7);
  const auto k_interleaved = rotary<interleaved_pairs>(k, from_7);
  r.check(near(x_interleaved, expected::X_interleaved));
  r.check(near(k_interleaved, expected::K_interleaved));
  r.check(near(attention_scores(x_interleaved, k_interleaved), expected::scores_interleaved));
  const auto x_half = rotary<half_pairs>(x, from_7), k_half = rotary<half_pairs>(k, from_7);
  r.check(near(x_half, expected::X_half));
  r.check(near(k_half, expected::K_half));
  r.check(near(attention_scores(x_half, k_half), expected::scores_half));
  r.bits(x_interleaved);
  r.bits(x_half);
  return r;
}

template <class T, class Layout>
constexpr report at_position_0_nothing_moves() {
  report r;
  const auto x = launder(filled<tensor<T, head, axis<"token", 1>, width>>(1, T(9)));
  r.check(rotary<Layout>(x) == x);
  r.bits(rotary<Layout>(x));
  return r;
}

// Every token for itself, where it stands: what a decoder with a cache does.
template <class T, class Layout>
constexpr report token_by_token() {
  report r;
  const auto x = launder(filled<tensor<T, head, token, width>>(2));
  const auto all = rotary<Layout>(x);
  for (std::size_t t = 0; t < token::size; ++t)
    r.check(bitwise_equal(rotary<Layout>(narrow<"token", 1>(x, t), {.first_position = t}),
                          narrow<"token", 1>(all, t)));
  return r;
}

template <class T>
constexpr report positions_one_by_one() {
  report r;
  const auto x = launder(filled<tensor<T, head, token, width>>(3));
  const auto counted = launder(tensor<int, token>{4, 5, 6, 7, 8});
  r.check(
      bitwise_equal(rotary<half_pairs>(x, counted), rotary<half_pairs>(x, {.first_position = 4})));
  // Two sentences in one sequence: each begins at 0.
  const auto packed = rotary<interleaved_pairs>(x, launder(tensor<int, token>{0, 1, 0, 1, 2}));
  r.check(bitwise_equal(narrow<"token", 3>(packed, 2),
                        rotary<interleaved_pairs>(narrow<"token", 3>(x, 2))));
  // A negative position turns back.
  const auto there = rotary<half_pairs>(x, launder(tensor<int, token>{3, 1, 4, 1, 5}));
  const auto back = rotary<half_pairs>(there, launder(tensor<int, token>{-3, -1, -4, -1, -5}));
  r.check(allclose(back, x));
  // A base of one's own.
  r.check(bitwise_equal(rotary<half_pairs>(x, counted, 500.0),
                        rotary<half_pairs>(x, {.first_position = 4, .base = 500.0})));
  r.check(rotary<half_pairs>(x, counted, 500.0) != rotary<half_pairs>(x, counted));
  r.bits(packed);
  r.bits(there);
  return r;
}

// And with base 1 all pairs turn alike, one radian a position.
template <class T>
constexpr report the_angle_is_position_over_a_power_of_base() {
  report r;
  const auto one = launder(tensor<T, dim<2>, dim<4>>{{2, 3, 4, 5}, {0.75, 1.25, 0.5, 3}});
  const auto turned = rotary<half_pairs>(one, {.first_position = 4096, .base = 500000});
  r.check(near(select<0>(turned, 1),
               expected<tensor<double, dim<4>>>{
                   {0.5234548028449104, 2.5130477475276987, 0.7338222328184095, 2.0608471604284393},
                   4e-12,
                   0,
                   5e-7,
                   0}));
  const auto same = launder(tensor<T, dim<2>, dim<4>>{{2, 3, 4, 5}, {3, 3, 7, 7}});
  const auto alike = rotary<half_pairs>(same, {.base = 1});
  r.check(alike(1, 0) == alike(1, 1) && alike(1, 2) == alike(1, 3));
  r.bits(turned);
  return r;
}

// A query's score with a key depends on how far apart they are, and not on where.
template <class T, class Layout>
constexpr report scores_depend_on_the_distance() {
  report r;
  const auto x = launder(filled<tensor<T, dim<3>, width>>(4));
  const auto k = launder(filled<tensor<T, dim<3>, width>>(5));
  const auto here = attention_scores(rotary<Layout>(x), rotary<Layout>(k));
  for (const std::size_t shift : {1u, 30u, 1000u}) {
    const rotary_options there{.first_position = shift};
    const auto moved = attention_scores(rotary<Layout>(x, there), rotary<Layout>(k, there));
    r.check(allclose(moved, here, default_rtol<T>, T(16) * default_atol<T>));
  }
  // Rotated alone, the queries do not find their keys again.
  r.check(!allclose(attention_scores(rotary<Layout>(x, {.first_position = 1}), rotary<Layout>(k)),
                    here, T(0.01), T(0.01)));
  // The same token at every place: one score for each distance.
  tensor<T, token, width> same;
  for (std::size_t t = 0; t < token::size; ++t)
    for (std::size_t j = 0; j < width::size; ++j) same(t, j) = x(0, j);
  const auto s = attention_scores(rotary<Layout>(same), rotary<Layout>(same));
  for (std::size_t t = 1; t < token::size; ++t)
    for (std::size_t j = 1; j < token::size; ++j)
      r.check(allclose(s(t, j), s(t - 1, j - 1), default_rtol<T>, T(16) * default_atol<T>));
  r.bits(here);
  return r;
}

template <class T, class Layout>
constexpr report lengths_stay() {
  report r;
  const auto x = launder(filled<tensor<T, token, width>>(6));
  const auto y = rotary<Layout>(x, {.first_position = 50});
  r.check(allclose(sum<"width">(multiply(y, y)), sum<"width">(multiply(x, x))));
  return r;
}

template <class T, class Layout>
constexpr report the_first_features() {
  report r;
  const auto x = launder(filled<tensor<T, head, token, axis<"width", 7>>>(7));  // odd: no matter
  const auto y = rotary<Layout, 4>(x, {.first_position = 2});
  r.check(bitwise_equal(narrow<"width", 4>(y, 0),
                        rotary<Layout>(narrow<"width", 4>(x, 0), {.first_position = 2})));
  r.check(bitwise_equal(narrow<"width", 3>(y, 4), narrow<"width", 3>(x, 4)));
  r.check(bitwise_equal(rotary<Layout, 4>(x, launder(tensor<int, token>{2, 3, 4, 5, 6})), y));
  const auto z = narrow<"width", 6>(x, 0);
  r.check(bitwise_equal(rotary<Layout, 6>(z), rotary<Layout, all_features>(z)));
  r.bits(y);
  return r;
}

template <class T>
constexpr report from_layout_to_layout() {
  report r;
  const auto x = launder(filled<tensor<T, head, token, width>>(8));
  const auto moved = interleaved_to_half_pairs<"width">(x);
  static_assert(std::is_same_v<decltype(moved), const tensor<T, head, token, width>>);
  // 0 1 2 3 4 5 -> 0 2 4 1 3 5
  r.check(bitwise_equal(interleaved_to_half_pairs<0>(launder(tensor<T, dim<6>>{0, 1, 2, 3, 4, 5})),
                        tensor<T, dim<6>>{0, 2, 4, 1, 3, 5}));
  r.check(bitwise_equal(half_to_interleaved_pairs<"width">(moved), x));
  r.check(bitwise_equal(interleaved_to_half_pairs<-1>(half_to_interleaved_pairs<-1>(x)), x));
  // To rotate and to move are one, in either order.
  r.check(bitwise_equal(rotary<half_pairs>(moved),
                        interleaved_to_half_pairs<"width">(rotary<interleaved_pairs>(x))));
  // Of 6 features 4 are rotated, and moved.
  const auto some = interleaved_to_half_pairs<"width", 4>(x);
  r.check(bitwise_equal(rotary<half_pairs, 4>(some),
                        interleaved_to_half_pairs<"width", 4>(rotary<interleaved_pairs, 4>(x))));
  r.check(bitwise_equal(half_to_interleaved_pairs<"width", 4>(some), x));
  r.bits(moved);
  return r;
}

// Weights that were trained with one layout serve the other: the scores are the same.
template <class T>
constexpr report weights_are_converted() {
  report r;
  using d_k = axis<"d_k", 4>;
  using model = axis<"model", 6>;
  const auto x = launder(filled<tensor<T, token, model>>(9));
  const auto w_q = launder(filled<tensor<T, model, d_k>>(10));
  const auto w_k = launder(filled<tensor<T, model, d_k>>(11));
  const auto q = rotary<interleaved_pairs>(matmul(x, w_q));
  const auto k = rotary<interleaved_pairs>(matmul(x, w_k));
  const auto moved_q = interleaved_to_half_pairs<"d_k">(w_q);
  const auto moved_k = interleaved_to_half_pairs<"d_k">(w_k);
  const auto scores = attention_scores(q, k);
  r.check(allclose(scores, attention_scores(rotary<half_pairs>(matmul(x, moved_q)),
                                            rotary<half_pairs>(matmul(x, moved_k)))));
  // Unmoved, they are other scores: what a wrong layout does.
  r.check(!allclose(
      scores,
      attention_scores(rotary<half_pairs>(matmul(x, w_q)), rotary<half_pairs>(matmul(x, w_k))),
      T(0.01), T(0.01)));
  // PyTorch's weight has its outputs in front.
  r.check(bitwise_equal(interleaved_to_half_pairs<"d_k">(transpose(w_q)), transpose(moved_q)));
  // One matrix for two heads: each moves for itself.
  const auto both = launder(filled<tensor<T, model, axis<"all", 8>>>(12));
  const auto cut = split<"all", head, d_k>(both);
  const auto moved = merge<"head", "d_k", "all">(interleaved_to_half_pairs<"d_k">(cut));
  r.check(bitwise_equal(narrow<"all", 4>(moved, 4),
                        interleaved_to_half_pairs<"all">(narrow<"all", 4>(both, 4))));
  r.bits(scores);
  r.bits(moved);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(13));
  const auto a = as_archetype(x);
  r.check(bitwise_equal(values_of(rotary<half_pairs>(a)), rotary<half_pairs>(x)));
  r.check(
      bitwise_equal(values_of(rotary<interleaved_pairs, 4>(a)), rotary<interleaved_pairs, 4>(x)));
  r.check(
      bitwise_equal(values_of(interleaved_to_half_pairs<1>(a)), interleaved_to_half_pairs<1>(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as the reference, double", as_the_reference<double>},
    {"as the reference, float", as_the_reference<float>},
    {"as the reference, further on, double", as_the_reference_further_on<double>},
    {"as the reference, further on, float", as_the_reference_further_on<float>},
    {"at position 0 nothing moves, double", at_position_0_nothing_moves<double, half_pairs>},
    {"at position 0 nothing moves, float", at_position_0_nothing_moves<float, interleaved_pairs>},
    {"token by token, double", token_by_token<double, interleaved_pairs>},
    {"token by token, float", token_by_token<float, half_pairs>},
    {"positions one by one, double", positions_one_by_one<double>},
    {"positions one by one, float", positions_one_by_one<float>},
    {"the angle, double", the_angle_is_position_over_a_power_of_base<double>},
    {"the angle, float", the_angle_is_position_over_a_power_of_base<float>},
    {"the distance, interleaved, double", scores_depend_on_the_distance<double, interleaved_pairs>},
    {"the distance, interleaved, float", scores_depend_on_the_distance<float, interleaved_pairs>},
    {"the distance, halves, double", scores_depend_on_the_distance<double, half_pairs>},
    {"the distance, halves, float", scores_depend_on_the_distance<float, half_pairs>},
    {"lengths stay, double", lengths_stay<double, half_pairs>},
    {"lengths stay, float", lengths_stay<float, interleaved_pairs>},
    {"the first features, double", the_first_features<double, half_pairs>},
    {"the first features, float", the_first_features<float, interleaved_pairs>},
    {"from layout to layout, double", from_layout_to_layout<double>},
    {"from layout to layout, float", from_layout_to_layout<float>},
    {"weights are converted, double", weights_are_converted<double>},
    {"weights are converted, float", weights_are_converted<float>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::rotary_tests
