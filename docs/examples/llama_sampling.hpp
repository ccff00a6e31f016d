// SPDX-License-Identifier: BSL-1.0
// How llama2.c's run chooses the next word: the largest logit at temperature 0, and above it a draw
// from those that top_p leaves.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/softmax.hpp>

namespace llama_sampling {

// Its generator, xorshift*. A seed is not 0.
struct random_numbers {
  std::uint64_t bits;
  constexpr float next() {
    bits ^= bits >> 12;
    bits ^= bits << 25;
    bits ^= bits >> 27;
    const auto top = static_cast<std::uint32_t>((bits * 0x2545f4914f6cdd1dull) >> 32);
    return static_cast<float>(top >> 8) / 16777216.0f;
  }
};

// The word after these logits.
template <attn::axis_like Word>
constexpr attn::token_id<Word::size> chosen(const attn::tensor<float, Word>& logits,
                                            float temperature, float nucleus,
                                            random_numbers& random) {
  const auto id = [](const auto& index) {
    return attn::token_id<Word::size>(static_cast<int>(index));
  };
  if (temperature <= 0) return id(attn::argmax<0>(logits));
  const auto scaled = logits / temperature;
  const float u = random.next();
  if (nucleus <= 0 || nucleus >= 1) return id(attn::sample(attn::softmax(scaled), u));
  return id(attn::sample_by_rank(attn::softmax(attn::top_p(scaled, nucleus)), u));
}

}  // namespace llama_sampling
