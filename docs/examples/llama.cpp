// Tells a story with a model of llama2.c, a Llama of 260,032 parameters:
//
//   g++ -std=c++20 -O2 -Iinclude docs/examples/llama.cpp && ./a.out stories260K.bin tok512.bin
//
// The files are huggingface.co/karpathy/tinyllamas, stories260K. After them, in this order or not:
//   -i "Lily was"   a prompt        -n 256   the number of tokens      -s 42    a seed
//   -t 0.8          a temperature   -p 0.9   the nucleus of top_p      -q 1     no tokens per second
// At temperature 0, which is the default, the text is the text of llama2.c's run -t 0, byte for
// byte; above it, words are drawn as run draws them. The weights are packed: 1.2 MB of static
// storage.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <attn.hpp>
#include <attn/io/file.hpp>
#include <attn/io/llama2c.hpp>
#include <attn/layers/packed.hpp>
#include <attn/models/llama.hpp>
#include <attn/text.hpp>

#include "llama_sampling.hpp"

using namespace attn;

using word = axis<"word", 512>;
using position = axis<"position", 512>;
using model_type = nn::llama<float, word, position, axis<"width", 64>, axis<"head", 8>,
                             axis<"head", 4>, axis<"inner", 172>, 5, output_by_input>;
using tokenizer_type = byte_pair_tokenizer<512, 4096>;
static_assert(parameter_count<model_type> == 260032);

namespace {

model_type model;
decltype(packed(model)) fast;
decltype(fast)::state_type state;
tokenizer_type words;

struct arguments {
  const char *model = nullptr, *words = nullptr, *prompt = "";
  std::size_t tokens = 256;
  std::uint64_t seed = 1;
  float temperature = 0, nucleus = 0.9f;
  bool quiet = false;
};

bool read(int count, char** all, arguments& to) {
  for (int i = 1; i < count; ++i) {
    const char* const text = all[i];
    if (text[0] != '-') {
      (to.model == nullptr ? to.model : to.words) = text;
      continue;
    }
    if (i + 1 == count || std::strlen(text) != 2) return false;
    const char* const value = all[++i];
    if (text[1] == 'i')
      to.prompt = value;
    else if (text[1] == 'n')
      to.tokens = std::strtoul(value, nullptr, 10);
    else if (text[1] == 's')
      to.seed = std::strtoull(value, nullptr, 10);
    else if (text[1] == 't')
      to.temperature = std::strtof(value, nullptr);
    else if (text[1] == 'p')
      to.nucleus = std::strtof(value, nullptr);
    else if (text[1] == 'q')
      to.quiet = value[0] == '1';
    else
      return false;
  }
  return to.words != nullptr && to.seed != 0;
}

bool load(const arguments& from) {
  const file_bytes weights = read_file(from.model), vocabulary = read_file(from.words);
  if (!weights || !vocabulary) {
    std::fprintf(stderr, "llama: cannot read %s\n", weights ? from.words : from.model);
    return false;
  }
  for (const auto& [result, name] : {std::pair{from_llama2c(weights.bytes, model), from.model},
                                     std::pair{from_llama2c(vocabulary.bytes, words), from.words}})
    if (!result) {
      std::fprintf(stderr, "llama: %s: %s\n", name, result.text().c_str());
      return false;
    }
  packed_into(fast, model);
  return true;
}

void print(word_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace

int main(int count, char** all) {
  arguments how;
  if (!read(count, all, how)) {
    std::fputs(
        "llama model.bin tokenizer.bin [-i prompt] [-n tokens] [-s seed, not 0]\n"
        "      [-t temperature] [-p nucleus] [-q 1]\n",
        stderr);
    return 2;
  }
  if (!load(how)) return 1;
  llama_sampling::random_numbers random{how.seed};
  const auto prompt = words.encode(how.prompt);

  auto id = words.begin_of_text;
  std::size_t steps = 0;
  const std::clock_t start = std::clock();
  while (steps < how.tokens && state.room() > 0) {
    const auto logits = fast.step(state, id);
    const auto next = steps < prompt.size()
                          ? prompt[steps]
                          : llama_sampling::chosen(logits, how.temperature, how.nucleus, random);
    ++steps;
    if (next == words.begin_of_text) break;  // which also ends a story
    print(words.text(next, id));
    id = next;
  }
  std::puts("");
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (!how.quiet)
    std::fprintf(stderr, "%.0f tokens per second\n", static_cast<double>(steps) / seconds);
}
