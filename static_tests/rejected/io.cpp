// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/io reject that have no table of their own.
#include <array>

#include <boost/hana/define_struct.hpp>

#include <attn.hpp>
#include <attn/io/byte_pair.hpp>
#include <attn/io/from_text.hpp>
#include <attn/io/llama2c.hpp>
#include <attn/io/npz.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/io/safetensors_index.hpp>
#include <attn/io/svg.hpp>
#include <attn/io/tables.hpp>
#include <attn/recurrent.hpp>

using namespace attn;

template <class T> struct network {
  using vector = tensor<T, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};
using row = tensor<double, axis<"token", 2>>;
constexpr tensor<double, axis<"head", 2>, axis<"token", 3>, axis<"key", 4>> weights{};
constexpr tensor<double, axis<"head", 2>, axis<"token", 3>, axis<"key", 3>>
    weights_head_2_token_3_key_3;
constexpr tensor<double, axis<"key", 3>> weights_key_3{0.5, 0.25, 0.25};
constexpr matrix<int, 2, 2> counts{{1, 2}, {3, 4}};
using in = axis<"in", 3>;
using hidden = axis<"hidden", 3>;
using wide = axis<"wide", 5>;
template <class T, class In, class Out> using layer = nn::linear<T, In, Out, output_by_input>;
template <class T>
using llama_of = nn::llama<T, axis<"word", 7>, dim<5>, axis<"width", 4>, axis<"head", 2>,
                           axis<"head", 1>, dim<6>, 1, output_by_input>;

// The file of a model, all zeros, without its last bytes.
template <class Model, std::size_t Missing = 0>
constexpr auto file_of = [] {
  std::array<unsigned char, to_safetensors(Model{}).size() - Missing> bytes{};
  const byte_buffer all = to_safetensors(Model{});
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();
using stored = nn::linear<float, in, wide, input_by_output>;
using stored_input_by_output = nn::linear<float, in, hidden, input_by_output>;
using stored_cell = nn::lstm_cell<float, in, hidden, gate_order::iofc>;
using stored_without_bias = nn::linear<float, in, wide, output_by_input, without_bias>;
using without = nn::linear<float, in, wide, output_by_input, without_bias>;
constexpr auto& file = file_of<layer<float, in, wide>>;
struct two_layers {
  using one = layer<float, in, wide>;
  BOOST_HANA_DEFINE_STRUCT(two_layers, (one, first), (one, second));
};
template <class Under>
constexpr auto shard_under = [] {
  std::array<unsigned char, to_safetensors(layer<float, in, wide>{}, Under{}).size()> bytes{};
  const byte_buffer all = to_safetensors(layer<float, in, wide>{}, Under{});
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();
constexpr auto& first_file = shard_under<under_option<"first">>;
constexpr auto& second_file = shard_under<under_option<"second">>;
constexpr auto two_files = [] {
  constexpr std::string_view text =
      "{\"weight_map\":{\"first.weight\":\"a.safetensors\",\"first.bias\":\"a.safetensors\","
      "\"second.weight\":\"b.safetensors\",\"second.bias\":\"b.safetensors\"}}";
  std::array<char, text.size()> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = text[i];
  return bytes;
}();
constexpr auto& file_of_doubles = file_of<layer<double, in, wide>>;
using model = layer<float, in, wide>;
using packed_layer = decltype(packed(layer<float, dim<3>, dim<5>>{}));
template <class Model>
constexpr auto npz_of = [] {
  std::array<unsigned char, to_npz(Model{}).size()> bytes{};
  const byte_buffer all = to_npz(Model{});
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();
template <class Tensor>
constexpr auto npy_of = [] {
  std::array<unsigned char, to_npy(Tensor{}).size()> bytes{};
  const byte_buffer all = to_npy(Tensor{});
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();

// a model of integers is to be made of a text.
// - from_text_constant_of_integers: inline auto read() { return from_text<network<int>>("1 2 3"); }
//   ;; inline auto read() { return from_text<network<float>>("1 2 3"); }
//   ;; attn::from_text<m>\(text\): the elements must be float or double
// a model of integers is to be read from a text of fractions.
// - from_text_model_of_integers: inline bool read(network<int>& m) { return
//   static_cast<bool>(from_text("1 2 3", m)); }
//   ;; inline bool read(network<float>& m) { return static_cast<bool>(from_text("1 2 3", m)); }
//   ;; attn::from_text\(text, m\): the elements must be float or double
// a word among the numbers of a constant.
// - from_text_no_number: from_text<row>("1 two") ;; from_text<row>("tensor<double, token 2> 1 2")
//   ;; constant: text_has_a_word_that_is_not_a_number ;; allow: detail::
//   ;; lines: 12 at most from within constant evaluation
// the text of a tensor with other axes.
// - from_text_other_axes: from_text<row>("tensor<double, key 2> 1 2") ;; ditto
//   ;; constant: text_has_other_axes_than_the_tensor ;; allow: detail::
//   ;; lines: 12 at most from within constant evaluation
// a number that no double is near to.
// - from_text_out_of_range: from_text<row>("1 1e400") ;; ditto
//   ;; constant: text_has_a_number_out_of_range ;; allow: detail::
//   ;; lines: 12 at most from within constant evaluation
// a constant of two numbers, and one is there.
// - from_text_too_few: from_text<row>("1") ;; ditto ;; constant: text_has_too_few_numbers
//   ;; allow: detail:: ;; lines: 12 at most from within constant evaluation
// a constant of two numbers, and three are there.
// - from_text_too_many: from_text<row>("1 2 3") ;; ditto ;; constant: text_has_too_many_numbers
//   ;; allow: detail:: ;; lines: 12 at most from within constant evaluation
// a matrix of LaTeX has two axes; these weights have one for each head.
// - to_latex_of_heads: inline auto text() { return to_latex(weights); }
//   ;; inline auto text() { return to_latex(select<"head">(weights, 1)); }
//   ;; attn::to_latex\(x\): x must have at most two axes; select<axis>\(x, i\) takes one out
// the same of a table of Markdown.
// - to_markdown_of_heads: inline auto text() { return to_markdown(weights); }
//   ;; inline auto text() { return to_markdown(select<"head">(weights, 1)); }
//   ;; attn::to_markdown\(x\): x must have at most two axes; select<axis>\(x, i\) takes one out
// the weights of all heads as one picture.
// - to_svg_of_a_batch: inline auto picture() { return to_svg(weights_head_2_token_3_key_3); }
//   ;; inline auto picture() { return to_svg(select<"head">(weights_head_2_token_3_key_3, 0)); }
//   ;; attn::to_svg\(x\): x must have two axes; select<axis>\(x, i\) takes one out
// a vector has no rows.
// - to_svg_of_a_row: inline auto picture() { return to_svg(weights_key_3); }
//   ;; inline auto picture() { return to_svg(expand<axis<"token", 1>, 0>(weights_key_3)); }
//   ;; attn::to_svg\(x\): x must have two axes; .* expand<axis, position>\(x\) adds one
// a table of integers: colours are for fractions.
// - to_svg_of_integers: inline auto picture() { return to_svg(counts); }
//   ;; inline auto picture() { return to_svg(as<double>(counts)); }
//   ;; attn::to_svg\(x\): requires a floating-point element type; convert with as<double>\(x\)
// a weight that is stored the other way.
// - safetensors_transposed: from_safetensors<layer<float, in, wide>, file_of<stored>>() ;;
//   from_safetensors<stored, file_of<stored>>() ;; attn: the model cannot be loaded from the bytes
//   ;; expect-note: "weight: the model needs F32"\}.*"F32 \(in 3, wide 5\), transposed"
// the same where the sizes are equal: the names of the axes tell.
// - safetensors_transposed_square: from_safetensors<layer<float, in, hidden>,
//   file_of<stored_input_by_output>>()
//   ;; from_safetensors<stored_input_by_output, file_of<stored_input_by_output>>()
//   ;; attn: the model cannot be loaded from the bytes ;; expect-note: other axes
// an LSTM with its gates in the order of ONNX.
// - safetensors_gates: from_safetensors<nn::lstm_cell<float, in, hidden>, file_of<stored_cell>>()
//   ;; in_gate_order<gate_order::ifgo>(from_safetensors<stored_cell, file_of<stored_cell>>())
//   ;; attn: the model cannot be loaded from the bytes ;; expect-note: gates_ifgo 4
//   ;; expect-note: gates_iofc 4
// a bias that the file does not have.
// - safetensors_missing: from_safetensors<layer<float, in, wide>, file_of<stored_without_bias>>()
//   ;; from_safetensors<stored_without_bias, file_of<stored_without_bias>>()
//   ;; attn: the model cannot be loaded from the bytes
//   ;; expect-note: "bias: the model needs F32 \(wide" ;; expect-note: the file has no tensor
// a bias that the model does not have.
// - safetensors_unexpected: from_safetensors<without, file>() ;; from_safetensors<without, file,
//   ignore_unexpected>() ;; attn: the model cannot be loaded from the bytes ;; expect-note: "bias:
//   the model has no tensor"
// weights of more precision than the model has.
// - safetensors_rounded: from_safetensors<layer<float, in, wide>, file_of_doubles>()
//   ;; from_safetensors<layer<float, in, wide>, file_of_doubles, allow_rounding>()
//   ;; attn: the model cannot be loaded from the bytes ;; expect-note: pass allow_rounding
// the last byte is missing.
// - safetensors_truncated: from_safetensors<model, file_of<model, 1>>() ;; from_safetensors<model,
//   file_of<model>>() ;; attn: the model cannot be loaded from the bytes ;; expect-note: truncated
// shards in another order than their names: the fault names the file.
// - safetensors_index_files_exchanged: from_safetensors_index<two_layers, two_files, shards<second_file,
//   first_file>>() ;; from_safetensors_index<two_layers, two_files, shards<first_file, second_file>>()
//   ;; attn: the model cannot be loaded from the bytes ;; expect-note: b\.safetensors, and the index
// packed weights of shards.
// - safetensors_index_packed_weights: inline auto read(byte_view file, packed_layer& m) { return
//   from_safetensors_index(file, {file}, m); } ;; inline auto read(byte_view file, layer<float,
//   dim<3>, dim<5>>& m) { return from_safetensors_index(file, {file}, m); }
//   ;; attn::from_safetensors_index\(…, m\): requires bool, integer, float or double
//   elements; pack weights afterwards
// - safetensors_files_packed_weights: inline auto read(packed_layer& m) { return
//   from_safetensors_files("index.json", m); } ;; inline auto read(layer<float, dim<3>, dim<5>>& m) {
//   return from_safetensors_files("index.json", m); } ;; attn::from_safetensors_files\(…, m\):
//   requires bool, integer, float or double elements; pack weights afterwards
// packed weights, which are in the order of the kernels.
// - checkpoint_of_packed_weights: inline auto read(byte_view file, packed_layer& m) { return
//   from_safetensors(file, m); } ;; inline auto read(byte_view file, layer<float, dim<3>, dim<5>>&
//   m) { return from_safetensors(file, m); } ;; attn::from_safetensors\(bytes, m\): requires bool,
//   integer, float or double elements; pack weights afterwards
// elements that no file has.
// - checkpoint_of_other_elements: inline auto written(const layer<long double, dim<3>, dim<5>>& m)
//   { return to_safetensors(m); }
//   ;; inline auto written(const layer<double, dim<3>, dim<5>>& m) { return to_safetensors(m); }
//   ;; attn::to_safetensors\(m\): requires bool, integer, float or double elements
// what a file has that a packed model does not read: its tensors are not in a file's order.
// - unexpected_keys_of_packed_weights: inline auto keys(const checkpoint& from, packed_layer& m) {
//   return unexpected_keys(from, m); } ;; inline auto keys(const checkpoint& from, layer<float,
//   dim<3>, dim<5>>& m) { return unexpected_keys(from, m); } ;; attn::unexpected_keys\(file, m\):
//   requires bool, integer, float or double elements; pack weights afterwards
// - missing_keys_of_packed_weights: inline auto keys(const checkpoint& from, packed_layer& m) {
//   return missing_keys(from, m); } ;; inline auto keys(const checkpoint& from, layer<float,
//   dim<3>, dim<5>>& m) { return missing_keys(from, m); } ;; attn::missing_keys\(file, m\): requires
//   bool, integer, float or double elements
// a weight that is stored the other way, by NumPy.
// - npz_transposed: from_npz<layer<float, in, wide>, npz_of<stored>>() ;; from_npz<stored,
//   npz_of<stored>>() ;; attn: the model cannot be loaded from the bytes ;; expect-note: transposed
// an array with one row too few.
// - npy_another_shape: from_npy<tensor<float, in, wide>, npy_of<tensor<float, dim<2>, wide>>>()
//   ;; from_npy<tensor<float, in, wide>, npy_of<tensor<float, dim<3>, wide>>>()
//   ;; attn: the model cannot be loaded from the bytes ;; expect-note: number of elements
// elements that no array has.
// - npy_of_other_elements: inline auto read(byte_view file, tensor<long double, in>& x) { return
//   from_npy(file, x); }
//   ;; inline auto read(byte_view file, tensor<double, in>& x) { return from_npy(file, x); }
//   ;; attn::from_npy\(bytes, x\): requires bool, integer, float or double elements
// a cell with ONNX's order of gates, as a file for PyTorch.
// - torch_names_of_another_gate_order: inline auto file(const nn::lstm_cell<float, in, wide,
//   gate_order::iofc>& cell) { return to_safetensors(cell, torch_names); } ;; inline auto
//   file(const nn::lstm_cell<float, in, wide>& cell) { return to_safetensors(cell, torch_names); }
//   ;; attn::to_safetensors\(m, torch_names\): the gates must be in PyTorch's order; in_gate_order
// elements that no file has.
// - torch_names_of_other_elements: inline auto file(const nn::embedding<long double, dim<3>,
//   dim<5>>& x) { return to_safetensors(x, torch_names); }
//   ;; inline auto file(const nn::embedding<double, dim<3>, dim<5>>& x) { return to_safetensors(x,
//   torch_names); } ;; attn::to_safetensors\(m\): requires bool, integer, float or double elements
// a file with PyTorch's names and with the names of GPT-2 in Transformers.
// - names_of_two_libraries: inline auto read(byte_view file, layer<float, in, wide>& m) { return
//   from_safetensors(file, m, torch_names, gpt2_names); } ;; inline auto read(byte_view file,
//   layer<float, in, wide>& m) { return from_safetensors(file, m, torch_names); } ;; attn: a file
//   has the names of one model: pass one option of torch_names, gpt2_names, llama_names, bert_names
// what llama2.c's files hold is a Llama of floats.
// - llama2c_of_double: inline auto read(byte_view file, llama_of<double>& m) { return
//   from_llama2c(file, m); } ;; inline auto read(byte_view file, llama_of<float>& m) { return
//   from_llama2c(file, m); } ;; attn::from_llama2c\(bytes, model\): requires an nn::llama of float
// - llama2c_of_a_layer: inline auto file(const layer<float, in, wide>& m) { return to_llama2c(m); } ;;
//   inline auto file(const llama_of<float>& m) { return to_llama2c(m); }
//   ;; attn::to_llama2c\(model\): requires an nn::llama of float
// a tokenizer of more words than an int counts; of a scheme that is none; of no more than bytes.
// - byte_pair_too_many_words: byte_pair_tokenizer<2147483648, 9> words; ;; byte_pair_tokenizer<4, 9>
//   words; ;; attn::byte_pair_tokenizer<words, characters>: the number of words must be from 1 to
// - byte_pair_other_scheme: byte_pair_tokenizer<4, 9, in> words; ;; byte_pair_tokenizer<4, 9,
//   byte_level> words; ;; attn::byte_pair_tokenizer<words, characters, scheme>: the scheme is
//   sentence_piece or byte_level
// - merges_of_bytes: inline auto read(word_view file, byte_pair_tokenizer<256, 300, byte_level>& t) {
//   return from_merges(file, t); } ;; inline auto read(word_view file, byte_pair_tokenizer<257, 300,
//   byte_level>& t) { return from_merges(file, t); } ;; attn::from_merges: a
//   byte-level tokenizer has more than 256 words
// a type that no file has.
// - long_double_file: const auto y = to_npy(matrix<long double, 2, 2>{});
//   ;; const auto y = to_npy(matrix<double, 2, 2>{});
//   ;; attn::to_npy\(x\): requires bool, integer, float or double elements
