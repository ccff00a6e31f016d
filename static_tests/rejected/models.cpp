// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/models reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: attend_batch
// rejected: many sentences at once.
// expect-error: attn::attend\(before, memory\): one sentence at a time: the state must have one axis
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;

#ifdef ATTN_REJECT
constexpr auto found = attend(initial<tensor<double, axis<"batch", 2>, hidden>>(), memory);
#else
constexpr auto found = attend(initial<tensor<double, hidden>>(), memory);
#endif

// case: attend_fixed_state_after
// rejected: E13: without attention, too.
// expect-error: attn::decoder_step\(cell, before, y, memory\): a step starts from the state before it: advance\(after\)
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
constexpr auto c = fixed_context(tensor<double, hidden>{});
constexpr auto one = decoder_step(cell, before, y, c);

#ifdef ATTN_REJECT
constexpr auto two = decoder_step(cell, one.after, y, c);
#else
constexpr auto two = decoder_step(cell, advance(one.after), y, c);
#endif

// case: attend_mixed_element_types
// rejected: double and float.
// expect-error: attn::attend\(before, memory\): requires one element type for all operands
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;

#ifdef ATTN_REJECT
constexpr auto found = attend(before, as<float>(memory));
#else
constexpr auto found = attend(before, memory);
#endif

// case: attend_state_after
// rejected: E13: the context of a step from the state that the step is to make (article 2 writes both h_t).
// expect-error: attn::attend\(before, memory\): the state before the step asks; the state after is made from the answer: advance\(after\)
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
constexpr auto step = decoder_step(cell, before, y, memory);

#ifdef ATTN_REJECT
constexpr auto context = attend(step.after, memory);
#else
constexpr auto context = attend(advance(step.after), memory);
#endif

// case: attend_vector_memory
// rejected: one vector is a fixed context, and not a memory.
// expect-error: attn::attend\(before, memory\): the memory must be \(source, width\), or fixed_context\(c\)
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
constexpr tensor<double, hidden> c;

#ifdef ATTN_REJECT
constexpr auto found = attend(before, c);
#else
constexpr auto found = attend(before, fixed_context(c));
#endif

// case: attend_width
// rejected: a dot product of a state and a memory of different widths.
// expect-error: attn::attend\(before, memory\): the state and the memory differ in width; scored_by\(f\) allows it
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;

#ifdef ATTN_REJECT
constexpr auto found = attend(before, tensor<double, source, axis<"hidden", 5>>{});
#else
constexpr auto found = attend(before, memory);
#endif

// case: attend_width_names
// rejected: of one width, and of different names.
// expect-error: attn::attend\(before, memory\): the widths of the state and the memory differ in name
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;

#ifdef ATTN_REJECT
constexpr auto found = attend(before, tensor<double, source, axis<"encoded", 4>>{});
#else
constexpr auto found = attend(before, tensor<double, source, dim<4>>{});
#endif

// case: greedy_decode_state_after
// rejected: E13: the last state of the encoder is advanced, or is none to begin with.
// expect-error: attn::greedy_decode\(decoder, before, …\): starts from the state before the first step
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
using decoder_type =
    nn::recurrent_decoder<nn::rnn_cell<double, dim<4 + 3>, hidden>,
                          nn::embedding<double, word, width>,
                          nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>;
constexpr decoder_type d;
constexpr state_after<tensor<double, hidden>> last{};

#ifdef ATTN_REJECT
constexpr auto said = greedy_decode<axis<"target", 5>>(d, last, token_id<7>(0), memory);
#else
constexpr auto said = greedy_decode<axis<"target", 5>>(d, advance(last), token_id<7>(0), memory);
#endif

// case: greedy_decode_steps_state_after
// rejected: E13: the last state of the encoder is advanced, or is none to begin with.
// expect-error: attn::greedy_decode_steps\(decoder, before, …\): starts from the state before the first step
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
using decoder_type =
    nn::recurrent_decoder<nn::rnn_cell<double, dim<4 + 3>, hidden>,
                          nn::embedding<double, word, width>,
                          nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>;
constexpr decoder_type d;
constexpr state_after<tensor<double, hidden>> last{};

#ifdef ATTN_REJECT
constexpr auto said = greedy_decode_steps<axis<"target", 5>>(d, last, token_id<7>(0), memory);
#else
constexpr auto said =
    greedy_decode_steps<axis<"target", 5>>(d, advance(last), token_id<7>(0), memory);
#endif

// case: greedy_decode_steps_state_of_two_kinds
// rejected: a state with tensors of two types: its template cannot give both of them an axis of
//   steps.
// expect-error: attn::greedy_decode_steps\(decoder, before, …\): the state must be a tensor, or a template of the type of its tensors
// errors: 1
#include <boost/hana/define_struct.hpp>
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

// case: nn_transformer_bare_mask
// rejected: a causal mask that does not name one of the three attentions
// https://github.com/pytorch/pytorch/issues/96941: `is_causal` that does nothing.
// expect-error: attn::nn::transformer: options must name their attention: source_options
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> model_of{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});

#ifdef ATTN_REJECT
constexpr auto p = model_of(s, t, causal<>);
#else
constexpr auto p = model_of(s, t, self_options(causal<>));
#endif

// case: nn_transformer_batches
// rejected: one source for two targets: it is not repeated implicitly.
// https://github.com/pytorch/pytorch/issues/64888: "wasted couple of days".
// expect-error: attn::nn::transformer: the leading axes \(batch\) of source and target must agree
// errors: 1
using batch = axis<"batch", 2>;
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> model_of{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, batch, target>{{7, 1, 3}, {0, 2, 4}});

#ifdef ATTN_REJECT
constexpr auto p = model_of(s, t);
#else
constexpr auto p = model_of(expand<batch, 0>(s), t);
#endif

// case: nn_transformer_causal_across
// rejected: a causal mask for cross-attention, whose lengths differ.
// https://github.com/Dao-AILab/flash-attention/issues/517: top left, or bottom right.
// expect-error: attn::nn::transformer: causal<> and sliding_window<l, r> require equal numbers of queries and keys
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> model_of{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});

#ifdef ATTN_REJECT
constexpr auto p = model_of(s, t, cross_options(causal<>));
#else
constexpr auto p = model_of(s, t, cross_options(causal<top_left>));
#endif

// case: nn_transformer_decode_numbers
// rejected: plain integers for the decoder instead of token ids.
// expect-error: attn::nn::transformer: source and target must be token ids; as_token_ids<words>\(ids\)
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> translator{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});
constexpr auto memory = translator.encode(s);
constexpr tensor<int, target> numbers{7, 1, 3};

#ifdef ATTN_REJECT
constexpr auto decoded = translator.decode(numbers, memory);
#else
constexpr auto decoded = translator.decode(t, memory);
#endif

// case: nn_transformer_encode_target
// rejected: the target for the encoder: of two vocabularies one is larger.
// expect-error: attn::nn::transformer: the vocabulary of the source is larger than the model's
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> translator{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});

#ifdef ATTN_REJECT
constexpr auto memory = translator.encode(t);
#else
constexpr auto memory = translator.encode(s);
#endif

// case: nn_transformer_norm_width
// rejected: a norm of the inner width behind layers of another.
// expect-error: attn::nn::transformer: norm and layers differ in width or type
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
template <class Width>
using model_of = nn::transformer<word, wort, layer, 2, nn::layer_norm<float, Width>>;
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});

#ifdef ATTN_REJECT
constexpr auto p = model_of<inner>{}(s, t);
#else
constexpr auto p = model_of<model>{}(s, t);
#endif

// case: nn_transformer_other_mask
// rejected: the padding of the source, used for the target.
// https://github.com/bentrevett/pytorch-seq2seq/issues/119: a mask of one for the other.
// expect-error: attn::nn::transformer: a mask must have the axes of the scores
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> model_of{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});
constexpr auto padding = key_padding(keep_mask<source>{1, 1, 0, 1});

#ifdef ATTN_REJECT
constexpr auto p = model_of(s, t, self_options(padding));
#else
constexpr auto p = model_of(s, t, cross_options(padding));
#endif

// case: nn_transformer_swapped
// rejected: target and source, one for the other: of two vocabularies one is larger.
// Article 2 (E17): both sequences have length n.
// expect-error: attn::nn::transformer: the vocabulary of the source is larger than the model's
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> model_of{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});

#ifdef ATTN_REJECT
constexpr auto p = model_of(t, s);
#else
constexpr auto p = model_of(s, t);
#endif

// case: sampled_decode_state_after
// rejected: E13: the last state of the encoder is advanced, or is none to begin with.
// expect-error: attn::sampled_decode\(decoder, before, …\): starts from the state before the first step
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
using decoder_type =
    nn::recurrent_decoder<nn::rnn_cell<double, dim<4 + 3>, hidden>,
                          nn::embedding<double, word, width>,
                          nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>;
constexpr decoder_type d;
constexpr tensor<double, axis<"target", 5>> u;
constexpr state_after<tensor<double, hidden>> last{};

#ifdef ATTN_REJECT
constexpr auto said = sampled_decode(d, last, token_id<7>(0), memory, u);
#else
constexpr auto said = sampled_decode(d, advance(last), token_id<7>(0), memory, u);
#endif

// case: sampled_decode_steps_state_after
// rejected: E13: the last state of the encoder is advanced, or is none to begin with.
// expect-error: attn::sampled_decode_steps\(decoder, before, …\): starts from the state before the first step
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
using decoder_type =
    nn::recurrent_decoder<nn::rnn_cell<double, dim<4 + 3>, hidden>,
                          nn::embedding<double, word, width>,
                          nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>;
constexpr decoder_type d;
constexpr tensor<double, axis<"target", 5>> u;
constexpr state_after<tensor<double, hidden>> last{};

#ifdef ATTN_REJECT
constexpr auto said = sampled_decode_steps(d, last, token_id<7>(0), memory, u);
#else
constexpr auto said = sampled_decode_steps(d, advance(last), token_id<7>(0), memory, u);
#endif
