// SPDX-License-Identifier: BSL-1.0
// A model trained in the compiler until it reverses its input, by attention.
#pragma once

#include "docs/examples/reversal.hpp"
#include "static_tests/support/learned.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::learned_reversal {
// The share of attention that the token in each place pays to the opposite place, at least.
constexpr double least_attention_to_the_opposite(const reversal::network& m, std::size_t words) {
  const auto weights = m.self_attn.weights(m.rows(reversal::words_of_step(words)));
  double least = 1;
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 5; ++j)
      if (const double w = weights(i, 0, j, 4 - j); w < least) least = w;
  return least;
}
constexpr std::size_t wrong_letters(const reversal::network& m, std::size_t words) {
  const auto ids = reversal::words_of_step(words);
  const auto said = argmax<"letter">(m(ids));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 5; ++j)
      wrong += static_cast<std::size_t>(said(i, j)) != static_cast<std::size_t>(ids(i, 4 - j));
  return wrong;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("learns to reverse by attention", [](report& r) {
    static_assert(parameter_count<reversal::network> == 250);
    const auto before = after<reversal::training, 0>();
    const auto t = after<reversal::training, 60>();
    for (const std::size_t unseen : {1000u, 1001u}) {
      r.check(wrong_letters(before.weights, unseen) > 20);
      r.check(wrong_letters(t.weights, unseen) == 0);
      r.check(least_attention_to_the_opposite(before.weights, unseen) < 0.2);
      r.check(least_attention_to_the_opposite(t.weights, unseen) > 0.5);
    }
    r.bits(t.loss_before);
    r.bits(parameters_to_vector(t.weights));
  });
};
}  // namespace attn_tests::learned_reversal
