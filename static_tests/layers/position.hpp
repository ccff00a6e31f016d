// SPDX-License-Identifier: BSL-1.0
// What attn/layers/position.hpp promises.
#pragma once

#include <attn/layers/embedding.hpp>
#include <attn/layers/position.hpp>
#include <attn/math/sin.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/text/token_id.hpp>
#include <cstdint>
#include <type_traits>

#include "static_tests/reference/layers_positional_encoding.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::position_tests {

using namespace attn;
using token = axis<"token", 5>;
using width = axis<"width", 8>;

template <class T>
constexpr report as_the_paper() {
  namespace expected = reference::layers_positional_encoding;
  report r;
  const auto first = launder(std::size_t{0});
  const auto p = sinusoidal_positions<axis<"token", 6>, width, T, interleaved>(first);
  static_assert(std::is_same_v<decltype(p), const tensor<T, axis<"token", 6>, width>>);
  r.check(near(p, expected::PE_6x8));
  const auto odd = sinusoidal_positions<dim<3>, dim<5>, T, interleaved>(first);
  r.check(near(odd, expected::PE_3x5));  // one sine more
  r.check(near(sinusoidal_positions<dim<10>, dim<2>, T, interleaved>(first), expected::PE_10x2));
  r.check(near(sinusoidal_positions<dim<4>, dim<4>, T, interleaved>(first), expected::PE_4x4));
  r.bits(p);
  r.bits(odd);
  return r;
}

// The same columns in another order.
template <class T, std::size_t D>
constexpr void same_columns(report& r) {
  const auto first = launder(std::size_t{3});
  const auto a = sinusoidal_positions<dim<4>, dim<D>, T, interleaved>(first);
  const auto b = sinusoidal_positions<dim<4>, dim<D>, T, halves>(first);
  for (std::size_t t = 0; t < 4; ++t)
    for (std::size_t j = 0; j < D; ++j)
      r.check(a(t, j) == b(t, j % 2 == 0 ? j / 2 : (D + 1) / 2 + j / 2));
  r.bits(b);
}
template <class T>
constexpr report halves_are_the_same_columns() {
  report r;
  same_columns<T, 1>(r);
  same_columns<T, 2>(r);
  same_columns<T, 5>(r);
  same_columns<T, 6>(r);
  return r;
}

// Computed with mpmath.
inline constexpr expected<matrix<double, 3, 6>> t2t_3x6{
    matrix<double, 3, 6>{{0.0, 0.0, 0.0, 1.0, 1.0, 1.0},
                         {0.8414709848078965, 0.009999833334166664, 9.999999983333333e-05,
                          0.5403023058681398, 0.9999500004166653, 0.999999995},
                         {0.9092974268256817, 0.01999866669333308, 0.00019999999866666666,
                          -0.4161468365471424, 0.9998000066665778, 0.9999999800000001}},
    5e-16, 0, 1e-7, 0};
inline constexpr expected<matrix<double, 2, 5>> t2t_2x5_from_7{
    matrix<double, 2, 5>{
        {0.6569865987187891, 0.0006999999428333347, 0.7539022543433046, 0.99999975500001, 0.0},
        {0.9893582466233818, 0.0007999999146666694, -0.14550003380861354, 0.999999680000017, 0.0}},
    5e-15, 0, 1e-7, 0};
// Position 100000 of width 8: as far as an angle goes, and not less exact in float.
inline constexpr expected<matrix<double, 1, 8>> far{
    matrix<double, 1, 8>{{0.03574879797201651, -0.9993608074382124, -0.30561438888825215,
                          -0.9521553682590148, 0.8268795405320025, 0.5623790762907029,
                          -0.5063656411097588, 0.8623188722876839}},
    1e-11, 0, 6e-8, 0};

template <class T>
constexpr report as_tensor2tensor() {
  report r;
  const auto p =
      sinusoidal_positions<dim<3>, dim<6>, T, halves_of_tensor2tensor>(launder(std::size_t{0}));
  r.check(near(p, t2t_3x6));
  const auto q =
      sinusoidal_positions<dim<2>, dim<5>, T, halves_of_tensor2tensor>(launder(std::size_t{7}));
  r.check(near(q, t2t_2x5_from_7));
  r.check(q(0, 4) == T(0) && q(1, 4) == T(0));
  // Width 2 has one wave, the shortest; width 1 has none.
  const auto two = sinusoidal_positions<dim<2>, dim<2>, T, halves_of_tensor2tensor>(1);
  r.check(bitwise_equal(two, sinusoidal_positions<dim<2>, dim<2>, T, interleaved>(1)));
  r.check(sinusoidal_positions<dim<2>, dim<1>, T, halves_of_tensor2tensor>(1) ==
          matrix<T, 2, 1>{{0}, {0}});
  r.bits(p);
  r.bits(q);
  return r;
}

template <class T>
constexpr report far_away() {
  report r;
  const auto p = sinusoidal_positions<dim<1>, dim<8>, T, interleaved>(launder(std::size_t{100000}));
  r.check(near(p, far));
  r.bits(p);
  return r;
}

// Where a sequence goes on, its positions do.
template <class T>
constexpr report from_any_position_on() {
  report r;
  const auto all = sinusoidal_positions<token, width, T, halves>();
  const auto rest =
      sinusoidal_positions<axis<"token", 2>, width, T, halves>(launder(std::size_t{3}));
  r.check(bitwise_equal(rest, narrow<"token", 2>(all, 3)));
  r.check(bitwise_equal(all, sinusoidal_positions<token, width, T, halves>(0)));
  r.bits(rest);
  return r;
}

// Float has the numbers of double, rounded once.
constexpr report float_is_double_rounded() {
  report r;
  const auto first = launder(std::size_t{777});
  r.check(bitwise_equal(sinusoidal_positions<token, width, float, interleaved>(first),
                        as<float>(sinusoidal_positions<token, width, double, interleaved>(first))));
  return r;
}

// Learnt positions are an embedding of the positions; these are one that is not learnt.
constexpr report as_an_embedding() {
  report r;
  nn::embedding<float, token, width> learnt;
  learnt.weight = sinusoidal_positions<token, width, float, interleaved>();
  const auto places = launder(tensor<token_id<5>, axis<"word", 3>>{4, 0, 2});
  const auto rows = learnt(places);
  r.check(bitwise_equal(select<"word">(rows, 0), select<"token">(learnt.weight, 4)));
  r.bits(rows);
  return r;
}

// Sines and cosines go on in front of the first position; no sum of sizes wraps to it.
constexpr report in_front_of_the_first() {
  report r;
  const auto x = sinusoidal_positions<axis<"token", 3>, width, double, interleaved>(launder(-2));
  const auto y = sinusoidal_positions<axis<"token", 3>, width, double, interleaved>(0);
  for (int i = 0; i < 8; ++i) {
    r.check(x(2, i) == y(0, i));
    r.check(x(0, i) == (i % 2 == 0 ? -y(2, i) : y(2, i)));
  }
  r.bits(x);
  const auto end =
      sinusoidal_positions<axis<"token", 3>, width, double, interleaved>(launder(~std::uint64_t{}));
  r.check(bitwise_equal(select<"token">(end, 0), select<"token">(end, 2)));  // all are 2^64
  r.check(end(0, 0) == math::sin(0x1p64));
  r.bits(end);
  const auto before = sinusoidal_positions<axis<"token", 3>, width, double, interleaved>(
      launder(-(std::int64_t{1} << 40)));
  r.check(before(1, 0) == math::sin(1 - 0x1p40));
  r.bits(before);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  r.check(bitwise_equal(values_of(sinusoidal_positions<token, width, archetype, interleaved>()),
                        sinusoidal_positions<token, width, double, interleaved>()));
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  r.check(rules::sinusoids_call<float, token, width, halves>::holds);
  r.check(!rules::sinusoids_call<float, token, width, void>::known_layout::value);
  r.check(!rules::sinusoids_call<int, token, width, halves>::floating_point::value);
  r.check(!rules::sinusoids_call<float, token, token, halves>::distinct_result::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as the paper, double", as_the_paper<double>},
    {"as the paper, float", as_the_paper<float>},
    {"halves are the same columns, double", halves_are_the_same_columns<double>},
    {"halves are the same columns, float", halves_are_the_same_columns<float>},
    {"as Tensor2Tensor, double", as_tensor2tensor<double>},
    {"as Tensor2Tensor, float", as_tensor2tensor<float>},
    {"far away, double", far_away<double>},
    {"far away, float", far_away<float>},
    {"from any position on, double", from_any_position_on<double>},
    {"from any position on, float", from_any_position_on<float>},
    {"float is double, rounded", float_is_double_rounded},
    {"as an embedding", as_an_embedding},
    {"in front of the first", in_front_of_the_first},
    {"an archetype will do", an_archetype_will_do},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::position_tests
