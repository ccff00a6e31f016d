// SPDX-License-Identifier: BSL-1.0
// What attn/models/generate.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: generate_no_steps
// rejected: no steps.
// expect-error: attn::generate<steps>\(model, prompt\): requires at least one step
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<0>(model, ids);
#else
constexpr auto text = generate<1>(model, ids);
#endif

// case: generate_numbers_of_double
// rejected: numbers of double for a model of float.
// expect-error: attn::generate<steps>\(model, prompt, u\): u must have the element type of the model; convert with as<T>\(u\)
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<2>(model, ids, tensor<double, dim<2>>{0.5, 0.25});
#else
constexpr auto text = generate<2>(model, ids, tensor<float, dim<2>>{0.5, 0.25});
#endif

// case: generate_of_a_batch
// rejected: a batch of prompts.
// expect-error: attn::generate<steps>\(model, prompt\): the prompt must be one sequence, \(token\)
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<2>(model, tensor<token_id<7>, axis<"batch", 1>, token>{});
#else
constexpr auto text = generate<2>(model, ids);
#endif

// case: generate_of_integers
// rejected: a prompt of integers.
// expect-error: attn::generate<steps>\(model, prompt\): the prompt must be token ids; as_token_ids<words>\(ids\)
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<2>(model, tensor<int, token>{1, 2, 0});
#else
constexpr auto text = generate<2>(model, as_token_ids<7>(tensor<int, token>{1, 2, 0}));
#endif

// case: generate_other_vocabulary
// rejected: the prompt is of a vocabulary of 9 words, the model knows 7.
// expect-error: attn::generate<steps>\(model, prompt\): the vocabulary of the prompt is larger than the model's
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<2>(model, tensor<token_id<9>, token>{1, 2, 0});
#else
constexpr auto text = generate<2>(model, ids);
#endif

// case: generate_tokens_named_as_words
// rejected: the axis of the prompt is named as the words of the model.
// expect-error: attn::generate<steps>\(model, prompt\): an axis of the prompt has the name of the model's width, or of its words
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<2>(model, tensor<token_id<7>, axis<"word", 3>>{1, 2, 0});
#else
constexpr auto text = generate<2>(model, ids);
#endif

// case: generate_too_few_numbers
// rejected: two numbers for three steps.
// expect-error: attn::generate<steps>\(model, prompt, u\): u must be one number for each step, \(step\)
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<3>(model, ids, tensor<float, dim<2>>{0.5, 0.25});
#else
constexpr auto text = generate<3>(model, ids, tensor<float, dim<3>>{0.5, 0.25, 0.75});
#endif

// case: generate_too_long
// rejected: three tokens and four more, of which three are read: six, and five positions.
// expect-error: attn::generate<steps>\(model, prompt\): there are more tokens than the model has positions
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<4>(model, ids);
#else
constexpr auto text = generate<3>(model, ids);
#endif

// case: generate_without_temperature
// rejected: a temperature of 0: softmax(logits / 0).
// expect-error[gcc]: generate_wants_a_temperature_above_0
// expect-error[clang]: must be initialized by a constant expression
// expect-note: generate_wants_a_temperature_above_0
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<2>(model, ids, tensor<float, dim<2>>{0.5, 0.25}, 0);
#else
constexpr auto text = generate<2>(model, ids, tensor<float, dim<2>>{0.5, 0.25}, 0.5);
#endif
