// SPDX-License-Identifier: BSL-1.0
// What attn/random/uniform.hpp promises.
#pragma once

#include <attn/random/uniform.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "static_tests/reference/seed0_numpy_legacy_rand.hpp"
#include "static_tests/reference/seed3_rng_uniform.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::uniform_tests {

using namespace attn;
namespace torch = reference::seed3_rng_uniform;
namespace numpy = reference::seed0_numpy_legacy_rand;
using row = axis<"row", 4>;
using column = axis<"column", 5>;

template <class T, const auto& Expected>
constexpr report as_torch_after_manual_seed_12() {
  report r;
  mt19937 engine(launder(12u)), one_by_one = engine;
  const auto x = torch_rand<tensor<T, row, column>>(engine);
  static_assert(std::is_same_v<decltype(x), const tensor<T, row, column>>);
  for (std::size_t i = 0; i < x.size(); ++i) {
    r.check(x.data()[i] == Expected[i]);
    r.check(torch_rand<T>(one_by_one) == Expected[i]);
  }
  static_assert(std::is_same_v<decltype(torch_rand<T>(engine)), T>);
  r.check(engine == one_by_one);
  r.bits(x);
  return r;
}

constexpr report as_numpy_after_random_seed() {
  report r;
  for (std::size_t s = 0; s < std::size(numpy::seeds); ++s) {
    mt19937 engine(launder(numpy::seeds[s])), one_by_one = engine;
    const auto x = numpy_rand<tensor<double, dim<3>, dim<4>>>(engine);
    static_assert(std::is_same_v<decltype(x), const tensor<double, dim<3>, dim<4>>>);
    for (std::size_t i = 0; i < x.size(); ++i) {
      r.check(x.data()[i] == numpy::rand[s][i]);
      r.check(numpy_rand<double>(one_by_one) == numpy::rand[s][i]);
    }
    r.bits(x);
  }
  return r;
}

// One word a float, two words a double.
constexpr report so_many_words() {
  report r;
  mt19937 engine(launder(1u)), words = engine;
  torch_rand<tensor<float, dim<7>>>(engine);
  words.discard(7);
  r.check(engine == words);
  torch_rand<tensor<double, dim<7>>>(engine);
  words.discard(14);
  r.check(engine == words);
  numpy_rand<tensor<double>>(engine);
  words.discard(2);
  r.check(engine == words);
  r.bits(engine());
  return r;
}

template <class T>
constexpr report below_one() {
  report r;
  mt19937 engine(launder(2u));
  bool inside = true;
  T total = 0;
  for (int i = 0; i < 3000; ++i) {
    const T x = torch_rand<T>(engine);
    inside = inside && x >= 0 && x < 1;
    total += x;
  }
  r.check(inside);
  r.check(total > 1400 && total < 1600);
  r.bits(total);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as torch.rand, float", as_torch_after_manual_seed_12<float, torch::rand_float32>},
    {"as torch.rand, double", as_torch_after_manual_seed_12<double, torch::rand_float64>},
    {"as np.random.rand", as_numpy_after_random_seed},
    {"so many words", so_many_words},
    {"below one, float", below_one<float>},
    {"below one, double", below_one<double>},
};

}  // namespace attn_tests::uniform_tests
