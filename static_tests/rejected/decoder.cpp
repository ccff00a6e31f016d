// SPDX-License-Identifier: BSL-1.0
// What attn/models/decoder.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: decoder_logits_state_before
// rejected: the logits of a step from the state before it.
// expect-error: attn::decoder_logits\(after, context, y, W, b\): logits are made of the state after the step
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
constexpr tensor<double, word, dim<4 + 4 + 3>> W;
constexpr tensor<double, word> b;

#ifdef ATTN_REJECT
constexpr auto logits = decoder_logits(before, step.context, y, W, b);
#else
constexpr auto logits = decoder_logits(step.after, step.context, y, W, b);
#endif

// case: decoder_logits_weight_vector
// rejected: a weight with one axis.
// expect-error: attn::decoder_logits\(after, context, y, W, b\): W must have two axes
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
constexpr tensor<double, word, dim<4 + 4 + 3>> W;
constexpr tensor<double, word> b;

#ifdef ATTN_REJECT
constexpr auto logits = decoder_logits(step.after, step.context, y, b, b);
#else
constexpr auto logits = decoder_logits(step.after, step.context, y, W, b);
#endif

// case: decoder_logits_width
// rejected: E14: W_o for [h; c], where [h; c; y] is what it meets (article 2, the formula and its explanation).
// expect-error: attn::decoder_logits\(after, context, y, W, b\): the input of W must be as wide as \[h; context; y\]
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
constexpr tensor<double, word> b;

#ifdef ATTN_REJECT
constexpr auto logits =
    decoder_logits(step.after, step.context, y, tensor<double, word, dim<4 + 4>>{}, b);
#else
constexpr auto logits =
    decoder_logits(step.after, step.context, y, tensor<double, word, dim<4 + 4 + 3>>{}, b);
#endif

// case: decoder_output_width
// rejected: E14: a decoder whose output layer is for [h; c].
// expect-error: attn::nn::recurrent_decoder: the input of the output layer must be as wide as \[h; context; y\]
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
using cell_type = nn::rnn_cell<double, dim<4 + 3>, hidden>;
using embedding_type = nn::embedding<double, word, width>;

#ifdef ATTN_REJECT
constexpr nn::recurrent_decoder<cell_type, embedding_type,
                                nn::linear<double, dim<4 + 4>, word, output_by_input>>
    d{};
#else
constexpr nn::recurrent_decoder<cell_type, embedding_type,
                                nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>
    d{};
#endif

// case: decoder_output_without_bias
// rejected: an output layer without a bias.
// expect-error: attn::nn::recurrent_decoder: the output must be an nn::linear with a bias
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
using cell_type = nn::rnn_cell<double, dim<4 + 3>, hidden>;
using embedding_type = nn::embedding<double, word, width>;

#ifdef ATTN_REJECT
constexpr nn::recurrent_decoder<cell_type, embedding_type,
                                nn::linear<double, dim<11>, word, output_by_input, without_bias>>
    d{};
#else
constexpr nn::recurrent_decoder<cell_type, embedding_type,
                                nn::linear<double, dim<11>, word, output_by_input>>
    d{};
#endif

// case: decoder_step_cell_input
// rejected: a cell for y alone, without the context.
// expect-error: attn::decoder_step\(cell, before, y, memory\): the input of the cell must be as wide as \[context; y\]
// errors: 1
using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
constexpr nn::rnn_cell<double, width, hidden> for_y_alone;

#ifdef ATTN_REJECT
constexpr auto step = decoder_step(for_y_alone, before, y, memory);
#else
constexpr auto step = decoder_step(cell, before, y, memory);
#endif

// case: decoder_step_state_after
// rejected: E13: a decoder step from what the step before has made.
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
constexpr auto one = decoder_step(cell, before, y, memory);

#ifdef ATTN_REJECT
constexpr auto two = decoder_step(cell, one.after, y, memory);
#else
constexpr auto two = decoder_step(cell, advance(one.after), y, memory);
#endif

// case: nn_decoder_causal_across
// rejected: a causal mask for cross-attention, whose lengths differ: aligned with which end?
// https://github.com/pytorch/pytorch/issues/108108: top left, or bottom right.
// expect-error: attn::nn::decoder\(y, memory, …\): causal<> and sliding_window<l, r> require equal numbers of queries and keys; otherwise
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::decoder<layer, 2> stack{};
constexpr tensor<float, target, model> y{};
constexpr tensor<float, source, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = stack(y, memory, cross_options(causal<>));
#else
constexpr auto z = stack(y, memory, cross_options(causal<top_left>));
#endif

// case: nn_decoder_empty_stack
// rejected: a stack of no layers.
// expect-error: attn::nn::decoder\(y, memory, …\): a stack must have at least one layer
// errors: 1
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
using each = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr tensor<double, axis<"token", 3>, model> x{};

#ifdef ATTN_REJECT
using layer = nn::decoder<each, 0>;
#else
using layer = nn::decoder<each, 1>;
#endif
constexpr auto y = layer{}(x, x);

// case: nn_decoder_heads_crossed
// rejected: a batch that has the name of the heads.
// expect-error: attn::nn::decoder\(y, memory, …\): an axis of y or memory has the name of the heads
// errors: 1
using batch = axis<"batch", 2>;
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::decoder<layer, 2> stack{};
template <class Batch>
constexpr auto z =
    stack(tensor<float, Batch, target, model>{}, tensor<float, Batch, source, model>{});

#ifdef ATTN_REJECT
constexpr auto wrong = z<head>;
#else
constexpr auto right = z<batch>;
#endif

// case: nn_decoder_layer_bare_mask
// rejected: a mask that does not say for which of the two attentions it is.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): options must name their attention: self_options\(causal<>\), cross_options\(…\)
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, memory, causal<>);
#else
constexpr auto z = layer{}(y, memory, self_options(causal<>));
#endif

// case: nn_decoder_layer_batch_and_time_crossed
// rejected: a memory as (source, batch, width), as PyTorch has it unless batch_first is said.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): the leading axes \(batch\) of y and memory must agree
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};
using batch = dim<2>;
constexpr tensor<double, batch, token, model> ys{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(ys, tensor<double, dim<5>, batch, model>{});
#else
constexpr auto z = layer{}(ys, tensor<double, batch, dim<5>, model>{});
#endif

// case: nn_decoder_layer_heads_do_not_divide
// rejected: three heads for a width of four, in a layer.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): the number of heads must divide the width
// errors: 1
using model = dim<4>;
using inner = dim<6>;
constexpr tensor<double, dim<3>, model> x{};
template <std::size_t Heads>
using layer_of =
    nn::decoder_layer<double, model, dim<Heads>, inner, output_by_input, act::relu, post_norm>;

#ifdef ATTN_REJECT
using layer = layer_of<3>;
#else
using layer = layer_of<2>;
#endif
constexpr auto y = layer{}(x, x);

// case: nn_decoder_layer_memory_name
// rejected: a memory with another axis for its width, of the same size.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): the last axis of memory and the width of the layer differ in name
// errors: 1
using token = dim<3>;
using model = axis<"m", 4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, tensor<double, dim<5>, axis<"o", 4>>{});
#else
constexpr auto z = layer{}(y, memory);
#endif

// case: nn_decoder_layer_memory_width
// rejected: a memory of another width: the thread's encoder of 512 and decoder of 256.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): the last axis of memory and the width of the layer differ in size
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, tensor<double, dim<5>, dim<6>>{});
#else
constexpr auto z = layer{}(y, memory);
#endif

// case: nn_decoder_layer_mixed_element_types
// rejected: a memory of float, a layer of double.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): memory must have the element type of the layer; convert with as<T>\(memory\)
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, tensor<float, dim<5>, model>{});
#else
constexpr auto z = layer{}(y, memory);
#endif

// case: nn_decoder_layer_name
// rejected: rows with another axis for their width, of the same size.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): the last axis of y and the width of the layer differ in name
// errors: 1
using token = dim<3>;
using model = axis<"m", 4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(tensor<double, token, axis<"o", 4>>{}, memory);
#else
constexpr auto z = layer{}(y, memory);
#endif

// case: nn_decoder_layer_options_twice
// rejected: options for the self-attention twice.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): options for one attention are given twice
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, memory, self_options(), self_options());
#else
constexpr auto z = layer{}(y, memory, self_options());
#endif

// case: nn_decoder_layer_vector
// rejected: a memory that is a single row.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): memory must be \(token, width\), or a batch of them
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, tensor<double, model>{});
#else
constexpr auto z = layer{}(y, memory);
#endif

// case: nn_decoder_layer_width
// rejected: rows of another width than the layer's.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): the last axis of y and the width of the layer differ in size
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(tensor<double, token, dim<6>>{}, memory);
#else
constexpr auto z = layer{}(y, memory);
#endif

// case: nn_decoder_layer_without_norm_order
// rejected: a layer that does not say where its norms stand. In PyTorch norm_first=False is silent, and
// weights of a pre-norm model loaded into it give plausible nonsense.
// expect-error: attn::nn::decoder_layer\(y, memory, …\): the order of the norms is post_norm \(PyTorch's default\) or pre_norm
// errors: 1
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
constexpr tensor<double, dim<3>, model> x{};

#ifdef ATTN_REJECT
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu>;
#else
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
#endif
constexpr auto y = layer{}(x, x);

// case: nn_decoder_mask_of_other_attention
// rejected: the padding of the source, used for the self-attention of the target.
// https://github.com/bentrevett/pytorch-seq2seq/issues/119: a mask of one for the other.
// expect-error: attn::nn::decoder\(y, memory, …\): a mask must have the axes of the scores
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::decoder<layer, 2> stack{};
constexpr tensor<float, target, model> y{};
constexpr tensor<float, source, model> memory{};
constexpr auto padding = key_padding(keep_mask<source>{1, 1, 0, 1});

#ifdef ATTN_REJECT
constexpr auto z = stack(y, memory, self_options(padding));
#else
constexpr auto z = stack(y, memory, cross_options(padding));
#endif

// case: nn_decoder_memory_width
// rejected: a memory of another width than the stack.
// expect-error: attn::nn::decoder\(y, memory, …\): the last axis of memory and the width of the layer differ in size
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::decoder<layer, 2> stack{};
constexpr tensor<float, target, model> y{};
constexpr tensor<float, source, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = stack(y, tensor<float, source, axis<"model", 8>>{});
#else
constexpr auto z = stack(y, memory);
#endif

// case: nn_decoder_norm_of_other_width
// rejected: a stack of layers of width 4, and a final norm of width 6.
// expect-error: attn::nn::decoder\(y, memory, …\): norm and layers differ in width or type
// errors: 1
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
using each = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, pre_norm>;

#ifdef ATTN_REJECT
constexpr nn::decoder<each, 2, nn::layer_norm<double, inner>> stack{};
#else
constexpr nn::decoder<each, 2, nn::layer_norm<double, model>> stack{};
#endif
constexpr tensor<double, dim<3>, model> x{};
constexpr auto y = stack(x, x);
