// SPDX-License-Identifier: BSL-1.0
// Karpathy's microgpt: a GPT of 4,192 parameters learns to invent names, from 1,000 of them.
//
//   g++ -std=c++20 -O2 -Iinclude docs/examples/microgpt.cpp && ./a.out [steps]
//
// It prints what the Python program prints: the same data, weights, losses to four decimals and
// names. One step takes some ten microseconds instead of some ten milliseconds; and since every
// operation has the same bits everywhere, so do the losses of step 1,000.
#include "microgpt.hpp"

#include <attn/axes/shape.hpp>
#include <cstdio>
#include <cstdlib>

using namespace microgpt;

int main(int argc, char** argv) {
  const std::size_t steps =
      argc > 1 ? static_cast<std::size_t>(std::strtoul(argv[1], nullptr, 10)) : 1000;
  if (steps == 0 || steps > 1000) {
    std::fprintf(stderr, "microgpt: the number of steps is 1 to 1000, not '%s'\n", argv[1]);
    return 2;
  }

  drawing drawn;
  drawn.shuffle();
  drawn.draw(drawn.weights.size());
  training t(attn::vector_to_parameters<model>(drawn.weights));

  std::size_t begin = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    const std::size_t length = length_of_name(begin);
    // Names have 2 to 13 characters; each number of tokens is a model of its own.
    attn::with_length<3, 14>(tokens_in(length), [&](auto n) { train<n>(t, begin, 1000); });
    std::printf("step %4zu / 1000 | loss %.4f\n", step + 1, t.loss);
    begin += length + 1;
  }

  std::printf("\n--- inference (new, hallucinated names) ---\n");
  for (int i = 1; i <= 20; ++i)
    std::printf("sample %2d: %s\n", i, sampled(t.weights, drawn.generator).text);
}
