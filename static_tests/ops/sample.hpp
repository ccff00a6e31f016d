// SPDX-License-Identifier: BSL-1.0
// What attn/ops/sample.hpp promises.
#pragma once

#include <attn/ops/sample.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/random/splitmix.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::sample_tests {

using namespace attn;
using token = axis<"token", 3>;
using word = axis<"word", 4>;

// Of a u outside, sample_wants_a_number_of_0_to_1: a program of rejected/, and runtime_tests.
// Halves and quarters are exact: where one index ends, the next begins.
template <class T>
constexpr report by_hand() {
  report r;
  const auto p = launder(tensor<T, word>{T(0.25), T(0), T(0.5), T(0.25)});
  const T below = T(1) - std::numeric_limits<T>::epsilon();
  const T u[] = {T(0), T(0.249), T(0.25), T(0.5), T(0.749), T(0.75), below};
  const int wanted[] = {0, 0, 2, 2, 2, 3, 3};
  for (int i = 0; i < 7; ++i) {
    const auto drawn = sample<"word">(p, u[i]);
    static_assert(std::is_same_v<decltype(drawn), const tensor<int>>);
    r.check(static_cast<int>(drawn) == wanted[i]);
    r.check(sample(p, u[i]) == drawn && sample(p, tensor<T>(u[i])) == drawn);
    r.bits(drawn);
  }
  return r;
}

// One u for each row, along any axis.
constexpr report rows() {
  report r;
  const auto p =
      launder(tensor<double, token, word>{{0.1, 0.2, 0.3, 0.4}, {1, 0, 0, 0}, {0, 0, 0, 1}});
  const tensor<double, token> u{0.35, 0.99, 0};
  r.check(sample(p, u) == tensor<int, token>{2, 0, 3});
  const matrix<double, 3, 2> columns{{0.5, 0}, {0.25, 1}, {0.25, 0}};
  r.check(sample<0>(columns, tensor<double, dim<2>>{0.75, 0.75}) == tensor<int, dim<2>>{2, 1});
  r.bits(sample(p, u));
  return r;
}

// An index of probability 0 is not drawn, not even where rounding leaves u above the sum.
constexpr report never_impossible() {
  report r;
  const auto short_of_1 = launder(tensor<float, word>{0.25f, 0.5f, 0.125f, 0});
  r.check(static_cast<int>(sample(short_of_1, 0.99f)) == 2);
  const auto first = launder(tensor<float, word>{0, 0, 1, 0});
  r.check(static_cast<int>(sample(first, 0.0f)) == 2);
  r.check(static_cast<int>(sample(tensor<float, word>{}, 0.5f)) == 0);
  return r;
}

// As often as probable: the relative frequencies of evenly spread u are the probabilities.
template <class T>
constexpr report frequencies() {
  report r;
  const auto p = softmax(launder(tensor<T, word>{T(0.5), T(-1), T(2), T(0)}));
  constexpr int n = 400;
  int counts[4]{};
  for (int i = 0; i < n; ++i)
    ++counts[static_cast<int>(sample(p, (static_cast<T>(i) + T(0.5)) / T(n)))];
  for (int w = 0; w < 4; ++w) {
    const T difference = static_cast<T>(counts[w]) / T(n) - p(w);
    r.check(difference < T(1) / T(n) && difference > -T(1) / T(n));
    r.bits(counts[w]);
  }
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by hand, float", by_hand<float>},
    {"by hand, double", by_hand<double>},
    {"S43: rows", rows},
    {"never the impossible", never_impossible},
    {"frequencies, float", frequencies<float>},
    {"frequencies, double", frequencies<double>},
};

}  // namespace attn_tests::sample_tests
