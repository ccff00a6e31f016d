// What is lost if the weights of a Llama are stored in small numbers, told by a model of llama2.c:
//
//   g++ -std=c++20 -O2 -Iinclude docs/examples/small_numbers.cpp
//   ./a.out stories260K.bin tok512.bin greedy.txt
//
// The files are huggingface.co/karpathy/tinyllamas, stories260K, and the text of its run -t 0. For
// each format: the bytes of the weights; how many tokens of the text are the most likely ones after
// the tokens before them; the perplexity of the text; and how many tokens the model tells by itself
// before it leaves the text. Every compiler prints the same numbers: the bits are the same.
#include <cstddef>
#include <cstdio>

#include <attn.hpp>
#include <attn/io/file.hpp>
#include <attn/io/llama2c.hpp>
#include <attn/layers/quantized.hpp>
#include <attn/math/exp.hpp>
#include <attn/text.hpp>

using namespace attn;

using word = axis<"word", 512>;
using model_type = nn::llama<float, word, axis<"position", 512>, axis<"width", 64>, axis<"head", 8>,
                             axis<"head", 4>, axis<"inner", 172>, 5, output_by_input>;

namespace {

model_type model;
byte_pair_tokenizer<512, 4096> words;

// The text, after the id that begins it.
std::size_t length = 0;
token_id<512> text[512];

template <class Model>
void tell(const char* format, const Model& small) {
  static typename Model::state_type state;
  std::size_t likely = 0, told = 0;
  double surprise = 0;
  bool leaves = false;
  auto before = words.begin_of_text;
  for (std::size_t i = 0; i < length; ++i) {
    const auto logits = small.step(state, before);
    const bool is_likely = static_cast<int>(argmax<"word">(logits)) == static_cast<int>(text[i]);
    if (is_likely) ++likely;
    surprise -= static_cast<double>(log_softmax(logits)(static_cast<std::size_t>(text[i])));
    // Until it leaves the text, the model itself has told what is before.
    leaves = leaves || !is_likely;
    if (!leaves) ++told;
    before = text[i];
  }
  std::printf("%-18s %9zu bytes  %3zu of %zu tokens  perplexity %.4f  %3zu by itself\n", format,
              parameter_bytes<Model>, likely, length,
              math::exp(surprise / static_cast<double>(length)), told);
}

template <class Format, class Scales = void>
void tell_in(const char* format) {
  static with_weights<model_type, Format, Scales> small;
  quantized_into(small, model);
  tell(format, small);
}

}  // namespace

int main(int count, char** names) {
  if (count != 4) {
    std::fputs("small_numbers model.bin tokenizer.bin text.txt\n", stderr);
    return 2;
  }
  const file_bytes files[] = {read_file(names[1]), read_file(names[2]), read_file(names[3])};
  if (!files[0] || !files[1] || !files[2] || !from_llama2c(files[0].bytes, model) ||
      !from_llama2c(files[1].bytes, words)) {
    std::fputs("small_numbers: the files cannot be read\n", stderr);
    return 1;
  }
  const auto& bytes = files[2].bytes;
  const auto story =
      words.encode(word_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  for (; length < story.size() && length < 255; ++length) text[length] = story[length];

  tell("float", model);
  tell_in<bfloat16>("bfloat16");
  tell_in<float16>("float16");
  tell_in<int8, per_row>("int8 per_row");
  tell_in<int8, per_group<32>>("int8 per_group<32>");
  tell_in<int4, per_group<32>>("int4 per_group<32>");
}
