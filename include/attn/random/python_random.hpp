// SPDX-License-Identifier: BSL-1.0
// python_random: the numbers of Python's module `random`, at compile time too.
//
//   python_random generator(42);        // random.seed(42)
//   generator.random();                 // a double in [0, 1), of 53 bits
//   generator.gauss(0, 0.08);           // normally distributed; every second one was kept
//   generator.choices(weights);         // random.choices(range(n), weights)[0], as an index
//   generator.engine.discard(1000);     // skips 32-bit words, such as those of a shuffle
//
// The engine is mt19937, seeded by an array of one word, as CPython does. There is no global
// generator: a copy continues from the same state.
// Accuracy: random() is exact; gauss as exact as the library's log, sqrt, cos and sin, which are
// within an ulp of Python's.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/math/cos.hpp>
#include <attn/math/log.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/random/mt19937.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct python_random {
  mt19937 engine;
  double kept = 0;  // the second of two normally distributed numbers
  bool has_kept = false;

  ATTN_ABI constexpr explicit python_random(std::uint32_t seed)
      : engine(mt19937::seeded_by({seed})) {}

  ATTN_ABI constexpr double random() {
    const std::uint32_t high = engine() >> 5, low = engine() >> 6;
    return detail::rounded((detail::rounded(high * 67108864.0) + low) * (1.0 / 9007199254740992.0));
  }

  ATTN_ABI constexpr double gauss(double mean, double deviation) {
    double z = kept;
    if (!has_kept) {
      const double angle = random() * 6.283185307179586477;
      const double radius = math::sqrt(-2.0 * math::log(1.0 - random()));
      z = math::cos(angle) * radius;
      kept = math::sin(angle) * radius;
    }
    has_kept = !has_kept;
    return mean + detail::rounded(z * deviation);
  }

  // The first index whose cumulative sum exceeds a number between 0 and the sum of all.
  template <class T, class Axis>
  ATTN_ABI constexpr std::size_t choices(const tensor<T, Axis>& weights) {
    double total = 0;
    for (const T weight : weights) total = total + static_cast<double>(weight);
    const double wanted = detail::rounded(random() * total);
    double sum = 0;
    std::size_t i = 0;
    for (; i + 1 < Axis::size; ++i) {
      sum = sum + static_cast<double>(weights.data()[i]);
      if (wanted < sum) break;
    }
    return i;
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
