// SPDX-License-Identifier: BSL-1.0
// What attn/random/torch_generator.hpp promises. What is no constant, the_generator_holds_no_normal,
// is in rejected/random.cpp, and at run time in runtime_tests.
#pragma once

#include <attn/random/mt19937.hpp>
#include <attn/random/torch_generator.hpp>
#include <cstdint>
#include <iterator>
#include <utility>

#include "static_tests/reference/seed3_rng_mt19937.hpp"
#include "static_tests/reference/seed3_rng_uniform.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::torch_generator_tests {

using attn::mt19937;
using attn::torch_generator;
namespace known = reference::seed3_rng_mt19937;
namespace torch = reference::seed3_rng_uniform;

constexpr report the_words_of_mt19937() {
  report r;
  for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
    torch_generator g(launder(known::seeds[s]));
    for (const std::uint32_t expected : known::first16[s]) r.check(g() == expected);
    r.bits(g());
  }
  r.check(torch_generator(launder(0x1'0000'000Cull)) == torch_generator(12));
  r.check(torch_generator(launder(13u)) != torch_generator(12));
  return r;
}

// What PyTorch makes of one word each: torch.randint(-3, 1000, …) and torch.randperm.
constexpr report whole_numbers_are_remainders() {
  report r;
  torch_generator g(launder(12u));
  for (const int expected : torch::randint) {
    const int x = static_cast<int>(g() % 1003) - 3;
    r.check(x == expected);
    r.bits(x);
  }
  g.manual_seed(launder(12u));
  constexpr int n = static_cast<int>(std::size(torch::randperm));
  int order[n]{};
  for (int i = 0; i < n; ++i) order[i] = i;
  for (int i = 0; i < n - 1; ++i)
    std::swap(order[i], order[i + static_cast<int>(g() % static_cast<unsigned>(n - i))]);
  for (int i = 0; i < n; ++i) r.check(order[i] == torch::randperm[i]);
  return r;
}

constexpr report one_normal_is_held() {
  report r;
  torch_generator g(launder(12u)), without = g;
  r.check(!g.holds_normal());
  g.hold_normal(launder(0.25));
  r.check(g.holds_normal());
  r.check(g != without);
  const torch_generator copy = g;
  r.check(copy == g);
  r.check(g.take_normal() == 0.25);
  r.check(!g.holds_normal());
  r.check(g == without);
  r.check(copy.holds_normal());
  r.check(g() == without());
  return r;
}

constexpr report from_the_beginning_again() {
  report r;
  torch_generator g(launder(12u));
  const std::uint32_t first = g();
  g.hold_normal(launder(1.0));
  g();
  g.manual_seed(launder(12u));
  r.check(!g.holds_normal());
  r.check(g == torch_generator(12));
  r.check(g() == first);
  g.manual_seed(launder(5489u));
  r.check(g() == mt19937()());
  r.bits(first);
  return r;
}

static_assert(attn::torch_engine<torch_generator> && attn::torch_engine<mt19937>);
static_assert(!attn::torch_engine<std::uint32_t> && !attn::torch_engine<const mt19937>);

inline constexpr behaviour behaviours[] = {
    {"the words of mt19937", the_words_of_mt19937},
    {"whole numbers are remainders", whole_numbers_are_remainders},
    {"one normal is held", one_normal_is_held},
    {"from the beginning again", from_the_beginning_again},
};

}  // namespace attn_tests::torch_generator_tests
