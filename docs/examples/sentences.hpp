// SPDX-License-Identifier: BSL-1.0
// A language model of a few hundred parameters that learns four sentences of article 3's words, the
// first of which is the article's. docs/tour/26_learning.md has it trained in the compiler.
#pragma once

#include <cstddef>
#include <string_view>

#include <attn/learning.hpp>
#include <attn/text.hpp>

namespace sentences {

using namespace attn;

inline constexpr vocabulary_of words{
    ids_from<0>, {"I",        "Like",   "AI",        "And",        "Machine",   "Learning",
                  "Data",     "Model",  "Code",      "Algorithms", "Python",    "Research",
                  "Robots",   "Deep",   "Networks",  "Compute",    "Vision",    "Tools",
                  "Projects", "Neural", "Knowledge", "Automation", "Innovation"}};
inline constexpr std::string_view to_learn[] = {
    "I Like Machine Learning And Deep Learning", "Neural Networks Compute Vision And AI Knowledge",
    "Robots Like Data And Python Code Tools",
    "Research Projects Model Algorithms And Automation Innovation"};

using word = axis<"word", 23>;
using width = axis<"width", 6>;
using sentence = axis<"sentence", 4>;
using layer = nn::encoder_layer<double, width, axis<"head", 1>, axis<"inner", 6>, output_by_input,
                                act::relu, pre_norm>;
using network =
    nn::language_model<word, layer, 1, nn::learned_positions<double, axis<"position", 6>, width>>;

// Six words of each sentence, from the word number `first` on.
constexpr auto six_words(std::size_t first) {
  tensor<token_id<23>, sentence, axis<"token", 6>> ids;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto all = tokenize<axis<"token", 7>>(words, to_learn[i]);
    for (std::size_t j = 0; j < 6; ++j) ids(i, j) = all(first + j);
  }
  return ids;
}

// Of each word, the next one is to be predicted.
template <class Network>
constexpr auto loss(const Network& m) {
  return cross_entropy(m(six_words(0)), six_words(1));
}

struct training {
  network weights = splitmix_parameters<splitmix::s24, network>(1, 0.5);
  adam<network> optimizer{weights, {.lr = 0.05}};
  double loss_before = 0;

  constexpr void step() {
    const auto both = value_and_gradient([](const auto& m) { return loss(m); }, weights);
    loss_before = both.value;
    optimizer.step(weights, both.gradient);
  }
};

}  // namespace sentences
