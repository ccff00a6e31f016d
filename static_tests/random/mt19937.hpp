// SPDX-License-Identifier: BSL-1.0
// What attn/random/mt19937.hpp promises.
#pragma once

#include <attn/random/mt19937.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "static_tests/reference/seed3_rng_mt19937.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::mt19937_tests {

using attn::mt19937;
namespace known = reference::seed3_rng_mt19937;

// The number that the C++ standard gives for std::mt19937.
constexpr report the_10000th_word() {
  report r;
  mt19937 engine;
  for (int i = 0; i < 9'999; ++i) engine();
  r.check(engine() == 4'123'659'995u);
  r.bits(engine());
  return r;
}

constexpr report the_first_words() {
  report r;
  for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
    mt19937 engine(launder(known::seeds[s]));
    for (const std::uint32_t expected : known::first16[s]) r.check(engine() == expected);
    r.bits(engine());
  }
  return r;
}

// The state is filled anew for the second time before word 624.
constexpr report around_the_second_refill() {
  report r;
  for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
    mt19937 engine(launder(known::seeds[s]));
    engine.discard(620);
    for (const std::uint32_t expected : known::around_twist[s]) r.check(engine() == expected);
    r.bits(engine());
  }
  return r;
}

constexpr report words_can_be_left_out() {
  report r;
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
  return r;
}

constexpr report the_seed_counts_modulo_2_to_the_32() {
  report r;
  r.check(mt19937(launder(0x1'0000'000Cull)) == mt19937(12));
  r.check(mt19937(launder(13u)) != mt19937(12));
  r.check(mt19937() == mt19937(launder(mt19937::default_seed)));
  return r;
}

constexpr report a_copy_goes_on_from_the_same_place() {
  report r;
  mt19937 engine(launder(12u));
  engine.discard(3);
  mt19937 copy = engine;
  r.check(copy == engine);
  const std::uint32_t next = engine();
  r.check(copy != engine);
  r.check(copy() == next);
  r.bits(next);
  return r;
}

static_assert(mt19937::min() == 0 && mt19937::max() == 4'294'967'295u);

inline constexpr behaviour behaviours[] = {
    {"the 10000th word", the_10000th_word},
    {"the first words", the_first_words},
    {"around the second refill", around_the_second_refill},
    {"words can be left out", words_can_be_left_out},
    {"the seed counts modulo 2^32", the_seed_counts_modulo_2_to_the_32},
    {"a copy goes on from the same place", a_copy_goes_on_from_the_same_place},
};

}  // namespace attn_tests::mt19937_tests
