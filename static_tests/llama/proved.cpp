// SPDX-License-Identifier: BSL-1.0
// The first ATTN_LLAMA_TOKENS words of a trained Llama, proved by the compiler: a constant for each
// word, without a flag. The program computes the words again, and compares the bits of the last
// logits. With ATTN_LLAMA_FORMAT its weights are in small numbers, and its words need not be the
// text. prove.py writes llama_file.hpp, which has the weights, the words and the text, and says
// what the proof cost.
#include <attn/io/safetensors.hpp>
#include <attn/layers/quantized.hpp>
#include <attn/models/llama.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/text.hpp>
#include <cstdio>

#include "llama_file.hpp"

namespace {

using namespace attn;

constexpr std::size_t tokens = ATTN_LLAMA_TOKENS;
using word = axis<"word", llama_file::words>;
using position = axis<"position", (tokens < 16 ? 16 : tokens)>;
using plain_type = nn::llama<float, word, position, axis<"width", llama_file::width>,
    axis<"head", llama_file::heads>, axis<"kv_head", llama_file::kv_heads>,
    axis<"inner", llama_file::inner>, llama_file::layers, input_by_output>;
using id = token_id<llama_file::words>;

constexpr auto plain = from_safetensors<plain_type, llama_file::bytes>();
#if defined(ATTN_LLAMA_FORMAT)
constexpr auto model = quantized<ATTN_LLAMA_FORMAT>(plain);
#else
constexpr const auto& model = plain;
#endif
using model_type = std::remove_cvref_t<decltype(model)>;

// After the first N words; 1 is in front of a text.
struct known {
  model_type::state_type state{};
  tensor<float, word> logits{};
  id last{1};
};
constexpr known read_by(const model_type& weights, const known& before) {
  known result = before;
  result.logits = weights.step(result.state, result.last);
  result.last = id(static_cast<int>(argmax<"word">(result.logits)));
  return result;
}
template <std::size_t N> constexpr known after = read_by(model, after<N - 1>);
template <> constexpr known after<0>{};

// The words so far are the text, from its beginning.
template <std::size_t N>
constexpr std::size_t characters = [] {
  std::size_t at = characters<N - 1>;
  for (const char* next = llama_file::word_texts[static_cast<std::size_t>(after<N>.last)];
      *next != '\0'; ++next)
    if (at != 0 || *next != ' ') at = llama_file::text[at] == *next ? at + 1 : ~std::size_t{0} / 2;
  return at;
}();
template <> constexpr std::size_t characters<0> = 0;

#if !defined(ATTN_LLAMA_FORMAT)
static_assert(characters<tokens> <= sizeof(llama_file::text), "the words are not the text");
#endif
static_assert(after<tokens>.state.count() == tokens);

}  // namespace

int main() {
  static known found;
  static const model_type weights = model;
  for (std::size_t i = 0; i < tokens; ++i) found = read_by(weights, found);
  if (!bitwise_equal(found.logits, after<tokens>.logits)) {
    std::puts("the logits differ from the compiler's");
    return 1;
  }
}
