// SPDX-License-Identifier: BSL-1.0
// What attn/models/stack.hpp rejects, and every model of a user's layers (attn/models/block.hpp): one
// error that names the member that is missing. driver.py compiles each case with the lines above the
// first.
#include <attn.hpp>

using namespace attn;
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using token = axis<"token", 3>;
using places = nn::learned_positions<float, dim<5>, width>;
constexpr tensor<float, token, width> rows{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

// What all the layers below have.
struct call_operator {
  template <class X, class... Options>
  constexpr X operator()(const X& x, const Options&...) const {
    return x;
  }
};

// case: encoder_layer_without_value_type
// rejected: a layer of a user's that does not state its element type.
// expect-error: attn::nn::encoder<Layer, n>: Layer has no value_type, the element type of its rows and parameters: using value_type = …
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::encoder<block<float>, 2> model{};
constexpr auto y = model(rows, causal<>);

// case: encoder_layer_without_width
// rejected: a layer of a user's that does not state its width.
// expect-error: attn::nn::encoder<Layer, n>: Layer has no width, the last axis of its rows: using width = axis<…>
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::encoder<block<float>, 2> model{};
constexpr auto y = model(rows, causal<>);

// case: encoder_layer_without_sequences
// rejected: a layer of a user's that does not state what it is called with.
// expect-error: attn::nn::encoder<Layer, n>: Layer does not state with how many sequences it is called: static constexpr std::size_t sequences = 1
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::encoder<block<float>, 2> model{};
constexpr auto y = model(rows, causal<>);

// case: encoder_layer_of_a_decoder
// rejected: the layer of a decoder, in an encoder.
// expect-error: attn::nn::encoder<Layer, n>: Layer::sequences must be 1; an encoder calls its layers with 1 sequence, a decoder with 2
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 2;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::encoder<block<float>, 2> model{};
constexpr auto y = model(rows, causal<>);

// case: decoder_layer_of_an_encoder
// rejected: the layer of an encoder, in a decoder.
// expect-error: attn::nn::decoder<Layer, n>: Layer::sequences must be 2; an encoder calls its layers with 1 sequence, a decoder with 2
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 2;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::decoder<block<float>, 2> model{};
constexpr auto y = model(rows, rows);

// case: encoder_layer_without_conversion
// rejected: a layer that is no template, and does not say what it is with other elements.
// expect-error: attn::nn::encoder<Layer, n>: Layer must be a template of its element type, or name its type with other elements: template <attn::scalar U> using with_element = …
// errors: 1

#ifdef ATTN_REJECT
struct layer : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = float;
  using width = ::width;
  using row_type = tensor<float, ::width>;
  ATTN_MEMBERS(layer, (row_type, bias));
};
#else
struct layer : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = float;
  using width = ::width;
  using row_type = tensor<float, ::width>;
  ATTN_MEMBERS(layer, (row_type, bias));
  template <scalar>
  using with_element = layer;
};
#endif
constexpr nn::encoder<layer, 2> model{};
constexpr auto y = model(rows);

// case: encoder_layer_without_members
// rejected: a layer with a parameter that it does not list: no sum, no file would have it.
// expect-error: attn::nn::encoder<Layer, n>: Layer does not list its parameters: ATTN_MEMBERS\(type, \(T, name\), …\)
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  row_type bias;
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::encoder<block<float>, 2> model{};
constexpr auto y = model(rows, causal<>);

// case: encoder_layer_without_call
// rejected: a layer that cannot be called.
// expect-error: attn::nn::encoder\(x, …\): the layer cannot be called as layer\(x, options…\); it needs operator\(\)\(const X& x, const Options&\.\.\. options\) const
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::encoder<block<float>, 2> model{};
constexpr auto y = model(rows, causal<>);

// case: language_model_layer_without_options
// rejected: a layer that does not take the mask that a language model gives it.
// expect-error: attn::nn::language_model\(ids\): the layer cannot be called as layer\(x, causal<>\); it needs operator\(\)\(const X& x, const Options&\.\.\. options\) const
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
  template <class X>
  constexpr X operator()(const X& x) const {
    return x;
  }
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::language_model<word, block<float>, 2, places> model{};
constexpr auto logits = model(ids);

// case: language_model_layer_without_value_type
// rejected: the same of a language model.
// expect-error: attn::nn::language_model<word, Layer, …>: Layer has no value_type, the element type of its rows and parameters: using value_type = …
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::language_model<word, block<float>, 2, places> model{};
constexpr auto logits = model(ids);

// case: language_model_layer_loses_an_axis
// rejected: a layer that returns something other than rows.
// expect-error: attn::nn::language_model\(ids\): the layer must return rows like x
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
  template <class X, class... Options>
  constexpr auto operator()(const X& x, const Options&...) const {
    return sum<1>(x);
  }
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::language_model<word, block<float>, 2, places> model{};
constexpr auto logits = model(ids);

// case: language_model_step_without_step
// rejected: token by token, with a layer that cannot do that.
// expect-error: attn::nn::language_model::step\(state, id\): the layer cannot read token by token: it needs the members template <attn::axis_like Position> using state_type = …, and step\(state, x\)
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
  template <axis_like>
  using state_type = nn::no_state;
  template <class X>
  constexpr X step(nn::no_state&, const X& x) const {
    return x;
  }
};
#endif
constexpr nn::language_model<word, block<float>, 2, places> model{};
constexpr bool stepped = [] {
  auto state = model.start();
  model.step(state, token_id<7>(1));
  return true;
}();

// case: sequential_of_two_widths
// rejected: layers of 4 and of 6 features in one encoder.
// expect-error: attn::nn::encoder<Layer, n>: the layers of nn::sequential differ in width
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
template <class T>
struct other : block<T> {
  using width = axis<"width", 6>;
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
template <class T>
struct other : block<T> {};
#endif
constexpr nn::encoder<nn::sequential<block<float>, other<float>>, 2> model{};
constexpr auto y = model(rows);

// case: sequential_of_two_element_types
// rejected: layers of float and of double in one encoder.
// expect-error: attn::nn::encoder<Layer, n>: the layers of nn::sequential differ in element type
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
using other = block<double>;
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
using other = block<float>;
#endif
constexpr nn::encoder<nn::sequential<block<float>, other>, 2> model{};
constexpr auto y = model(rows);

// case: sequential_layer_without_members
// rejected: a layer in a sequence that does not list its parameter.
// expect-error: attn::nn::sequential: a layer with members must list them: ATTN_MEMBERS\(type, \(T, name\), …\)
// errors: 1

#ifdef ATTN_REJECT
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  row_type bias;
};
#else
template <class T>
struct block : call_operator {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = ::width;
  using row_type = tensor<T, ::width>;
  ATTN_MEMBERS(block, (row_type, bias));
};
#endif
constexpr nn::sequential<nn::layer_norm<float, width>, block<float>> model{};
constexpr auto y = model(rows);

// case: sequential_widths
// rejected: the second linear layer does not have the width of what the first one returns.
// expect-error: attn::linear<layout>\(x, W\): the input of W must be as wide as x; is the layout right\?
// errors: 1
// lines[gcc]: 8 through the layers before it
// lines[clang]: 9 through the layers before it
// total: 3200 the sequence is named once for each

#ifdef ATTN_REJECT
using second = nn::linear<float, axis<"inner", 5>, width, output_by_input>;
#else
using second = nn::linear<float, axis<"inner", 6>, width, output_by_input>;
#endif
using first = nn::linear<float, width, axis<"inner", 6>, output_by_input>;
constexpr nn::sequential<first, act::relu, second> model{};
constexpr auto y = model(rows);

// case: sequential_options
// rejected: a mask for layers that have no attention.
// expect-error: attn::nn::sequential\(x, …\): this layer cannot be called; it needs operator\(\)\(const X& x, const Options&\.\.\. options\) const, or no options
// errors: 1

#ifdef ATTN_REJECT
constexpr auto mask = causal<>;
#else
constexpr auto mask = 0;
#endif
constexpr nn::sequential<nn::layer_norm<float, width>, act::relu> model{};
#ifdef ATTN_REJECT
constexpr auto y = model(rows, mask);
#else
constexpr auto y = model(rows);
#endif

// case: stack_of_nothing
// rejected: a stack of no layer.
// expect-error: attn::nn::stack\(x, …\): a stack must have at least one layer
// errors: 1

#ifdef ATTN_REJECT
constexpr nn::stack<nn::layer_norm<float, width>, 0> model{};
#else
constexpr nn::stack<nn::layer_norm<float, width>, 1> model{};
#endif
constexpr auto y = model(rows);

// case: stack_of_other_widths
// rejected: a layer from 4 to 6 features cannot follow itself.
// expect-error: attn::nn::stack\(x, …\): the layer must return rows like x
// errors: 1

#ifdef ATTN_REJECT
using layer = nn::linear<float, width, axis<"inner", 6>, output_by_input>;
#else
using layer = nn::linear<float, width, width, output_by_input>;
#endif
constexpr nn::stack<layer, 2> model{};
constexpr auto y = model(rows);
