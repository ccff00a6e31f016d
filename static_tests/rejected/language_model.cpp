// SPDX-License-Identifier: BSL-1.0
// What attn/models/language_model.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: language_model_heads_do_not_divide
// rejected: three heads for a width of four, blamed on the model and not on a layer inside.
// expect-error: attn::nn::language_model: the number of heads must divide the width
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
using layer = nn::encoder_layer<float, width, dim<3>, dim<6>, output_by_input, act::relu, pre_norm>;
#else
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
#endif
constexpr nn::language_model<word, layer, 1, places> model{};

// case: language_model_no_layer
// rejected: a stack of no layer.
// expect-error: attn::nn::language_model: a stack must have at least one layer
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
constexpr nn::language_model<word, layer, 0, places> model{};
#else
constexpr nn::language_model<word, layer, 1, places> model{};
#endif

// case: language_model_of_integers
// rejected: integers are looked up that may be anything.
// expect-error: attn::nn::language_model\(ids\): the ids must be token ids; as_token_ids<words>\(ids\)
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
constexpr auto logits = model(tensor<int, token>{1, 2, 0});
#else
constexpr auto logits = model(as_token_ids<7>(tensor<int, token>{1, 2, 0}));
#endif

// case: language_model_one_id
// rejected: a model of a whole text is called with one id; step takes one.
// expect-error: attn::nn::language_model\(ids\): ids must be \(token\), or a batch of them
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
constexpr auto logits = model(tensor<token_id<7>>{token_id<7>(1)});
#else
constexpr auto logits = model(tensor<token_id<7>, axis<"token", 1>>{1});
#endif

// case: language_model_other_element
// rejected: layers of float with positions of double.
// expect-error: attn::nn::language_model: positions and layers differ in width or type
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
using longer = nn::learned_positions<double, position, width>;
constexpr nn::language_model<word, layer, 1, longer> model{};
#else
constexpr nn::language_model<word, layer, 1, places> model{};
#endif

// case: language_model_other_norm
// rejected: a stack of width 4 with a norm of 6 behind it.
// expect-error: attn::nn::language_model: norm and layers differ in width or type
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
constexpr nn::language_model<word, layer, 1, places, nn::layer_norm<float, axis<"width", 6>>>
    model{};
#else
constexpr nn::language_model<word, layer, 1, places, nn::layer_norm<float, width>> model{};
#endif

// case: language_model_other_vocabulary
// rejected: the ids are those of a vocabulary of 9 words, the model knows 7.
// expect-error: attn::nn::language_model\(ids\): the vocabulary of the ids is larger than the model's
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
constexpr auto logits = model(tensor<token_id<9>, token>{1, 2, 0});
#else
constexpr auto logits = model(ids);
#endif

// case: language_model_other_width
// rejected: a stack of width 4 with positions of width 6.
// expect-error: attn::nn::language_model: positions and layers differ in width or type
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
using wider = nn::learned_positions<float, position, axis<"width", 6>>;
constexpr nn::language_model<word, layer, 1, wider> model{};
#else
constexpr nn::language_model<word, layer, 1, places> model{};
#endif

// case: language_model_step_of_a_batch
// rejected: a step for a batch: a state is that of one text.
// expect-error: attn::nn::language_model::step\(state, ids\): ids must be one sequence, \(token\)
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
using given = tensor<token_id<7>, axis<"batch", 1>, token>;
#else
using given = tensor<token_id<7>, token>;
#endif
constexpr bool stepped = [] {
  auto state = model.start();
  model.step(state, given{});
  return true;
}();

// case: language_model_step_other_vocabulary
// rejected: a step with an id of a vocabulary of 9 words.
// expect-error: attn::nn::language_model::step\(state, id\): the vocabulary of the id is larger than the model's
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
using id = token_id<9>;
#else
using id = token_id<7>;
#endif
constexpr bool stepped = [] {
  auto state = model.start();
  model.step(state, id(1));
  return true;
}();

// case: language_model_tokens_named_as_words
// rejected: the axis of the ids is named as the words of the model.
// expect-error: attn::nn::language_model\(ids\): an axis of the ids has the name of the model's width, or of its words
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
constexpr auto logits = model(tensor<token_id<7>, axis<"word", 3>>{1, 2, 0});
#else
constexpr auto logits = model(ids);
#endif

// case: language_model_too_many_tokens
// rejected: six tokens, and a table of five positions.
// expect-error: attn::nn::language_model\(ids\): there are more tokens than the model has positions
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
constexpr auto logits = model(tensor<token_id<7>, axis<"token", 6>>{1, 2, 0, 4, 4, 1});
#else
constexpr auto logits = model(tensor<token_id<7>, axis<"token", 5>>{1, 2, 0, 4, 4});
#endif

// case: language_model_without_norm_order
// rejected: a layer that does not say where its norms stand, blamed on the model and not on a layer inside.
// A call adds nothing to it; but Clang takes the type for one without any.
// expect-error: attn::nn::language_model: the order of the norms is post_norm or pre_norm
// errors: 1
// errors[clang]: 2
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using places = nn::learned_positions<float, position, width>;
constexpr auto ids = as_token_ids<7>(tensor<int, token>{1, 6, 0});

#ifdef ATTN_REJECT
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu>;
#else
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
#endif
constexpr auto logits = nn::language_model<word, layer, 1, places>{}(ids);

// case: language_model_words_named_as_width
// rejected: the words are named as the width of the layers.
// expect-error: attn::nn::language_model: the words and the width have one name
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
constexpr nn::language_model<axis<"width", 7>, layer, 1, places> model{};
#else
constexpr nn::language_model<word, layer, 1, places> model{};
#endif
