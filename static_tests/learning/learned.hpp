// SPDX-License-Identifier: BSL-1.0
// Two models trained in the compiler, two steps in every constant, until they know what they are to
// learn; and trained by the program, with the same bits.
#pragma once

#include "docs/examples/reversal.hpp"
#include "docs/examples/sentences.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::learned {

using namespace attn;

template <class Training, std::size_t Steps>
inline constexpr Training by_constants = [] {
  Training t = by_constants<Training, Steps - 2>;
  t.step();
  t.step();
  return t;
}();
template <class Training>
inline constexpr Training by_constants<Training, 0>{};

template <class Training, std::size_t Steps>
constexpr Training after() {
  if (std::is_constant_evaluated()) return by_constants<Training, Steps>;
  Training t = launder(Training{});
  for (std::size_t i = 0; i < Steps; ++i) t.step();
  return t;
}

// The seven words that the model makes of the first ones.
template <std::size_t Given>
constexpr bool continues(const sentences::network& m, std::string_view sentence) {
  const auto all = tokenize<axis<"token", 7>>(sentences::words, sentence);
  return generate<7 - Given>(m, narrow<0, Given>(all, 0)) == narrow<0, 7 - Given>(all, Given);
}

constexpr report sentences_of_article_3() {
  report r;
  static_assert(parameter_count<sentences::network> == 450);
  const auto before = after<sentences::training, 0>();
  const auto t = after<sentences::training, 70>();
  r.check(!continues<3>(before.weights, sentences::to_learn[0]));
  r.check(continues<3>(t.weights, "I Like Machine Learning And Deep Learning"));
  for (const std::string_view sentence : sentences::to_learn)
    r.check(continues<1>(t.weights, sentence));
  r.check(t.loss_before < 0.001);
  r.bits(t.loss_before);
  r.bits(parameters_to_vector(t.weights));
  r.bits(parameters_to_vector(t.optimizer.exp_avg_sq));
  return r;
}

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

constexpr report reversal_by_attention() {
  report r;
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
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"learns the sentences of article 3", sentences_of_article_3},
    {"learns to reverse by attention", reversal_by_attention},
};

}  // namespace attn_tests::learned
