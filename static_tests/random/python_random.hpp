// SPDX-License-Identifier: BSL-1.0
// What attn/random/python_random.hpp promises: the numbers of CPython 3.11.
#pragma once

#include <attn/random/python_random.hpp>
#include <attn/tensor/check.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::python_random_tests {

using namespace attn;

constexpr report uniform() {
  report r;
  python_random generator(launder(42u));
  const double x[] = {generator.random(), generator.random(), generator.random()};
  r.check(x[0] == 0x1.4762f307200c5p-1);
  r.check(x[1] == 0x1.99c6b5eeb2060p-6);
  r.check(x[2] == 0x1.19a1491f589dcp-2);
  r.bits(x[2]);
  // The engine's words, by a seed of 27 bits; discard skips them.
  python_random words(launder(123456789u));
  r.check(words.engine() == 2754794679u && words.engine() == 1899526012u);
  python_random skipped(launder(123456789u));
  skipped.engine.discard(1);
  r.check(skipped.engine() == 1899526012u);
  return r;
}

// Within an ulp or two: the functions are the library's.
constexpr report normal() {
  report r;
  python_random generator(launder(7u));
  tensor<double, dim<4>> x;
  for (double& each : x) each = generator.gauss(0.5, 2);
  r.check(is_close(x,
                   tensor<double, dim<4>>{-0x1.815ede92d0440p-7, 0x1.85da59e8cdf2bp+0,
                                          0x1.87a3f3a05abd8p-5, -0x1.0a852f9ea2d8cp-3},
                   0, 1e-15));
  r.bits(x);
  return r;
}

constexpr report choices() {
  report r;
  python_random generator(launder(3u));
  const tensor<double, dim<5>> weights = launder(tensor<double, dim<5>>{1, 2, 3, 4, 0.5});
  const std::size_t drawn[] = {1, 2, 2, 3, 3, 0, 0, 3};
  for (const std::size_t wanted : drawn) r.check(generator.choices(weights) == wanted);
  return r;
}

// An array of several words.
constexpr report seeds_of_several_words() {
  report r;
  // The first words of the authors' own example, mt19937ar.out.
  mt19937 engine = mt19937::seeded_by({0x123u, 0x234u, 0x345u, 0x456u});
  const std::uint32_t wanted[] = {1067595299u, 955945823u, 477289528u, 4107218783u, 4228976476u};
  for (const std::uint32_t word : wanted) r.check(engine() == word);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"uniform", uniform},
    {"normal", normal},
    {"choices", choices},
    {"seeds of several words", seeds_of_several_words},
};

}  // namespace attn_tests::python_random_tests
