// SPDX-License-Identifier: BSL-1.0
// What attn/layers/rotary.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: rotary_layout_is_none
// rejected: a layout of sinusoidal positions for rotary ones.
// Thread: https://github.com/huggingface/transformers/issues/25199
// expect-error: attn::rotary<layout>\(x, positions\): say which features are a pair: interleaved_pairs \(the paper, Meta's Llama\) or half_pairs
// errors: 1
constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};
constexpr tensor<int, axis<"token", 3>> positions{0, 1, 2};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<interleaved>(q, positions);
#else
constexpr auto turned = rotary<interleaved_pairs>(q, positions);
#endif

// case: rotary_layout_omitted
// rejected: rotary positions without a layout. Which features are a pair is no matter of taste: weights
// that were trained with one layout give other scores with the other, and nothing fails.
// Thread: https://github.com/huggingface/transformers/issues/25199
// expect-error: attn::rotary<layout>\(x\): say which features are a pair: interleaved_pairs \(the paper, Meta's Llama\) or half_pairs \(Hugging Face's\)
// errors: 1
constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary(q);
#else
constexpr auto turned = rotary<half_pairs>(q);
#endif

// case: rotary_more_features_than_there_are
// rejected: six features of four are rotated.
// expect-error: attn::rotary<layout>\(x, positions\): features are rotated in pairs: their number must be even, and no more than x has
// errors: 1
constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};
constexpr tensor<int, axis<"token", 3>> positions{0, 1, 2};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs, 6>(q, positions);
#else
constexpr auto turned = rotary<half_pairs, 2>(q, positions);
#endif

// case: rotary_odd_width
// rejected: five features are no pairs.
// expect-error: attn::rotary<layout>\(x\): features are rotated in pairs: their number must be even, and no more than x has
// errors: 1
constexpr tensor<double, axis<"token", 3>, axis<"d_k", 5>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q);
#else
constexpr auto turned = rotary<half_pairs, 4>(q);
#endif

// case: rotary_of_integers
// rejected: whole numbers are rotated.
// expect-error: attn::rotary<layout>\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr tensor<int, axis<"token", 2>, axis<"d_k", 2>> q{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q);
#else
constexpr auto turned = rotary<half_pairs>(as<double>(q));
#endif

// case: rotary_positions_of_heads
// rejected: positions for every head.
// expect-error: attn::rotary<layout>\(x, positions\): one position for each token, the same for all heads and batches
// errors: 1
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<double, head, token, axis<"d_k", 4>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q, tensor<int, head, token>{{0, 1, 2}, {0, 1, 2}});
#else
constexpr auto turned = rotary<half_pairs>(q, tensor<int, token>{0, 1, 2});
#endif

// case: rotary_positions_of_others
// rejected: four positions for three tokens.
// expect-error: attn::rotary<layout>\(x, positions\): one position for each token, the axis before x's last
// errors: 1
constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q, tensor<int, axis<"token", 4>>{0, 1, 2, 3});
#else
constexpr auto turned = rotary<half_pairs>(q, tensor<int, axis<"token", 3>>{0, 1, 2});
#endif

// case: rotary_positions_with_fractions
// rejected: positions that are no integers: most likely the angles.
// expect-error: attn::rotary<layout>\(x, positions\): the positions must be integers
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token, axis<"d_k", 4>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q, tensor<double, token>{0, 1, 2});
#else
constexpr auto turned = rotary<half_pairs>(q, tensor<int, token>{0, 1, 2});
#endif

// case: rotary_vector
// rejected: one row has no sequence, so its position is unknown.
// expect-error: attn::rotary<layout>\(x\): x must have a sequence axis in front of its features
// errors: 1
using d_k = axis<"d_k", 4>;

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(tensor<double, d_k>{}, {.first_position = 7});
#else
constexpr auto turned =
    rotary<half_pairs>(tensor<double, axis<"token", 1>, d_k>{}, {.first_position = 7});
#endif

// case: rotary_weights_axis_absent
// rejected: converting the outputs of a weight along an axis that it does not have.
// Thread: https://github.com/huggingface/transformers/issues/25199
// expect-error: attn::interleaved_to_half_pairs<axis>\(W\): W has no such axis
// errors: 1
constexpr tensor<double, axis<"model", 6>, axis<"d_k", 4>> w{};

#ifdef ATTN_REJECT
constexpr auto moved = interleaved_to_half_pairs<"d_q">(w);
#else
constexpr auto moved = interleaved_to_half_pairs<"d_k">(w);
#endif

// case: rotary_weights_odd
// rejected: five outputs are no pairs.
// expect-error: attn::half_to_interleaved_pairs<axis>\(W\): features are rotated in pairs: their number must be even, and no more than the axis has
// errors: 1
constexpr tensor<double, axis<"model", 6>, axis<"d_k", 5>> w{};

#ifdef ATTN_REJECT
constexpr auto moved = half_to_interleaved_pairs<"d_k">(w);
#else
constexpr auto moved = half_to_interleaved_pairs<"model">(w);
#endif
