// SPDX-License-Identifier: BSL-1.0
// A Llama of 4,208 parameters that learns to tell short stories, word by word: the model of the
// project's own training, for tests that need no download. stories.cpp trains it, stories.bin has
// its weights, as llama2.c stores them.
//
//   Lily had a red ball. She lost it. Tom found the red ball in the park. Lily was happy.
//
// The stories follow three plots. To tell one, the model has to look back: at the name, for "he" or
// "she", and at what was had, in which colour, and by whom.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/io/byte_pair.hpp>
#include <attn/learning.hpp>
#include <attn/models/llama.hpp>
#include <attn/text.hpp>

namespace stories {

using namespace attn;

// As llama2.c numbers them: 1 is in front of each story, and nobody learns 0 and 2.
ATTN_ABI inline constexpr const char* all_words[] = {
    "<unk>",   "<s>",    "</s>",   ".",      " a",    " the",  " had",  " no",   " loved",
    " lost",   " saw",   " found", " gave",  " it",   " to",   " in",   " was",  " He",
    " She",    " Tom",   " Ben",   " Sam",   " Lily", " Anna", " Mia",  " red",  " blue",
    " green",  " small", " ball",  " boat",  " kite", " drum", " book", " park", " house",
    " garden", " tree",  " happy", " proud", " glad", " sad"};
inline constexpr std::size_t word_count = sizeof(all_words) / sizeof(all_words[0]);

using tokenizer = byte_pair_tokenizer<word_count, 256>;
constexpr tokenizer known_words() {
  tokenizer words;
  for (const char* const word : all_words) words.add(word, 0);
  words.begin_of_text = token_id<word_count>(1);
  words.end_of_text = token_id<word_count>(2);
  return words;
}

using word = axis<"word", word_count>;
using position = axis<"position", 32>;
template <class Layout>
using llama = nn::llama<float, word, position, axis<"width", 16>, axis<"head", 4>,
                        axis<"kv_head", 2>, axis<"inner", 20>, 2, Layout>;
using model = llama<output_by_input>;
using id = token_id<word_count>;

// The ids of one story after the other, from a seed.
class teller {
 public:
  constexpr explicit teller(std::uint64_t seed) : seed_(seed) {}

  // The next id; after the last word of a story, the one in front of the next.
  constexpr id next() {
    if (at_ == count_) write();
    return ids_[at_++];
  }

 private:
  constexpr std::size_t drawn(std::size_t n) { return splitmix64(seed_, number_++) % n; }
  constexpr void say(const char* text) {  // "a b.", word by word
    while (*text != '\0') {
      std::size_t n = 1;
      while (text[n] != ' ' && text[n] != '.' && text[n] != '\0') ++n;
      ids_[count_++] = words_.find({text, n}).id;
      text += n;
    }
  }
  constexpr void write() {
    const char* const boys[] = {" Tom", " Ben", " Sam"};
    const char* const girls[] = {" Lily", " Anna", " Mia"};
    const char* const colours[] = {" red", " blue", " green", " small"};
    const char* const things[] = {" ball", " boat", " kite", " drum", " book"};
    const char* const places[] = {" park", " house", " garden", " tree"};
    const char* const moods[] = {" happy", " proud", " glad"};
    at_ = count_ = 0;
    ids_[count_++] = words_.begin_of_text;
    const bool first_is_a_boy = drawn(2) == 0;
    const char* const boy = boys[drawn(3)];
    const char* const girl = girls[drawn(3)];
    const char* const first = first_is_a_boy ? boy : girl;
    const char* const second = first_is_a_boy ? girl : boy;
    const char* const colour = colours[drawn(4)];
    const char* const thing = things[drawn(5)];
    const auto tell = [this](auto... parts) { (say(parts), ...); };
    switch (drawn(3)) {
      case 0:
        tell(first, " had a", colour, thing, ".", first_is_a_boy ? " He" : " She", " loved it.");
        tell(second, " saw the", colour, thing, ".", first, " gave it to", second, ".");
        tell(second);
        break;
      case 1:
        tell(first, " had a", colour, thing, ".", first_is_a_boy ? " He" : " She", " lost it.");
        tell(second, " found the", colour, thing, " in the", places[drawn(4)], ".", first);
        break;
      default:
        tell(first, " was sad.", first_is_a_boy ? " He" : " She", " had no", thing, ".");
        tell(second, " had a", colour, thing, ".", first_is_a_boy ? " She" : " He");
        tell(" gave it to", first, ".", first);
    }
    tell(" was", moods[drawn(3)], ".");
  }

  tokenizer words_ = known_words();
  std::uint64_t seed_;
  std::size_t number_ = 0, at_ = 0, count_ = 0;
  id ids_[32]{};
};

struct training {
  static constexpr int all_steps = 2000;
  using token = axis<"token", 28>;

  model weights = splitmix_parameters<splitmix::s24, model>(1, 0.7);
  adam<model> optimizer{weights, {.lr = 0.01, .betas = {0.9, 0.99}}};
  double loss_before = 0;
  gradient_workspace<12 << 20> memory;

  constexpr training() {
    for (float& gain : weights.norm.weight) gain = 1;
    for (auto& layer : weights.layers)
      layer.norm1.weight = layer.norm2.weight = weights.norm.weight;
  }
  // Of each word of eight stories, the next one is to be predicted.
  constexpr void step() {
    tensor<id, token> ids, next;
    teller story(static_cast<std::uint64_t>(optimizer.steps));
    id before = story.next();
    for (std::size_t t = 0; t < token::size; ++t) {
      ids(t) = before;
      next(t) = before = story.next();
    }
    const auto both = value_and_gradient(
        memory, [&](const auto& m) { return cross_entropy(m(ids), next); }, weights);
    loss_before = static_cast<double>(both.value);
    optimizer.step(weights, both.gradient, linear_lr(0.01, optimizer.steps, {1, 0, all_steps}));
  }
};

}  // namespace stories
