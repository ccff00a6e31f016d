// SPDX-License-Identifier: BSL-1.0
// What attn/models/stack.hpp rejects, and every model of a user's layers (attn/models/block.hpp):
// one error that names the member that is missing.
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using token = axis<"token", 3>;
using places = nn::learned_positions<float, dim<5>, width>;
constexpr tensor<float, token, width> rows{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

// What all the layers below have, or most of them.
#define OF_ROWS(T, n)                         \
  static constexpr std::size_t sequences = n; \
  using value_type = T;                       \
  using width = ::width;                      \
  using row_type = tensor<T, ::width>
struct call_operator {
  template <class X, class... Options> constexpr X operator()(const X& x, const Options&...) const {
    return x;
  }
};
template <class T> struct without_value_type : call_operator {
  static constexpr std::size_t sequences = 1;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(without_value_type, (row_type, bias));
};
template <class T> struct block : call_operator {
  OF_ROWS(T, 1);
  ATTN_MEMBERS(block, (row_type, bias));
};
template <class T> struct without_width : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(without_width, (row_type, bias));
};
template <class T> struct without_sequences : call_operator {
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(without_sequences, (row_type, bias));
};
template <class T> struct of_a_decoder : call_operator {
  OF_ROWS(T, 2);
  ATTN_MEMBERS(of_a_decoder, (row_type, bias));
};
struct without_conversion : call_operator {
  OF_ROWS(float, 1);
  ATTN_MEMBERS(without_conversion, (row_type, bias));
};
struct layer : call_operator {
  OF_ROWS(float, 1);
  ATTN_MEMBERS(layer, (row_type, bias));
  template <scalar> using with_element = layer;
};
template <class T> struct without_members : call_operator {
  OF_ROWS(T, 1);
  row_type bias;
};
template <class T> struct without_call {
  OF_ROWS(T, 1);
  ATTN_MEMBERS(without_call, (row_type, bias));
};
template <class T> struct without_options {
  OF_ROWS(T, 1);
  ATTN_MEMBERS(without_options, (row_type, bias));
  template <class X> constexpr X operator()(const X& x) const { return x; }
};
template <class T> struct loses_an_axis {
  OF_ROWS(T, 1);
  ATTN_MEMBERS(loses_an_axis, (row_type, bias));
  template <class X, class... Options>
  constexpr auto operator()(const X& x, const Options&...) const {
    return sum<1>(x);
  }
};
template <class T> struct of_two_widths : block<T> {
  using width = axis<"width", 6>;
};
template <class T> struct other : block<T> {};
template <class T> struct with_step : call_operator {
  OF_ROWS(T, 1);
  ATTN_MEMBERS(with_step, (row_type, bias));
  template <axis_like> using state_type = nn::no_state;
  template <class X> constexpr X step(nn::no_state&, const X& x) const { return x; }
};
template <class Layer> constexpr bool stepped() {
  constexpr nn::language_model<word, Layer, 2, places> model{};
  auto state = model.start();
  model.step(state, token_id<7>(1));
  return true;
}

// a layer of a user's that does not state its element type.
// - encoder_layer_without_value_type: nn::encoder<without_value_type<float>, 2>{}(rows, causal<>)
//   ;; nn::encoder<block<float>, 2>{}(rows, causal<>) ;; attn::nn::encoder<Layer, n>: Layer has no
//   value_type, the element type of its rows and parameters: using value_type = …
// a layer of a user's that does not state its width.
// - encoder_layer_without_width: nn::encoder<without_width<float>, 2>{}(rows, causal<>) ;; ditto
//   ;; attn::nn::encoder<Layer, n>: Layer has no width, the last axis of its rows: using width =
//   axis<…>
// a layer of a user's that does not state what it is called with.
// - encoder_layer_without_sequences: nn::encoder<without_sequences<float>, 2>{}(rows, causal<>) ;;
//   ditto ;; attn::nn::encoder<Layer, n>: Layer does not state with how many sequences it is
//   called: static constexpr std::size_t sequences = 1
// the layer of a decoder, in an encoder.
// - encoder_layer_of_a_decoder: nn::encoder<of_a_decoder<float>, 2>{}(rows, causal<>) ;; ditto
//   ;; attn::nn::encoder<Layer, n>: Layer::sequences must be 1; an encoder calls its layers with 1
//   sequence, a decoder with 2
// a layer that is no template, and does not say what it is with other elements.
// - encoder_layer_without_conversion: nn::encoder<without_conversion, 2>{}(rows)
//   ;; nn::encoder<layer, 2>{}(rows)
//   ;; attn::nn::encoder<Layer, n>: Layer must be a template of its element type, or name its type
//   with other elements: template <attn::scalar U> using with_element = …
// a layer with a parameter that it does not list: no sum, no file would have it.
// - encoder_layer_without_members: nn::encoder<without_members<float>, 2>{}(rows, causal<>) ;;
//   nn::encoder<block<float>, 2>{}(rows, causal<>) ;; attn::nn::encoder<Layer, n>: Layer does not
//   list its parameters: ATTN_MEMBERS\(type, \(T, name\), …\)
// a layer that cannot be called.
// - encoder_layer_without_call: nn::encoder<without_call<float>, 2>{}(rows, causal<>) ;; ditto
//   ;; attn::nn::encoder\(x, …\): the layer cannot be called as layer\(x, options…\); it needs
//   operator\(\)\(const X& x, const Options&\.\.\. options\) const
// a layer that does not take the mask that a language model gives it.
// - language_model_layer_without_options: nn::language_model<word, without_options<float>, 2,
//   places>{}(ids) ;; nn::language_model<word, block<float>, 2, places>{}(ids)
//   ;; attn::nn::language_model\(ids\): the layer cannot be called as layer\(x, causal<>\); it
//   needs operator\(\)\(const X& x, const Options&\.\.\. options\) const
// the same of a language model.
// - language_model_layer_without_value_type: nn::language_model<word, without_value_type<float>, 2,
//   places>{}(ids) ;; ditto ;; attn::nn::language_model<word, Layer, …>: Layer has no value_type,
//   the element type of its rows and parameters: using value_type = …
// a layer that returns something other than rows.
// - language_model_layer_loses_an_axis: nn::language_model<word, loses_an_axis<float>, 2,
//   places>{}(ids) ;; ditto ;; attn::nn::language_model\(ids\): the layer must return rows like x
// layers of 4 and of 6 features in one encoder.
// - sequential_of_two_widths: nn::encoder<nn::sequential<block<float>, of_two_widths<float>>,
//   2>{}(rows) ;; nn::encoder<nn::sequential<block<float>, other<float>>, 2>{}(rows)
//   ;; attn::nn::encoder<Layer, n>: the layers of nn::sequential differ in width
// layers of float and of double in one encoder.
// - sequential_of_two_element_types: nn::encoder<nn::sequential<block<float>, block<double>>,
//   2>{}(rows) ;; nn::encoder<nn::sequential<block<float>, block<float>>, 2>{}(rows)
//   ;; attn::nn::encoder<Layer, n>: the layers of nn::sequential differ in element type
// a layer in a sequence that does not list its parameter.
// - sequential_layer_without_members: nn::sequential<nn::layer_norm<float, width>,
//   without_members<float>>{}(rows) ;; nn::sequential<nn::layer_norm<float, width>,
//   block<float>>{}(rows) ;; attn::nn::sequential: a layer with members must list them:
//   ATTN_MEMBERS\(type, \(T, name\), …\)
// the second linear layer does not have the width of what the first one returns.
// - sequential_widths: nn::sequential<nn::linear<float, width, axis<"inner", 6>, output_by_input>,
//   act::relu, nn::linear<float, axis<"inner", 5>, width, output_by_input>>{}(rows)
//   ;; nn::sequential<nn::linear<float, width, axis<"inner", 6>, output_by_input>, act::relu,
//   nn::linear<float, axis<"inner", 6>, width, output_by_input>>{}(rows)
//   ;; attn::linear<layout>\(x, W\): the input of W must be as wide as x; is the layout right\?
//   ;; lines[gcc]: 8 through the layers before it ;; lines[clang]: 9 through the layers before it
//   ;; total: 3200 the sequence is named once for each
// a stack of no layer.
// - stack_of_nothing: nn::stack<nn::layer_norm<float, width>, 0>{}(rows)
//   ;; nn::stack<nn::layer_norm<float, width>, 1>{}(rows)
//   ;; attn::nn::stack\(x, …\): a stack must have at least one layer
// a layer from 4 to 6 features cannot follow itself.
// - stack_of_other_widths: nn::stack<nn::linear<float, width, axis<"inner", 6>, output_by_input>,
//   2>{}(rows) ;; nn::stack<nn::linear<float, width, width, output_by_input>, 2>{}(rows)
//   ;; attn::nn::stack\(x, …\): the layer must return rows like x
// the layer of an encoder, in a decoder.
// - decoder_layer_of_an_encoder: nn::decoder<block<float>, 2>{}(rows, rows)
//   ;; nn::decoder<of_a_decoder<float>, 2>{}(rows, rows) ;; attn::nn::decoder<Layer, n>:
//   Layer::sequences must be 2; an encoder calls its layers with 1 sequence, a decoder with 2
// token by token, with a layer that cannot do that.
// - language_model_step_without_step: stepped<block<float>>() ;; stepped<with_step<float>>()
//   ;; attn::nn::language_model::step\(state, id\): the layer cannot read token by token: it needs
//   the members template <attn::axis_like Position> using state_type = …, and step\(state, x\)
// a mask for layers that have no attention.
// - sequential_options: nn::sequential<nn::layer_norm<float, width>, act::relu>{}(rows, causal<>)
//   ;; nn::sequential<nn::layer_norm<float, width>, act::relu>{}(rows)
//   ;; attn::nn::sequential\(x, …\): this layer cannot be called; it needs
//   operator\(\)\(const X& x, const Options&\.\.\. options\) const, or no options
// no layers.
// - sequential_of_nothing: nn::sequential<>{} ;; nn::sequential<act::relu>{}
//   ;; attn::nn::sequential: requires at least one layer
