// SPDX-License-Identifier: BSL-1.0
// What encoder, decoder reject.
#include <attn.hpp>
#include <attn/recurrent.hpp>

using namespace attn;

using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
using source_4 = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using model_4 = axis<"model", 4>;
using inner = axis<"inner", 6>;
using batch = axis<"batch", 2>;
using named_m = axis<"m", 4>;
constexpr tensor<double, axis<"source", 6>, hidden> memory_source_hidden;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y_width;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
constexpr auto step = decoder_step(cell, before, y_width, memory_source_hidden);
constexpr tensor<double, word, dim<4 + 4 + 3>> W;
constexpr tensor<double, word> b;
using cell_type = nn::rnn_cell<double, dim<4 + 3>, hidden>;
using embedding_type = nn::embedding<double, word, width>;
constexpr nn::rnn_cell<double, width, hidden> for_y_alone;
constexpr auto one = decoder_step(cell, before, y_width, memory_source_hidden);
using layer_of_float =
    nn::decoder_layer<float, model, head, dim<5>, output_by_input, act::relu, pre_norm>;
constexpr nn::decoder<layer_of_float, 2> stack{};
constexpr tensor<float, target, model> y_float_target_model{};
constexpr tensor<float, source_4, model> memory_float_source_4_model{};
using each = nn::decoder_layer<double, model_4, axis<"head", 2>, inner, output_by_input, act::relu,
                               pre_norm>;
constexpr tensor<double, axis<"token", 3>, model_4> x_token_3_model_4{};
template <class Batch>
constexpr auto z =
    stack(tensor<float, Batch, target, model>{}, tensor<float, Batch, source_4, model>{});
using layer =
    nn::decoder_layer<double, dim<4>, dim<2>, dim<6>, output_by_input, act::relu, post_norm>;
constexpr tensor<double, dim<3>, dim<4>> y{}, x{};
constexpr tensor<double, dim<5>, dim<4>> memory{};
constexpr tensor<double, dim<2>, dim<3>, dim<4>> ys{};
template <std::size_t Heads>
using layer_of =
    nn::decoder_layer<double, dim<4>, dim<Heads>, dim<6>, output_by_input, act::relu, post_norm>;
using layer_post_norm =
    nn::decoder_layer<double, named_m, dim<2>, dim<6>, output_by_input, act::relu, post_norm>;
constexpr tensor<double, dim<3>, named_m> y_of_double{};
constexpr tensor<double, dim<5>, named_m> memory_of_double{};
constexpr auto padding = key_padding(keep_mask<source_4>{1, 1, 0, 1});
using token = axis<"token", 3>;
using four = axis<"t", 4>;
using keys = axis<"key_token", 3>;
using each_2 = nn::encoder_layer<double, model_4, axis<"head", 2>, inner, output_by_input,
                                 act::relu, pre_norm>;
constexpr tensor<double, axis<"token", 3>, model_4> x_double_token_3_model_4{};
using layer_2 = nn::encoder_layer<float, model, head, dim<5>, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer_2, 2> stack_2{};
constexpr tensor<double, dim<3>, dim<4>> x_double_3_4{};
template <std::size_t Heads>
using layer_of_2 =
    nn::encoder_layer<double, dim<4>, dim<Heads>, dim<6>, output_by_input, act::relu, post_norm>;
using layer_post_norm_2 =
    nn::encoder_layer<double, dim<4>, dim<2>, dim<6>, output_by_input, act::relu, post_norm>;
using layer_of_m =
    nn::encoder_layer<double, named_m, dim<2>, dim<6>, output_by_input, act::relu, post_norm>;
constexpr tensor<float, token, model> x_2{};
struct eps_alone {
  static constexpr double eps = 1e-12;
};
struct small_eps : torch_block {
  static constexpr double eps = 1e-12;
};
struct negative_eps : torch_block {
  static constexpr double eps = -1e-12;
};
constexpr auto padding_2 = key_padding(keep_mask<dim<3>>{1, 1, 0});

// the logits of a step from the state before it.
// - decoder_logits_state_before: decoder_logits(before, step.context, y_width, W, b)
//   ;; decoder_logits(step.after, step.context, y_width, W, b)
//   ;; attn::decoder_logits\(after, context, y, W, b\): logits are made of the state after the step
// a weight with one axis.
// - decoder_logits_weight_vector: decoder_logits(step.after, step.context, y_width, b, b) ;; ditto
//   ;; attn::decoder_logits\(after, context, y, W, b\): W must have two axes
// E14: W_o for [h; c], where [h; c; y] is what it meets (article 2, the formula and its
// explanation).
// - decoder_logits_width: decoder_logits(step.after, step.context, y_width, tensor<double, word,
//   dim<4 + 4>>{}, b) ;; decoder_logits(step.after, step.context, y_width, tensor<double, word,
//   dim<4 + 4 + 3>>{}, b) ;; attn::decoder_logits\(after, context, y, W, b\): the input of W must
//   be as wide as \[h; context; y\]
// E14: a decoder whose output layer is for [h; c].
// - decoder_output_width: constexpr nn::recurrent_decoder<cell_type, embedding_type,
//   nn::linear<double, dim<4 + 4>, word, output_by_input>> d{}; ;; constexpr
//   nn::recurrent_decoder<cell_type, embedding_type, nn::linear<double, dim<4 + 4 + 3>, word,
//   output_by_input>> d{}; ;; attn::nn::recurrent_decoder: the input of the output layer must be as
//   wide as \[h; context; y\]
// an output layer without a bias.
// - decoder_output_without_bias: constexpr nn::recurrent_decoder<cell_type, embedding_type,
//   nn::linear<double, dim<11>, word, output_by_input, without_bias>> d{};
//   ;; constexpr nn::recurrent_decoder<cell_type, embedding_type, nn::linear<double, dim<11>, word,
//   output_by_input>> d{};
//   ;; attn::nn::recurrent_decoder: the output must be an nn::linear with a bias
// a cell for y alone, without the context.
// - decoder_step_cell_input: decoder_step(for_y_alone, before, y_width, memory_source_hidden) ;;
//   decoder_step(cell, before, y_width, memory_source_hidden) ;; attn::decoder_step\(cell, before,
//   y, memory\): the input of the cell must be as wide as \[context; y\]
// E13: a decoder step from what the step before has made.
// - decoder_step_state_after: decoder_step(cell, one.after, y_width, memory_source_hidden)
//   ;; decoder_step(cell, advance(one.after), y_width, memory_source_hidden)
//   ;; attn::decoder_step\(cell, before, y, memory\): a step starts from the state before it:
//   advance\(after\)
// a causal mask for cross-attention, whose lengths differ: aligned with which end?
// https://github.com/pytorch/pytorch/issues/108108: top left, or bottom right.
// - nn_decoder_causal_across: stack(y_float_target_model, memory_float_source_4_model,
//   cross_options(causal<>)) ;; stack(y_float_target_model, memory_float_source_4_model,
//   cross_options(causal<top_left>)) ;; attn::nn::decoder\(y, memory, …\): the mask requires as many queries as keys, or an alignment
// a stack of no layers.
// - nn_decoder_empty_stack: nn::decoder<each, 0>{}(x_token_3_model_4, x_token_3_model_4)
//   ;; nn::decoder<each, 1>{}(x_token_3_model_4, x_token_3_model_4)
//   ;; attn::nn::decoder\(y, memory, …\): a stack must have at least one layer
// a batch that has the name of the heads.
// - nn_decoder_heads_crossed: z<head> ;; z<batch>
//   ;; attn::nn::decoder\(y, memory, …\): an axis of y or memory has the name of the heads
// a mask that does not say for which of the two attentions it is.
// - nn_decoder_layer_bare_mask: layer{}(y, memory, causal<>) ;; layer{}(y, memory,
//   self_options(causal<>)) ;; attn::nn::decoder_layer\(y, memory, …\): say which attention each
//   option is for: self_options\(causal<>\), cross_options\(…\)
// a memory as (source, batch, width), as PyTorch has it unless batch_first is said.
// - nn_decoder_layer_batch_and_time_crossed: layer{}(ys, tensor<double, dim<5>, dim<2>, dim<4>>{})
//   ;; layer{}(ys, tensor<double, dim<2>, dim<5>, dim<4>>{}) ;; attn::nn::decoder_layer\(y, memory,
//   …\): the leading axes \(batch\) of y and memory must agree
// three heads for a width of four, in a layer.
// - nn_decoder_layer_heads_do_not_divide: layer_of<3>{}(x, x) ;; layer_of<2>{}(x, x)
//   ;; attn::nn::decoder_layer\(y, memory, …\): the number of heads must divide the width
// a memory with another axis for its width, of the same size.
// - nn_decoder_layer_memory_name: layer_post_norm{}(y_of_double, tensor<double, dim<5>, axis<"o",
//   4>>{}) ;; layer_post_norm{}(y_of_double, memory_of_double) ;; attn::nn::decoder_layer\(y,
//   memory, …\): the last axis of memory and the width of the layer differ in name
// a memory of another width: the thread's encoder of 512 and decoder of 256.
// - nn_decoder_layer_memory_width: layer{}(y, tensor<double, dim<5>, dim<6>>{}) ;; layer{}(y,
//   memory) ;; attn::nn::decoder_layer\(y, memory, …\): the last axis of memory and the width of
//   the layer differ in size
// a memory of float, a layer of double.
// - nn_decoder_layer_mixed_element_types: layer{}(y, tensor<float, dim<5>, dim<4>>{}) ;; ditto
//   ;; attn::nn::decoder_layer\(y, memory, …\): memory must have the element type of the layer;
//   convert with as<T>\(memory\)
// rows with another axis for their width, of the same size.
// - nn_decoder_layer_name: layer_post_norm{}(tensor<double, dim<3>, axis<"o", 4>>{},
//   memory_of_double) ;; layer_post_norm{}(y_of_double, memory_of_double)
//   ;; attn::nn::decoder_layer\(y, memory, …\): the last axis of y and the width of the layer
//   differ in name
// options for the self-attention twice.
// - nn_decoder_layer_options_twice: layer{}(y, memory, self_options(), self_options())
//   ;; layer{}(y, memory, self_options())
//   ;; attn::nn::decoder_layer\(y, memory, …\): options for one attention are given twice
// a memory that is a single row.
// - nn_decoder_layer_vector: layer{}(y, tensor<double, dim<4>>{}) ;; layer{}(y, memory)
//   ;; attn::nn::decoder_layer\(y, memory, …\): memory must be \(token, width\), or a batch of them
// rows of another width than the layer's.
// - nn_decoder_layer_width: layer{}(tensor<double, dim<3>, dim<6>>{}, memory) ;; ditto
//   ;; attn::nn::decoder_layer\(y, memory, …\): the last axis of y and the width of the layer
//   differ in size
// a layer that does not say where its norms stand. In PyTorch norm_first=False is silent, and
// weights of a pre-norm model loaded into it give plausible nonsense.
// - nn_decoder_layer_without_norm_order: nn::decoder_layer<double, dim<4>, dim<2>, dim<6>,
//   output_by_input, act::relu>{}(x, x) ;; nn::decoder_layer<double, dim<4>, dim<2>, dim<6>,
//   output_by_input, act::relu, post_norm>{}(x, x) ;; attn::nn::decoder_layer\(y, memory, …\): the
//   order of the norms is post_norm \(PyTorch's default\) or pre_norm
// the padding of the source, used for the self-attention of the target.
// https://github.com/bentrevett/pytorch-seq2seq/issues/119: a mask of one for the other.
// - nn_decoder_mask_of_other_attention: stack(y_float_target_model, memory_float_source_4_model,
//   self_options(padding))
//   ;; stack(y_float_target_model, memory_float_source_4_model, cross_options(padding))
//   ;; attn::nn::decoder\(y, memory, …\): a mask must have the axes of the scores
// a memory of another width than the stack.
// - nn_decoder_memory_width: stack(y_float_target_model, tensor<float, source_4, axis<"model",
//   8>>{}) ;; stack(y_float_target_model, memory_float_source_4_model) ;; attn::nn::decoder\(y,
//   memory, …\): the last axis of memory and the width of the layer differ in size
// a stack of layers of width 4, and a final norm of width 6.
// - nn_decoder_norm_of_other_width: constexpr nn::decoder<each, 2, nn::layer_norm<double, inner>>
//   stack{}; constexpr tensor<double, dim<3>, model_4> x{}; constexpr auto y = stack(x, x);
//   ;; constexpr nn::decoder<each, 2, nn::layer_norm<double, model_4>> stack{}; constexpr
//   tensor<double, dim<3>, model_4> x{}; constexpr auto y = stack(x, x);
//   ;; attn::nn::decoder\(y, memory, …\): norm and layers differ in width or type
// a stack of no layers.
// - nn_encoder_empty_stack: nn::encoder<each_2, 0>{}(x_double_token_3_model_4)
//   ;; nn::encoder<each_2, 1>{}(x_double_token_3_model_4)
//   ;; attn::nn::encoder\(x, …\): a stack must have at least one layer
// heads that are cut already, for a stack that cuts them itself.
// - nn_encoder_heads_crossed: stack_2(tensor<float, head, token, model>{})
//   ;; stack_2(tensor<float, batch, token, model>{})
//   ;; attn::nn::encoder\(x, …\): an axis of x has the name of the heads or of the inner width
// three heads for a width of four, in a layer.
// - nn_encoder_layer_heads_do_not_divide: layer_of_2<3>{}(x_double_3_4)
//   ;; layer_of_2<2>{}(x_double_3_4)
//   ;; attn::nn::encoder_layer\(x, …\): the number of heads must divide the width
// rows of float, a layer of double.
// - nn_encoder_layer_mixed_element_types: layer_post_norm_2{}(tensor<float, dim<3>, dim<4>>{}) ;;
//   layer_post_norm_2{}(tensor<double, dim<3>, dim<4>>{}) ;; attn::nn::encoder_layer\(x, …\): x
//   must have the element type of the layer; convert with as<T>\(x\)
// time and width crossed: both are four wide, and only the names tell.
// - nn_encoder_layer_name: layer_of_m{}(tensor<double, named_m, four>{}) ;;
//   layer_of_m{}(tensor<double, four, named_m>{}) ;; attn::nn::encoder_layer\(x, …\): the last axis
//   of x and the width of the layer differ in name
// a layer of a single row.
// - nn_encoder_layer_vector: layer_post_norm_2{}(tensor<double, dim<4>>{})
//   ;; layer_post_norm_2{}(tensor<double, dim<1>, dim<4>>{})
//   ;; attn::nn::encoder_layer\(x, …\): x must be \(token, width\), or a batch of them
// rows of another width than the layer's.
// - nn_encoder_layer_width: layer_post_norm_2{}(tensor<double, dim<3>, dim<6>>{}) ;;
//   layer_post_norm_2{}(tensor<double, dim<3>, dim<4>>{}) ;; attn::nn::encoder_layer\(x, …\): the
//   last axis of x and the width of the layer differ in size
// a layer that does not say where its norms stand. In PyTorch norm_first=False is silent, and
// weights of a pre-norm model loaded into it give plausible nonsense.
// - nn_encoder_layer_without_norm_order: nn::encoder_layer<double, dim<4>, dim<2>, dim<6>,
//   output_by_input, act::relu>{}(x_double_3_4) ;; nn::encoder_layer<double, dim<4>, dim<2>,
//   dim<6>, output_by_input, act::relu, post_norm>{}(x_double_3_4) ;; attn::nn::encoder_layer\(x,
//   …\): the order of the norms is post_norm \(PyTorch's default\) or pre_norm
// a struct of options that does not begin with the members of a model that has all of them.
// - nn_encoder_layer_options_of_nothing: nn::encoder_layer<double, dim<4>, dim<2>, dim<6>,
//   output_by_input, eps_alone>{}(x_double_3_4) ;; nn::encoder_layer<double, dim<4>, dim<2>,
//   dim<6>, output_by_input, small_eps>{}(x_double_3_4) ;; attn::nn::encoder_layer\(x, …\): the
//   order of the norms is post_norm .* a struct derived from torch_block has all options
// an eps below 0.
// - nn_encoder_layer_negative_eps: nn::encoder_layer<double, dim<4>, dim<2>, dim<6>,
//   output_by_input, negative_eps>{} ;; nn::encoder_layer<double, dim<4>, dim<2>, dim<6>,
//   output_by_input, small_eps>{} ;; attn::nn::layer_norm<T, width, eps>: eps must not be negative
// a mask (key, query) for scores (query, key), inside a stack; both axes have the same size.
// https://github.com/keras-team/keras-hub/issues/783: masks whose axes are not checked.
// - nn_encoder_mask_crossed: stack_2(x_2, keep_mask<keys, token>{}) ;; stack_2(x_2,
//   keep_mask<token, keys>{}) ;; attn::nn::encoder\(x, …\): a mask must have the axes of the scores
// a stack of layers of width 4, and a final norm of width 6.
// - nn_encoder_norm_of_other_width: nn::encoder<each_2, 2, nn::layer_norm<double,
//   inner>>{}(tensor<double, dim<3>, model_4>{})
//   ;; nn::encoder<each_2, 2, nn::layer_norm<double, model_4>>{}(tensor<double, dim<3>, model_4>{})
//   ;; attn::nn::encoder\(x, …\): norm and layers differ in width or type
// a number where a mask should be: what does 0.1 mean, dropout or a scale?
// - nn_encoder_option_is_number: stack_2(x_2, 0.1f) ;; stack_2(x_2, scaled_by(0.1f))
//   ;; attn::nn::encoder\(x, …\): a trailing argument is not an option
// a mask of the past without the token itself: the first token has no key.
// https://github.com/pytorch/pytorch/issues/103963: NaN, 0 or garbage.
// - nn_encoder_query_without_keys: stack_2(x_2, causal<key_offset<-1>>)
//   ;; stack_2(x_2, causal<key_offset<-1>>, fully_masked<zero_rows>)
//   ;; attn::nn::encoder\(x, …\): the mask leaves a query without any key
// causal, and another mask: both, or either? https://github.com/pytorch/pytorch/issues/118972: one
// function forbids both, the next requires both.
// - nn_encoder_two_masks: stack_2(x_2, causal<>, padding_2) ;; stack_2(x_2, causal<>& padding_2)
//   ;; attn::nn::encoder\(x, …\): two options of one kind; two masks are a & b
// rows of 8 for a stack of width 6, blamed on the stack and not on a layer inside.
// - nn_encoder_width: stack_2(tensor<float, token, axis<"model", 8>>{}) ;; stack_2(x_2)
//   ;; attn::nn::encoder\(x, …\): the last axis of x and the width of the layer differ in size
