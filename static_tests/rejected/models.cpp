// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/models reject that have no table of their own.
#include <attn/recurrent.hpp>

#include <boost/hana/define_struct.hpp>

using namespace attn;

using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
using source_4 = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
constexpr auto c = fixed_context(tensor<double, hidden>{});
constexpr auto one = decoder_step(cell, before, y, c);
constexpr auto step = decoder_step(cell, before, y, memory);
constexpr tensor<double, hidden> c_double_hidden;
using decoder_type =
    nn::recurrent_decoder<nn::rnn_cell<double, dim<4 + 3>, hidden>,
                          nn::embedding<double, word, width>,
                          nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>;
constexpr decoder_type d;
constexpr state_after<tensor<double, hidden>> last{};
using layer = nn::encoder_layer<float, model, head, dim<5>, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<dim<7>, dim<8>, layer, 2> model_of{}, translator{};
constexpr auto s = as_token_ids<7>(tensor<int, source_4>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});
constexpr auto target_ids = as_token_ids<8>(tensor<int, batch, target>{{7, 1, 3}, {0, 2, 4}});
constexpr auto encoded = translator.encode(s);
constexpr tensor<int, target> numbers{7, 1, 3};
constexpr auto padding = key_padding(keep_mask<source_4>{1, 1, 0, 1});
constexpr tensor<double, axis<"target", 5>> u;
template <class Width>
using of_norm = nn::transformer<dim<7>, dim<8>, layer, 2, nn::layer_norm<float, Width>>;

// many sentences at once.
// - attend_batch: attend(initial<tensor<double, axis<"batch", 2>, hidden>>(), memory)
//   ;; attend(initial<tensor<double, hidden>>(), memory)
//   ;; attn::attend\(before, memory\): one sentence at a time: the state must have one axis
// E13: also without attention.
// - attend_fixed_state_after: decoder_step(cell, one.after, y, c) ;; decoder_step(cell,
//   advance(one.after), y, c) ;; attn::decoder_step\(cell, before, y, memory\): a step starts from
//   the state before it: advance\(after\)
// double and float.
// - attend_mixed_element_types: attend(before, as<float>(memory)) ;; attend(before, memory)
//   ;; attn::attend\(before, memory\): requires one element type for all operands
// E13: the context of a step from the state that the step is to make (article 2 writes both h_t).
// - attend_state_after: attend(step.after, memory) ;; attend(advance(step.after), memory)
//   ;; attn::attend\(before, memory\): pass the state before the step, not after it:
//   advance\(after\)
// one vector is a fixed context, and not a memory.
// - attend_vector_memory: attend(before, c_double_hidden)
//   ;; attend(before, fixed_context(c_double_hidden))
//   ;; attn::attend\(before, memory\): the memory must be \(source, width\), or fixed_context\(c\)
// a dot product of a state and a memory of different widths.
// - attend_width: attend(before, tensor<double, source, axis<"hidden", 5>>{}) ;; attend(before,
//   memory) ;; attn::attend\(before, memory\): the state and the memory differ in width;
//   scored_by\(f\) allows it
// of one width, and of different names.
// - attend_width_names: attend(before, tensor<double, source, axis<"encoded", 4>>{})
//   ;; attend(before, tensor<double, source, dim<4>>{})
//   ;; attn::attend\(before, memory\): the widths of the state and the memory differ in name
// E13: the last state of the encoder is advanced, or is none to begin with.
// - greedy_decode_state_after: greedy_decode<axis<"target", 5>>(d, last, token_id<7>(0), memory)
//   ;; greedy_decode<axis<"target", 5>>(d, advance(last), token_id<7>(0), memory)
//   ;; attn::greedy_decode\(decoder, before, …\): starts from the state before the first step
// E13: the last state of the encoder is advanced, or is none to begin with.
// - greedy_decode_steps_state_after: greedy_decode_steps<axis<"target", 5>>(d, last,
//   token_id<7>(0), memory)
//   ;; greedy_decode_steps<axis<"target", 5>>(d, advance(last), token_id<7>(0), memory)
//   ;; attn::greedy_decode_steps\(decoder, before, …\): starts from the state before the first step
// a causal mask that does not name one of the three attentions
// https://github.com/pytorch/pytorch/issues/96941: `is_causal` that does nothing.
// - nn_transformer_bare_mask: model_of(s, t, causal<>) ;; model_of(s, t, self_options(causal<>))
//   ;; attn::nn::transformer: say which attention each option is for: source_options
// one source for two targets: it is not repeated implicitly.
// https://github.com/pytorch/pytorch/issues/64888: "wasted couple of days".
// - nn_transformer_batches: model_of(s, target_ids) ;; model_of(expand<batch, 0>(s), target_ids)
//   ;; attn::nn::transformer: the leading axes \(batch\) of source and target must agree
// a causal mask for cross-attention, whose lengths differ.
// https://github.com/Dao-AILab/flash-attention/issues/517: top left, or bottom right.
// - nn_transformer_causal_across: model_of(s, t, cross_options(causal<>)) ;; model_of(s, t,
//   cross_options(causal<top_left>)) ;; attn::nn::transformer: the mask requires as many queries
// plain integers for the decoder instead of token ids.
// - nn_transformer_decode_numbers: translator.decode(numbers, encoded)
//   ;; translator.decode(t, encoded)
//   ;; attn::nn::transformer: source and target must be token ids; as_token_ids<words>\(ids\)
// the target for the encoder: of two vocabularies one is larger.
// - nn_transformer_encode_target: translator.encode(t) ;; translator.encode(s)
//   ;; attn::nn::transformer: the vocabulary of the source is larger than the model's
// the padding of the source, used for the target.
// https://github.com/bentrevett/pytorch-seq2seq/issues/119: a mask of one for the other.
// - nn_transformer_other_mask: model_of(s, t, self_options(padding)) ;; model_of(s, t,
//   cross_options(padding)) ;; attn::nn::transformer: a mask must have the axes of the scores
// target and source, one for the other: of two vocabularies one is larger. Article 2 (E17): both
// sequences have length n.
// - nn_transformer_swapped: model_of(t, s) ;; model_of(s, t)
//   ;; attn::nn::transformer: the vocabulary of the source is larger than the model's
// E13: the last state of the encoder is advanced, or is none to begin with.
// - sampled_decode_state_after: sampled_decode(d, last, token_id<7>(0), memory, u)
//   ;; sampled_decode(d, advance(last), token_id<7>(0), memory, u)
//   ;; attn::sampled_decode\(decoder, before, …\): starts from the state before the first step
// E13: the last state of the encoder is advanced, or is none to begin with.
// - sampled_decode_steps_state_after: sampled_decode_steps(d, last, token_id<7>(0), memory, u) ;;
//   sampled_decode_steps(d, advance(last), token_id<7>(0), memory, u) ;;
//   attn::sampled_decode_steps\(decoder, before, …\): starts from the state before the first step
// ids whose tokens have the name of the width.
// - nn_transformer_tokens_named_as_width: model_of(as_token_ids<7>(tensor<int, axis<"model", 4>>{1, 6,
//   0, 2}), t) ;; model_of(as_token_ids<7>(tensor<int, source_4>{1, 6, 0, 2}), t)
//   ;; attn::nn::transformer: an axis of the ids has the name of one of the model's
// a norm of the inner width behind layers of another.
// - nn_transformer_norm_width: of_norm<dim<5>>{}(s, t) ;; of_norm<model>{}(s, t)
//   ;; attn::nn::transformer: norm and layers differ in width or type

// case: greedy_decode_steps_state_of_two_kinds
// rejected: a state with tensors of two types: its template cannot give both of them an axis of
//   steps.
// expect-error: attn::greedy_decode_steps\(decoder, before, …\): the state must be a tensor, or a template of the type of its tensors
using hidden = tensor<double, dim<2>>;
struct counter {
  BOOST_HANA_DEFINE_STRUCT(counter, (hidden, hidden_state), (tensor<int>, count));
};
constexpr auto d = []<class S>(const state_before<S>& before, auto, const auto& c) {
  return decoded_word<state_after<S>, hidden, no_weights, tensor<double, dim<3>>>{
      {before.value}, c.context, {}, {}};
};
constexpr auto c = fixed_context(hidden{1, 2});

#ifdef ATTN_REJECT
constexpr auto said = greedy_decode_steps<dim<5>>(d, initial<counter>(), token_id<3>(0), c);
#else
constexpr auto said = greedy_decode_steps<dim<5>>(d, initial<hidden>(), token_id<3>(0), c);
#endif
