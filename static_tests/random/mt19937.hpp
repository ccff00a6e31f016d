// SPDX-License-Identifier: BSL-1.0
// Behaviours of torch_generator, mt19937, python_random of attn/random/.
#pragma once

#include "static_tests/reference/random.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::random_mt19937_tests {
using attn::mt19937;
using attn::torch_generator;
namespace known = reference::seed3_rng_mt19937;
namespace torch = reference::seed3_rng_uniform;

static_assert(attn::torch_engine<torch_generator> && attn::torch_engine<mt19937>);
static_assert(!attn::torch_engine<std::uint32_t> && !attn::torch_engine<const mt19937>);

using attn::mt19937;
namespace known = reference::seed3_rng_mt19937;

static_assert(mt19937::min() == 0 && mt19937::max() == 4'294'967'295u);

// torch.multinomial(torch.tensor(weights, dtype=…), n, replacement) of PyTorch 1.13.
// Other weights, torch_multinomial_needs_enough_weights_above_0: rejected/text.cpp.
using text = axis<"text", 2>;
using token = axis<"token", 3>;
using category = axis<"category", 5>;
constexpr tensor<double, text, token, category> all_weights{
    {{.1, .2, .3, .4, .25}, {5, 1, 0, 2, .5}, {.01, .02, 3, .04, .05}},
    {{1, 1, 1, 1, 1}, {0, 0, 0, 0, 2}, {.3, .1, .7, .2, .9}}};
constexpr auto of_four =
    concat<"text">(select<"token">(all_weights, 0), select<"token">(all_weights, 2));
template <class T> constexpr void as_torch_multinomial(report& r) {
  torch_generator g(launder(12u));
  const auto p = as<T>(launder(all_weights));
  r.check(torch_multinomial(g, p) == tensor<int, text, token>{{3, 4, 2}, {2, 4, 3}});
  r.check(torch_multinomial(g, p) == tensor<int, text, token>{{3, 0, 2}, {4, 4, 0}});
  r.check(torch_rand<float>(g) == 0.535556435585022f);
  using draw = axis<"draw", 7>;
  const auto q = as<T>(launder(of_four));
  g.manual_seed(2026);
  const auto three = torch_multinomial<dim<3>>(g, q);
  has_type<tensor<int, axis<"text", 4>, dim<3>>>(three);
  r.check(three == tensor<int, dim<4>, dim<3>>{{3, 2, 0}, {4, 2, 3}, {2, 3, 4}, {4, 3, 0}});
  r.check(torch_rand<float>(g) == 0.8318264484405518f);
  g.manual_seed(2026);
  r.check(torch_multinomial<draw>(g, q, with_replacement_t{}) ==
          tensor<int, axis<"text", 4>, draw>{{1, 4, 1, 0, 3, 3, 3}, {0, 1, 0, 2, 3, 0, 0},
              {2, 2, 2, 2, 2, 2, 2}, {4, 4, 4, 2, 1, 2, 0}});
  r.check(torch_rand<float>(g) == 0.43549489974975586f);
  mt19937 engine(launder(7u));  // one draw with replacement has its own rule
  r.check(torch_multinomial<dim<1>>(engine, q, with_replacement) ==
          tensor<int, dim<4>, dim<1>>{{2}, {1}, {2}, {4}});
  r.check(torch_rand<float>(engine) == 0.36531615257263184f);
  r.bits(three);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/random/mt19937.hpp promises: the numbers of CPython 3.11.
  tests.proved("uniform", [](report& r) {
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
  });
  // Within an ulp or two: the functions are the library's.
  tests.proved("normal", [](report& r) {
    python_random generator(launder(7u));
    tensor<double, dim<4>> x;
    for (double& each : x) each = generator.gauss(0.5, 2);
    r.check(is_close(x,
        tensor<double, dim<4>>{-0x1.815ede92d0440p-7, 0x1.85da59e8cdf2bp+0, 0x1.87a3f3a05abd8p-5,
            -0x1.0a852f9ea2d8cp-3},
        0, 1e-15));
    r.bits(x);
  });
  tests.proved("choices", [](report& r) {
    python_random generator(launder(3u));
    const tensor<double, dim<5>> weights = launder(tensor<double, dim<5>>{1, 2, 3, 4, 0.5});
    const std::size_t drawn[] = {1, 2, 2, 3, 3, 0, 0, 3};
    for (const std::size_t wanted : drawn) r.check(generator.choices(weights) == wanted);
  });
  // An array of several words.
  tests.proved("seeds of several words", [](report& r) {
    // The first words of the authors' own example, mt19937ar.out.
    mt19937 engine = mt19937::seeded_by({0x123u, 0x234u, 0x345u, 0x456u});
    const std::uint32_t wanted[] = {1067595299u, 955945823u, 477289528u, 4107218783u, 4228976476u};
    for (const std::uint32_t word : wanted) r.check(engine() == word);
  });
  // What attn/random/mt19937.hpp promises. What is no constant, the_generator_holds_no_normal,
  // is in rejected/text.cpp, and at run time in runtime_tests.
  tests.proved("the words of mt19937", [](report& r) {
    for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
      torch_generator g(launder(known::seeds[s]));
      for (const std::uint32_t expected : known::first16[s]) r.check(g() == expected);
      r.bits(g());
    }
    r.check(torch_generator(launder(0x1'0000'000Cull)) == torch_generator(12));
    r.check(torch_generator(launder(13u)) != torch_generator(12));
  });
  // What PyTorch makes of one word each: torch.randint(-3, 1000, …) and torch.randperm.
  tests.proved("whole numbers are remainders", [](report& r) {
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
  });
  tests.proved("one normal is held", [](report& r) {
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
  });
  tests.proved("from the beginning again", [](report& r) {
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
  });
  // What attn/random/mt19937.hpp promises.
  // The number that the C++ standard gives for std::mt19937.
  tests.proved("the 10000th word", [](report& r) {
    mt19937 engine;
    for (int i = 0; i < 9'999; ++i) engine();
    r.check(engine() == 4'123'659'995u);
    r.bits(engine());
  });
  tests.proved("the first words", [](report& r) {
    for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
      mt19937 engine(launder(known::seeds[s]));
      for (const std::uint32_t expected : known::first16[s]) r.check(engine() == expected);
      r.bits(engine());
    }
  });
  // The state is filled anew for the second time before word 624.
  tests.proved("around the second refill", [](report& r) {
    for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
      mt19937 engine(launder(known::seeds[s]));
      engine.discard(620);
      for (const std::uint32_t expected : known::around_twist[s]) r.check(engine() == expected);
      r.bits(engine());
    }
  });
  tests.proved("words can be left out", [](report& r) {
    for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
      mt19937 engine(launder(known::seeds[s]));
      engine.discard(9'999);
      r.check(engine() == known::output_9999[s]);
    }
    for (const unsigned long long count : {0u, 1u, 623u, 624u, 625u, 1248u, 1249u}) {
      mt19937 drawn(launder(7u)), discarded(launder(7u));
      for (unsigned long long i = 0; i < count; ++i) drawn();
      discarded.discard(count);
      r.check(drawn() == discarded());
    }
  });
  tests.proved("the seed counts modulo 2^32", [](report& r) {
    r.check(mt19937(launder(0x1'0000'000Cull)) == mt19937(12));
    r.check(mt19937(launder(13u)) != mt19937(12));
    r.check(mt19937() == mt19937(launder(mt19937::default_seed)));
  });
  tests.proved("a copy goes on from the same place", [](report& r) {
    mt19937 engine(launder(12u));
    engine.discard(3);
    mt19937 copy = engine;
    r.check(copy == engine);
    const std::uint32_t next = engine();
    r.check(copy != engine);
    r.check(copy() == next);
    r.bits(next);
  });
  tests.proved("indices by weights, float", [](report& r) { as_torch_multinomial<float>(r); });
  tests.proved("indices by weights, double", [](report& r) { as_torch_multinomial<double>(r); });
  tests.proved("a call names its rules", [](report& r) {
    using p = tensor<double, text, category>;
    r.check(rules::multinomial_call<dim<5>, false, p>::all::value);
    r.check(!rules::multinomial_call<dim<6>, false, p>::all::value);
    r.check(rules::multinomial_call<dim<6>, true, p>::all::value);
    r.check(!rules::multinomial_call<dim<1>, true, tensor<int, category>>::all::value);
    r.check(!rules::multinomial_call<dim<1>, true, tensor<double>>::all::value);
  });
};
}  // namespace attn_tests::random_mt19937_tests
