// SPDX-License-Identifier: BSL-1.0
// What attn/ops/flip.hpp promises.
#pragma once

#include <attn/layers/parameters.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/flip.hpp>
#include <attn/ops/slice.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/tensor/check.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/text/token_id.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::flip_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using feature = axis<"feature", 4>;

constexpr report three_by_four() {
  report r;
  const auto x =
      launder(tensor<double, token, feature>{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
  const auto rows = flip<"token">(x);
  static_assert(std::is_same_v<decltype(rows), const tensor<double, token, feature>>);
  r.check(rows == tensor<double, token, feature>{{9, 10, 11, 12}, {5, 6, 7, 8}, {1, 2, 3, 4}});
  r.check(flip<-1>(x) ==
          tensor<double, token, feature>{{4, 3, 2, 1}, {8, 7, 6, 5}, {12, 11, 10, 9}});
  r.bits(rows);
  return r;
}

constexpr report every_axis_of_three() {
  report r;
  const auto x = launder(filled<tensor<float, batch, token, feature>>(1));
  const auto a = flip<"batch">(x), b = flip<1>(x), c = flip<"feature">(x);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 4; ++k)
        r.check(a(i, j, k) == x(1 - i, j, k) && b(i, j, k) == x(i, 2 - j, k) &&
                c(i, j, k) == x(i, j, 3 - k));
  r.check(bits_equal(flip<"token">(b), x));
  r.check(bits_equal(flip<0>(flip<1>(x)), flip<1>(flip<0>(x))));
  r.bits(b);
  return r;
}

constexpr report of_ids() {
  report r;
  const auto ids = launder(as_token_ids<9>(tensor<int, token>{4, 8, 1}));
  r.check(as<int>(flip<"token">(ids)) == tensor<int, token>{1, 8, 4});
  return r;
}

// A recurrence in both directions: the backward states of a sequence are the forward states of the
// reversed one, in the order of the sequence.
constexpr report both_directions() {
  report r;
  using state = axis<"state", 2>;
  using cell = nn::gru_cell<double, feature, state>;
  cell known{};
  std::uint64_t seed = 5;
  for_each_parameter(
      [&](const auto&, auto& leaf) { leaf = filled<std::remove_cvref_t<decltype(leaf)>>(seed++); },
      known);
  const cell gru = launder(known);
  const auto x = launder(filled<tensor<double, token, feature>>(3));
  const auto start = initial<tensor<double, state>>();
  const auto backward = flip<"token">(unroll(gru, flip<"token">(x), start).outputs);
  const auto last_alone = unroll(gru, narrow<"token", 1>(x, 2), start).outputs;
  r.check(bits_equal(select<"token">(backward, 2), select<"token">(last_alone, 0)));
  const auto both = concat<"state">(unroll(gru, x, start).outputs, backward);
  static_assert(std::is_same_v<decltype(both), const tensor<double, token, axis<"state", 4>>>);
  r.bits(both);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(4));
  r.check(bits_equal(values_of(flip<0>(as_archetype(x))), flip<0>(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"3x4", three_by_four},
    {"every axis of three", every_axis_of_three},
    {"of ids", of_ids},
    {"both directions", both_directions},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::flip_tests
