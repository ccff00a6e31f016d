// SPDX-License-Identifier: BSL-1.0
// Checkpoints that are not those of the model, known at compile time: attn/io/checkpoint.hpp and
// the formats. driver.py compiles each case with the lines above the first.
#include <array>
#include <attn.hpp>
#include <attn/io/npz.hpp>
#include <attn/io/safetensors.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 3>;
using wide = axis<"wide", 5>;
template <class T, class In, class Out>
using layer = nn::linear<T, In, Out, output_by_input>;

// The file of a model, all zeros, without its last bytes.
template <class Model, std::size_t Missing = 0>
constexpr auto file_of = [] {
  std::array<unsigned char, to_safetensors(Model{}).size() - Missing> bytes{};
  const byte_buffer all = to_safetensors(Model{});
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();

// case: safetensors_transposed
// rejected: a weight that is stored the other way.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: "weight: the model wants F32"\}.*"F32 \(in 3, wide 5\), transposed"
// errors: 1
using stored = nn::linear<float, in, wide, input_by_output>;
#ifdef ATTN_REJECT
constexpr auto m = from_safetensors<layer<float, in, wide>, file_of<stored>>();
#else
constexpr auto m = from_safetensors<stored, file_of<stored>>();
#endif

// case: safetensors_transposed_square
// rejected: the same where the sizes are equal: the names of the axes tell.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: other axes
// errors: 1
using stored = nn::linear<float, in, hidden, input_by_output>;
#ifdef ATTN_REJECT
constexpr auto m = from_safetensors<layer<float, in, hidden>, file_of<stored>>();
#else
constexpr auto m = from_safetensors<stored, file_of<stored>>();
#endif

// case: safetensors_gates
// rejected: an LSTM with its gates in the order of ONNX.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: gates_ifgo 4
// expect-note: gates_iofc 4
// errors: 1
using stored = nn::lstm_cell<float, in, hidden, gate_order::iofc>;
#ifdef ATTN_REJECT
constexpr auto m = from_safetensors<nn::lstm_cell<float, in, hidden>, file_of<stored>>();
#else
constexpr auto m = in_gate_order<gate_order::ifgo>(from_safetensors<stored, file_of<stored>>());
#endif

// case: safetensors_missing
// rejected: a bias that the file does not have.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: "bias: the model wants F32 \(wide"
// expect-note: the file has no tensor
// errors: 1
using stored = nn::linear<float, in, wide, output_by_input, without_bias>;
#ifdef ATTN_REJECT
constexpr auto m = from_safetensors<layer<float, in, wide>, file_of<stored>>();
#else
constexpr auto m = from_safetensors<stored, file_of<stored>>();
#endif

// case: safetensors_unexpected
// rejected: a bias that the model does not have.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: "bias: the model has no tensor"
// errors: 1
using without = nn::linear<float, in, wide, output_by_input, without_bias>;
constexpr auto& file = file_of<layer<float, in, wide>>;
#ifdef ATTN_REJECT
constexpr auto m = from_safetensors<without, file>();
#else
constexpr auto m = from_safetensors<without, file, ignore_unexpected>();
#endif

// case: safetensors_rounded
// rejected: weights of more precision than the model has.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: pass allow_rounding
// errors: 1
constexpr auto& file = file_of<layer<double, in, wide>>;
#ifdef ATTN_REJECT
constexpr auto m = from_safetensors<layer<float, in, wide>, file>();
#else
constexpr auto m = from_safetensors<layer<float, in, wide>, file, allow_rounding>();
#endif

// case: safetensors_truncated
// rejected: the last byte is missing.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: truncated
// errors: 1
using model = layer<float, in, wide>;
#ifdef ATTN_REJECT
constexpr auto m = from_safetensors<model, file_of<model, 1>>();
#else
constexpr auto m = from_safetensors<model, file_of<model>>();
#endif

// case: checkpoint_of_packed_weights
// rejected: packed weights, whose order is that of the kernels.
// expect-error: attn::from_safetensors\(bytes, m\): requires bool, integer, float or double elements; pack weights afterwards
// errors: 1
using packed_layer = decltype(packed(layer<float, dim<3>, dim<5>>{}));
#ifdef ATTN_REJECT
inline auto read(byte_view file, packed_layer& m) { return from_safetensors(file, m); }
#else
inline auto read(byte_view file, layer<float, dim<3>, dim<5>>& m) {
  return from_safetensors(file, m);
}
#endif

// case: checkpoint_of_other_elements
// rejected: elements that no file has.
// expect-error: attn::to_safetensors\(m\): requires bool, integer, float or double elements
// errors: 1
#ifdef ATTN_REJECT
inline auto written(const layer<long double, dim<3>, dim<5>>& m) { return to_safetensors(m); }
#else
inline auto written(const layer<double, dim<3>, dim<5>>& m) { return to_safetensors(m); }
#endif

// case: npz_transposed
// rejected: a weight that is stored the other way, by NumPy.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: transposed
// errors: 1
template <class Model>
constexpr auto npz_of = [] {
  std::array<unsigned char, to_npz(Model{}).size()> bytes{};
  const byte_buffer all = to_npz(Model{});
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();
using stored = nn::linear<float, in, wide, input_by_output>;
#ifdef ATTN_REJECT
constexpr auto m = from_npz<layer<float, in, wide>, npz_of<stored>>();
#else
constexpr auto m = from_npz<stored, npz_of<stored>>();
#endif

// case: npy_another_shape
// rejected: an array with one row too few.
// expect-error: attn: the model cannot be loaded from the bytes
// expect-note: number of elements
// errors: 1
template <class Tensor>
constexpr auto npy_of = [] {
  std::array<unsigned char, to_npy(Tensor{}).size()> bytes{};
  const byte_buffer all = to_npy(Tensor{});
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();
#ifdef ATTN_REJECT
constexpr auto x = from_npy<tensor<float, in, wide>, npy_of<tensor<float, dim<2>, wide>>>();
#else
constexpr auto x = from_npy<tensor<float, in, wide>, npy_of<tensor<float, dim<3>, wide>>>();
#endif

// case: npy_of_other_elements
// rejected: elements that no array has.
// expect-error: attn::from_npy\(bytes, x\): requires bool, integer, float or double elements
// errors: 1
#ifdef ATTN_REJECT
inline auto read(byte_view file, tensor<long double, in>& x) { return from_npy(file, x); }
#else
inline auto read(byte_view file, tensor<double, in>& x) { return from_npy(file, x); }
#endif

// case: torch_names_of_another_gate_order
// rejected: a cell with ONNX's order of gates, as a file for PyTorch.
// expect-error: attn::to_safetensors\(m, torch_names\): the gates must be in PyTorch's order; in_gate_order
// errors: 1
#ifdef ATTN_REJECT
inline auto file(const nn::lstm_cell<float, in, wide, gate_order::iofc>& cell) {
  return to_safetensors(cell, torch_names);
}
#else
inline auto file(const nn::lstm_cell<float, in, wide>& cell) {
  return to_safetensors(cell, torch_names);
}
#endif

// case: torch_names_of_other_elements
// rejected: elements that no file has.
// expect-error: attn::to_safetensors\(m\): requires bool, integer, float or double elements
// errors: 1
#ifdef ATTN_REJECT
inline auto file(const nn::embedding<long double, dim<3>, dim<5>>& x) {
  return to_safetensors(x, torch_names);
}
#else
inline auto file(const nn::embedding<double, dim<3>, dim<5>>& x) {
  return to_safetensors(x, torch_names);
}
#endif

// case: names_of_two_libraries
// rejected: a file with PyTorch's names and with those of GPT-2 in Transformers.
// expect-error: attn: a file has the names of PyTorch or of GPT-2: pass torch_names or gpt2_names
// errors: 1
#ifdef ATTN_REJECT
inline auto read(byte_view file, layer<float, in, wide>& m) {
  return from_safetensors(file, m, torch_names, gpt2_names);
}
#else
inline auto read(byte_view file, layer<float, in, wide>& m) {
  return from_safetensors(file, m, torch_names);
}
#endif
