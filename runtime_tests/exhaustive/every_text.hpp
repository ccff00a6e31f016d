// SPDX-License-Identifier: BSL-1.0
// A property of a language model for all 4,096 texts of four words, proved by the compiler under
// its default limits, and tried by the program.
#pragma once

#include <attn/all.hpp>
#include <cstddef>
#include <cstdint>

namespace attn_tests {

using namespace attn;
using word = axis<"word", 8>;
using token = axis<"token", 4>;
using width = axis<"width", 32>;
using layer = nn::encoder_layer<float, width, axis<"head", 2>, axis<"inner", 64>, input_by_output,
                                act::relu, pre_norm>;
using model_type =
    nn::language_model<word, layer, 1, nn::learned_positions<float, axis<"position", 4>, width>,
                       nn::layer_norm<float, width>>;
inline constexpr auto model = splitmix_parameters<splitmix::s24, model_type>(5);

// Word `Never` is not the most likely one after any text that begins with the first Prompt words
// of text number Number of that length.
template <std::size_t Never, std::size_t Prompt = 0, std::uint64_t Number = 0>
struct does_not_follow {
  struct known {
    model_type::state_type state;
    tensor<float, word> logits;
  };
  constexpr known start() const {
    known k{model.start(), {}};
    for (std::size_t i = Prompt; i-- > 0;)
      k = step(k, token_id<word::size>((Number >> (3 * i)) % word::size));
    return k;
  }
  constexpr known step(const known& before, token_id<word::size> id) const {
    known k = before;
    k.logits = model.step(k.state, id);
    return k;
  }
  constexpr bool operator()(const known& k) const {
    for (std::size_t i = 0; i < word::size; ++i)
      if (k.logits(i) > k.logits(Never)) return true;
    return false;
  }
};
static_assert(word::size == 1 << 3);

// After a prompt of two words.
using two_more = axis<"token", 2>;
inline constexpr std::uint64_t prompts = word::size * word::size;

}  // namespace attn_tests
