// SPDX-License-Identifier: BSL-1.0
// What language_model, generate, trace reject.
#include <attn.hpp>
#include <attn/analysis.hpp>
#include <attn/text.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using token = axis<"token", 3>;
using places = nn::learned_positions<float, dim<5>, width>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};
constexpr auto ids_of_7 = as_token_ids<7>(tensor<int, token>{1, 6, 0});
constexpr nn::language_model<axis<"word", 7>, layer, 1, places> model_2{};
using model_4 = axis<"model", 4>;
constexpr tensor<double, token, model_4> x{{1, 0, 0, 1}, {0, 1, 2, 1}, {1, 1, 0, 0}};
constexpr tensor<double, token, axis<"other", 4>> y;
constexpr nn::multi_head_attention<double, model_4, axis<"head", 2>, output_by_input> layer_2{};
constexpr nn::feed_forward<double, model_4, axis<"inner", 3>, output_by_input, act::relu> feeds{};
using batch = axis<"batch", 2>;
constexpr tensor<int, batch> lengths{3, 1}, no_lengths{3, 0};
constexpr auto texts = as_token_ids<7>(tensor<int, batch, token>{{1, 2, 0}, {3, 0, 0}});
constexpr auto padding = right_padding<token>(lengths);
constexpr nn::learned_positions<double, axis<"position", 5>, model_4> table;
constexpr tensor<token_id<7>, axis<"batch", 3>> other_batch{1, 2, 3};
template <std::size_t Heads, std::size_t KvHeads>
using llama_layer_of = nn::llama_layer<float, width, axis<"head", Heads>, axis<"head", KvHeads>,
                                       dim<6>, output_by_input>;
template <std::size_t Heads, std::size_t KvHeads>
using llama_of = nn::llama<float, word, dim<5>, width, axis<"head", Heads>, axis<"head", KvHeads>,
                           dim<6>, 1, output_by_input>;
constexpr nn::encoder_layer<double, model_4, axis<"head", 2>, axis<"inner", 3>, output_by_input,
                            act::relu, pre_norm>
    encodes{};

// the lengths in the place of the mask that is made of them (transformers#13283: attention_mask).
// - texts_with_lengths: model(texts, lengths) ;; model(texts, padding)
//   ;; attn::nn::language_model\(ids, padding\): the padding must be a keep_mask or an ignore_mask
// the padding of one text for a batch.
// - texts_with_padding_of_one: model(texts, select<0>(padding, 0)) ;; model(texts, padding)
//   ;; attn::nn::language_model\(ids, padding\): the padding must have the axes of the ids
// the ids of another batch than the state's.
// - texts_of_another_batch: constexpr auto y = [] { auto state = model.start<batch>(); return
//   model.step(state, other_batch); }(); ;; constexpr auto y = [] { auto state =
//   model.start<batch>(); return model.step(state, select<1>(texts, 0)); }();
//   ;; attn::nn::language_model::step\(state, ids, padding\): ids must be \(batch, token\), or
//   \(batch\) ;; batch 3, batch 2
// - texts_as_a_sequence: constexpr auto y = [] { auto state = model.start<batch>(); return
//   model.step(state, ids); }(); ;; constexpr auto y = [] { auto state = model.start<batch>();
//   return model.step(state, texts, padding); }(); ;; attn::nn::language_model::step\(state, ids,
//   padding\): ids must be \(batch, token\) ;; token 3, batch 2
// - texts_step_with_lengths: constexpr auto y = [] { auto state = model.start<batch>(); return
//   model.step(state, texts, lengths); }(); ;; constexpr auto y = [] { auto state =
//   model.start<batch>(); return model.step(state, texts, padding); }();
//   ;; attn::nn::language_model::step\(state, ids, padding\): the padding must be a keep_mask
// lengths of floats, such as the sums of a mask.
// - right_padding_of_floats: right_padding<token>(as<float>(lengths)) ;; right_padding<token>(lengths)
//   ;; attn::right_padding<token>\(lengths\): the lengths must be integers
// - right_padding_of_one: left_padding<token>(tensor<int>(2)) ;; left_padding<token>(lengths)
//   ;; attn::right_padding<token>\(lengths\): the lengths must have an axis
// a mask of ints is none.
// - position_ids_of_ints: position_ids(tensor<int, batch, token>{}) ;; position_ids(padding)
//   ;; attn::position_ids\(padding\): the padding must be a keep_mask or an ignore_mask
// positions of features, or of another number of tokens.
// - positions_of_features: table(x, tensor<int, model_4>{}) ;; table(x, tensor<int, token>{})
//   ;; attn::nn::learned_positions\(x, positions\): one position for each token, the axis before x's
//   last ;; token 3, model 4
// - positions_of_floats: table(x, tensor<float, token>{}) ;; table(x, tensor<int, token>{})
//   ;; attn::nn::learned_positions\(x, positions\): the positions must be integers
// three heads for a width of four, blamed on the model and not on a layer inside.
// - language_model_heads_do_not_divide: constexpr nn::language_model<word, nn::encoder_layer<float,
//   width, dim<3>, dim<6>, output_by_input, act::relu, pre_norm>, 1, places> model{};
//   ;; constexpr nn::language_model<word, nn::encoder_layer<float, width, dim<2>, dim<6>,
//   output_by_input, act::relu, pre_norm>, 1, places> model{};
//   ;; attn::nn::language_model: the number of heads must divide the width
// a stack of no layer.
// - language_model_no_layer: constexpr nn::language_model<word, layer, 0, places> model{};
//   ;; constexpr nn::language_model<word, layer, 1, places> model{};
//   ;; attn::nn::language_model: a stack must have at least one layer
// layers that know positions themselves need a limit all the same.
// - language_model_no_positions: constexpr nn::language_model<word, layer, 1, nn::identity> model{};
//   ;; constexpr nn::language_model<word, layer, 1, nn::no_positions<float, dim<5>, width>> model{};
//   ;; attn::nn::language_model: Positions must be a layer of positions
// a search that keeps no text.
// - beam_search_without_beams: beam_search<2, 0>(model, ids) ;; beam_search<2, 1>(model, ids)
//   ;; attn::beam_search<steps, beams>\(model, prompt\): requires at least one beam
// more steps than the model has positions.
// - beam_search_too_long: beam_search<4, 2>(model, ids) ;; beam_search<3, 2>(model, ids)
//   ;; attn::beam_search<steps, beams>\(model, prompt\): there are more tokens than the model has
// - beam_search_to_an_end_without_beams: beam_search<2, 0>(model, ids, token_id<7>(4))
//   ;; beam_search<2, 1>(model, ids, token_id<7>(4))
//   ;; attn::beam_search<steps, beams>\(model, prompt, end\): requires at least one beam
// - beam_search_to_an_end_of_a_batch: beam_search<2, 2>(model, texts, token_id<7>(4))
//   ;; beam_search<2, 2>(model, ids, token_id<7>(4))
//   ;; attn::beam_search<steps, beams>\(model, prompt, end\): the prompt must be one sequence
// a batch of prompts: with lengths in the place of its padding, with the padding of one, with a
// number for each step that is not one for each text, of Llama, of one sequence.
// - generate_texts_with_lengths: generate<2>(model, texts, lengths) ;; generate<2>(model, texts,
//   padding) ;; attn::generate<steps>\(model, prompt, u\): the prompt must be one sequence
// - generate_texts_other_padding: generate<2>(model, texts, right_padding<axis<"token", 4>>(lengths))
//   ;; generate<2>(model, texts, padding) ;; attn::generate<steps>\(model, prompts, padding\): the padding
//   must have the axes of the prompts
// - generate_texts_numbers_of_steps: generate<2>(model, texts, padding, tensor<float, dim<2>>{0.5,
//   0.25}) ;; generate<2>(model, texts, padding, tensor<float, batch, dim<2>>{{0.5, 0.25}, {0.1,
//   0.2}}) ;; attn::generate<steps>\(model, prompts, padding, u\): u must be one number for each step
// - generate_texts_of_llama: generate<2>(llama_of<2, 1>{}, texts, padding) ;; generate<2>(llama_of<2,
//   1>{}, ids) ;; attn::generate<steps>\(model, prompts, padding\): a batch requires attention blocks, such as
//   nn::encoder_layer
// - generate_padded_sequence: generate_until<2>(model, ids, select<0>(padding, 0), token_id<7>(4))
//   ;; generate_until<2>(model, texts, padding, token_id<7>(4))
//   ;; attn::generate_until<steps>\(model, prompts, padding, end\): prompts with padding must be \(batch,
//   token\)
// - generate_texts_too_long: generate<4>(model, texts, padding) ;; generate<3>(model, texts, padding)
//   ;; attn::generate<steps>\(model, prompts, padding\): there are more tokens than the model has positions
// - generate_texts_without_tokens: generate<2>(model, texts, right_padding<token>(no_lengths))
//   ;; generate<2>(model, texts, padding) ;; constant: generate_requires_a_token_of_each_prompt ;; allow: detail::
// the other ways to generate require the same.
// - generate_until_too_long: generate_until<4>(model, ids, token_id<7>(4))
//   ;; generate_until<3>(model, ids, token_id<7>(4))
//   ;; attn::generate_until<steps>\(model, prompt, end\): there are more tokens than the model has
// - generate_until_too_few_numbers: generate_until<3>(model, ids, token_id<7>(4),
//   tensor<float, dim<2>>{0.5, 0.25}) ;; generate_until<3>(model, ids, token_id<7>(4),
//   tensor<float, dim<3>>{0.5, 0.25, 0.75}) ;; attn::generate_until<steps>\(model, prompt, end, u\):
//   u must be one number for each step, \(step\)
// - generate_cropped_no_steps: generate_cropped<0>(model, ids) ;; generate_cropped<9>(model, ids)
//   ;; attn::generate_cropped<steps>\(model, prompt\): requires at least one step
// - generate_cropped_numbers_of_double: generate_cropped<2>(model, ids, tensor<double, dim<2>>{0.5,
//   0.25}) ;; generate_cropped<2>(model, ids, tensor<float, dim<2>>{0.5, 0.25})
//   ;; attn::generate_cropped<steps>\(model, prompt, u\): u must have the element type of the model
// - generate_until_without_temperature: generate_until<2>(model, ids, token_id<7>(4),
//   tensor<float, dim<2>>{0.5, 0.25}, sampling{.temperature = 0}) ;; generate_until<2>(model, ids,
//   token_id<7>(4), tensor<float, dim<2>>{0.5, 0.25}, sampling{.temperature = 0.5})
//   ;; constant: generate_requires_a_temperature_above_0
// three heads for a width of four; three of keys for two of queries; heads of one number, which
// rotary positions cannot pair.
// - llama_heads_do_not_divide: constexpr llama_layer_of<3, 1> m{}; ;; constexpr llama_layer_of<2, 1>
//   m{}; ;; attn::nn::llama_layer: the number of heads must divide the width
// - llama_groups_do_not_divide: constexpr llama_layer_of<2, 3> m{}; ;; constexpr llama_layer_of<2, 2>
//   m{}; ;; attn::nn::llama_layer: the heads of keys and values must divide the heads of queries
// - llama_odd_heads: constexpr llama_layer_of<4, 2> m{}; ;; constexpr llama_layer_of<2, 2>
//   m{};
//   ;; attn::nn::llama_layer: the width of a head must be even, for rotary positions
// the same of a model, whose layer it is.
// - llama_model_odd_heads: constexpr llama_of<4, 2> m{}; ;; constexpr llama_of<2, 2> m{};
//   ;; attn::nn::llama_layer: the width of a head must be even, for rotary positions
// layers whose state is not one of a batch.
// - texts_of_llama: constexpr auto state = llama_of<2, 1>::start<batch>(); ;; constexpr auto state =
//   llama_of<2, 1>::start(); ;; attn::nn::language_model::start<batch>\(\): requires attention
//   blocks, such as nn::encoder_layer
// integers are looked up that may be anything.
// - language_model_of_integers: model(tensor<int, token>{1, 2, 0})
//   ;; model(as_token_ids<7>(tensor<int, token>{1, 2, 0}))
//   ;; attn::nn::language_model\(ids\): the ids must be token ids; as_token_ids<words>\(ids\)
// a model of a whole text is called with one id; step takes one.
// - language_model_one_id: model(tensor<token_id<7>>{token_id<7>(1)})
//   ;; model(tensor<token_id<7>, axis<"token", 1>>{1})
//   ;; attn::nn::language_model\(ids\): ids must be \(token\), or a batch of them
// layers of float with positions of double.
// - language_model_other_element: constexpr nn::language_model<word, layer, 1,
//   nn::learned_positions<double, dim<5>, width>> model{};
//   ;; constexpr nn::language_model<word, layer, 1, places> model{};
//   ;; attn::nn::language_model: positions and layers differ in width or type
// a stack of width 4 with a norm of 6 behind it.
// - language_model_other_norm: constexpr nn::language_model<word, layer, 1, places,
//   nn::layer_norm<float, axis<"width", 6>>> model{};
//   ;; constexpr nn::language_model<word, layer, 1, places, nn::layer_norm<float, width>> model{};
//   ;; attn::nn::language_model: norm and layers differ in width or type
// the layout of an output layer, without a word that there is one.
// - language_model_output_layout: constexpr nn::language_model<word, layer, 1, places, nn::identity,
//   output_by_input> model{}; ;; constexpr nn::language_model<word, layer, 1, places, nn::identity,
//   nn::own_output<output_by_input>> model{}; ;; attn::nn::language_model: the output is
//   nn::tied_table or nn::own_output<layout>
// - language_model_output_without_layout: constexpr nn::language_model<word, layer, 1, places,
//   nn::identity, nn::own_output<with_bias>> model{}; ;; constexpr nn::language_model<word, layer, 1,
//   places, nn::identity, nn::own_output<input_by_output>> model{}; ;; attn::nn::linear: the layout
//   is output_by_input or input_by_output
// the ids are from a vocabulary of 9 words, the model knows 7.
// - language_model_other_vocabulary: model(tensor<token_id<9>, token>{1, 2, 0}) ;; model(ids)
//   ;; attn::nn::language_model\(ids\): the vocabulary of the ids is larger than the model's
// a stack of width 4 with positions of width 6.
// - language_model_other_width: constexpr nn::language_model<word, layer, 1,
//   nn::learned_positions<float, dim<5>, axis<"width", 6>>> model{};
//   ;; constexpr nn::language_model<word, layer, 1, places> model{};
//   ;; attn::nn::language_model: positions and layers differ in width or type
// a step for a batch: a state belongs to one text.
// - language_model_step_of_a_batch: [] { auto state = model.start(); model.step(state,
//   tensor<token_id<7>, axis<"batch", 1>, token>{}); return true; }()
//   ;; [] { auto state = model.start(); model.step(state, tensor<token_id<7>, token>{}); return
//   true; }() ;; attn::nn::language_model::step\(state, ids\): ids must be one sequence, \(token\)
// a step with an id of a vocabulary of 9 words.
// - language_model_step_other_vocabulary: [] { auto state = model.start(); model.step(state,
//   token_id<9>(1)); return true; }() ;; [] { auto state = model.start(); model.step(state,
//   token_id<7>(1)); return true; }() ;; attn::nn::language_model::step\(state, id\): the
//   vocabulary of the id is larger than the model's
// the axis of the ids is named as the words of the model.
// - language_model_tokens_named_as_words: model(tensor<token_id<7>, axis<"word", 3>>{1, 2, 0}) ;;
//   model(ids) ;; attn::nn::language_model\(ids\): an axis of the ids has the name of the model's
//   width, or of its words
// six tokens, and a table of five positions.
// - language_model_too_many_tokens: model(tensor<token_id<7>, axis<"token", 6>>{1, 2, 0, 4, 4, 1})
//   ;; model(tensor<token_id<7>, axis<"token", 5>>{1, 2, 0, 4, 4})
//   ;; attn::nn::language_model\(ids\): there are more tokens than the model has positions
// a layer that does not say where its norms stand, blamed on the model and not on a layer inside. A
// call adds nothing to it; but Clang takes the type for one without any.
// - language_model_without_norm_order: nn::language_model<word, nn::encoder_layer<float, width,
//   dim<2>, dim<6>, output_by_input, act::relu>, 1, places>{}(ids_of_7) ;; nn::language_model<word,
//   nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>, 1,
//   places>{}(ids_of_7) ;; attn::nn::language_model: the order of the norms is post_norm or
//   pre_norm ;; errors: 1 ;; errors[clang]: 2
// the words are named as the width of the layers.
// - language_model_words_named_as_width: constexpr nn::language_model<axis<"width", 7>, layer, 1,
//   places> model{}; ;; constexpr nn::language_model<word, layer, 1, places> model{};
//   ;; attn::nn::language_model: the words and the width have the same name
// no steps.
// - generate_of_envelopes: generate<1>(as<envelope<float>>(model_2), ids) ;; generate<1>(model_2, ids)
//   ;; attn::generate<steps>\(model, prompt\): requires a model of arithmetic types
// - generate_no_steps: generate<0>(model_2, ids) ;; generate<1>(model_2, ids)
//   ;; attn::generate<steps>\(model, prompt\): requires at least one step
// numbers of double for a model of float.
// - generate_numbers_of_double: generate<2>(model_2, ids, tensor<double, dim<2>>{0.5, 0.25}) ;;
//   generate<2>(model_2, ids, tensor<float, dim<2>>{0.5, 0.25}) ;; attn::generate<steps>\(model,
//   prompt, u\): u must have the element type of the model; convert with as<T>\(u\)
// a batch of prompts.
// - generate_of_a_batch: generate<2>(model_2, tensor<token_id<7>, axis<"batch", 1>, token>{})
//   ;; generate<2>(model_2, ids)
//   ;; attn::generate<steps>\(model, prompt\): the prompt must be one sequence, \(token\)
// a prompt of integers.
// - generate_of_integers: generate<2>(model_2, tensor<int, token>{1, 2, 0}) ;; generate<2>(model_2,
//   as_token_ids<7>(tensor<int, token>{1, 2, 0})) ;; attn::generate<steps>\(model, prompt\): the
//   prompt must be token ids; as_token_ids<words>\(ids\)
// the prompt is of a vocabulary of 9 words, the model knows 7.
// - generate_other_vocabulary: generate<2>(model_2, tensor<token_id<9>, token>{1, 2, 0}) ;;
//   generate<2>(model_2, ids) ;; attn::generate<steps>\(model, prompt\): the vocabulary of the
//   prompt is larger than the model's
// the axis of the prompt is named as the words of the model.
// - generate_tokens_named_as_words: generate<2>(model_2, tensor<token_id<7>, axis<"word", 3>>{1, 2,
//   0}) ;; ditto ;; attn::generate<steps>\(model, prompt\): an axis of the prompt has the name of
//   the model's width, or of its words
// two numbers for three steps.
// - generate_too_few_numbers: generate<3>(model_2, ids, tensor<float, dim<2>>{0.5, 0.25})
//   ;; generate<3>(model_2, ids, tensor<float, dim<3>>{0.5, 0.25, 0.75})
//   ;; attn::generate<steps>\(model, prompt, u\): u must be one number for each step, \(step\)
// three tokens and four more, of which three are read: six, and five positions.
// - generate_too_long: generate<4>(model_2, ids) ;; generate<3>(model_2, ids)
//   ;; attn::generate<steps>\(model, prompt\): there are more tokens than the model has positions
// a temperature of 0: softmax(logits / 0).
// - generate_without_temperature: generate<2>(model_2, ids, tensor<float, dim<2>>{0.5, 0.25}, 0)
//   ;; generate<2>(model_2, ids, tensor<float, dim<2>>{0.5, 0.25}, 0.5)
//   ;; constant: generate_requires_a_temperature_above_0
// queries and keys of different widths, in a trace.
// - trace_attention_widths_differ: trace_attention(x, y, y) ;; trace_attention(x, x, y)
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): the widths of Q and K have different names
//   ;; model, other
// the input of multi-head attention has another axis than its weights, in a trace.
// - trace_multi_head_of_another_width: trace(layer_2, y) ;; trace(layer_2, x) ;; attn::.*multi_head
//   ;; model, other
// the input of a feed-forward layer has another axis than the layer, in a trace.
// - trace_feed_forward_of_another_width: trace(feeds, y) ;; trace(feeds, x)
//   ;; attn::nn::feed_forward ;; model, other
// the input of an encoder layer has another axis than the layer, in a trace.
// - trace_encoder_layer_of_another_width: trace(encodes, y) ;; trace(encodes, x)
//   ;; attn::nn::encoder_layer\(x, …\) ;; model, other
