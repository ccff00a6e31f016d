// SPDX-License-Identifier: BSL-1.0
// A model trained in the compiler until it continues sentences of the words of article 3.
#pragma once

#include "docs/examples/sentences.hpp"
#include "static_tests/support/learned.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::learned_sentences {
// The seven words that the model makes of the first ones.
template <std::size_t Given>
constexpr bool continues(const sentences::network& m, std::string_view sentence) {
  const auto all = tokenize<axis<"token", 7>>(sentences::words, sentence);
  return generate<7 - Given>(m, narrow<0, Given>(all, 0)) == narrow<0, 7 - Given>(all, Given);
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("learns the sentences of article 3", [](report& r) {
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
  });
};
}  // namespace attn_tests::learned_sentences
