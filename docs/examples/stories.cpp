// SPDX-License-Identifier: BSL-1.0
// Trains the Llama of stories.hpp, 4,208 parameters and some seconds, and tells a story with it:
//
//   g++ -std=c++20 -O2 -Iinclude docs/examples/stories.cpp && ./a.out docs/examples/stories.bin
//
// It compares the weights with the file, bit for bit: training has the same bits everywhere. With -w
// in front of the name, it writes the file.
#include "stories.hpp"

#include <cstdio>
#include <cstring>

#include <attn/io/file.hpp>
#include <attn/io/llama2c.hpp>

namespace {

stories::training training;

}  // namespace

int main(int count, char** all) {
  const bool writes = count == 3 && std::strcmp(all[1], "-w") == 0;
  if (count != 2 && !writes) {
    std::fputs("stories [-w] stories.bin\n", stderr);
    return 2;
  }
  while (training.optimizer.steps < stories::training::all_steps) {
    training.step();
    if (training.optimizer.steps % 250 == 0)
      std::printf("step %d: loss %.3f\n", training.optimizer.steps, training.loss_before);
  }

  const auto file = attn::to_llama2c(training.weights);
  const char* const name = all[count - 1];
  if (writes) {
    if (!attn::write_file(name, file)) return 1;
  } else {
    const auto known = attn::read_file(name);
    if (!known || known.bytes != file) {
      std::fprintf(stderr, "stories: %s does not have the weights of this training\n", name);
      return 1;
    }
  }

  const auto words = stories::known_words();
  auto state = training.weights.start();
  auto id = words.begin_of_text;
  while (state.room() > 0) {
    const auto logits = training.weights.step(state, id);
    const auto next = stories::id(static_cast<int>(attn::argmax<"word">(logits)));
    if (next == words.begin_of_text) break;
    const auto text = words.text(next, id);
    std::printf("%.*s", static_cast<int>(text.size()), text.data());
    id = next;
  }
  std::puts("");
}
