// SPDX-License-Identifier: BSL-1.0
// rejected: the layout of sinusoidal positions is none of rotary ones.
// Thread: https://github.com/huggingface/transformers/issues/25199
// expect-error: attn::rotary<layout>\(x, positions\): say which features are a pair: interleaved_pairs \(the paper, Meta's Llama\) or half_pairs
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};
constexpr tensor<int, axis<"token", 3>> positions{0, 1, 2};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<interleaved>(q, positions);
#else
constexpr auto turned = rotary<interleaved_pairs>(q, positions);
#endif
