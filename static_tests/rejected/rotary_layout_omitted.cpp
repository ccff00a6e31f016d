// SPDX-License-Identifier: BSL-1.0
// rejected: rotary positions without a layout. Which features are a pair is no matter of taste: weights
// that were trained with one layout give other scores with the other, and nothing fails.
// Thread: https://github.com/huggingface/transformers/issues/25199
// expect-error: attn::rotary<layout>\(x\): say which features are a pair: interleaved_pairs \(the paper, Meta's Llama\) or half_pairs \(Hugging Face's\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary(q);
#else
constexpr auto turned = rotary<half_pairs>(q);
#endif
