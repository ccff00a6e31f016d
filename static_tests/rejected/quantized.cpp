// SPDX-License-Identifier: BSL-1.0
// What attn/layers/quantized.hpp and attn/tensor/bfloat16.hpp reject.
#include <attn.hpp>
#include <attn/ops.hpp>
#include <attn/scalars/dual.hpp>

using namespace attn;

using in = axis<"in", 3>;
using out = axis<"out", 2>;
constexpr nn::linear<float, in, out, output_by_input> layer{{{1, 2, 3}, {4, 5, 6}}, {7, 8}};
constexpr nn::linear<double, in, out, output_by_input> layer_of_double{};
constexpr auto small_layer = quantized<int8, per_row>(layer);
constexpr auto narrow_layer = quantized<bfloat16>(layer);
constexpr tensor<float, in> x{1, 2, 3};
constexpr auto samples() {
  auto report = quantization_report<int8, per_row>(layer, small_layer);
  report(x);
  return quantized<int8_static, per_row>(layer, report);
}
constexpr auto static_layer = samples();
constexpr tensor<float, axis<"other", 3>> other{1, 2, 3};
constexpr tensor<double, in> x_double{1, 2, 3};
constexpr tensor<token_id<2>, axis<"token", 2>> ids{1, 0};
constexpr tensor<token_id<3>, axis<"token", 2>> ids_of_3{1, 0};

// a format that has scales, without their rule, and one that has none, with a rule.
// - int8_without_scales: quantized<int8>(layer) ;; quantized<int8, per_row>(layer)
//   ;; attn::quantized<format, scales>\(model\): the format is bfloat16 or float16
// - bfloat16_with_scales: quantized<bfloat16, per_row>(layer) ;; quantized<bfloat16>(layer)
//   ;; attn::quantized<format, scales>\(model\): the format is bfloat16 or float16
// - format_of_float: quantized<float>(layer.weight) ;; quantized<float16>(layer.weight)
//   ;; attn::quantized<format, scales>\(W\): the format is bfloat16 or float16
// - int8_dynamic_with_groups: quantized<int8_dynamic, per_group<4>>(layer) ;; quantized<int8_dynamic, per_row>(layer)
//   ;; int8_dynamic or int8_static and per_row or per_tensor
// groups of no weights, and a type of weights without its scales.
// - group_of_no_weights: per_group<0>{} ;; per_group<2>{}
//   ;; attn::per_group<n>: a group must have at least one weight
// - weights_without_scales: quantized_weights<int8>{} ;; quantized_weights<int8, per_row>{}
//   ;; attn::quantized_weights<format, scales>: bfloat16 or float16; or int8 or int4 and per_row
// sums of int8_dynamic are exact in 32 bits.
// - too_many_integer_inputs: linear<output_by_input>(tensor<float, dim<131073>>{}, quantized_weight<int8_dynamic, per_tensor, dim<1>, dim<131073>>{}) ;; linear<output_by_input>(tensor<float, dim<9>>{}, quantized_weight<int8_dynamic, per_tensor, dim<1>, dim<9>>{})
//   ;; a W of int8_dynamic or int8_static has at most 131072 inputs
// a scale is a float: the elements of the model must be.
// - model_of_double: quantized<int8, per_row>(layer_of_double) ;; quantized<int8, per_row>(layer)
//   ;; attn::quantized<format, scales>\(model\): requires weights of float
// - weight_of_double: quantized<int8, per_row>(layer_of_double.weight) ;; quantized<int8, per_row>(layer.weight)
//   ;; attn::quantized<format, scales>\(W\): requires weights of float
// the weights are there in small numbers, or packed.
// - model_quantized_twice: quantized<int8, per_row>(small_layer) ;; quantized<int8, per_row>(as<float>(small_layer))
//   ;; requires linear layers or a table that are not packed or in small numbers yet
// - model_packed_before: quantized<int8, per_row>(packed(layer)) ;; quantized<int8, per_row>(layer)
//   ;; requires linear layers or a table that are not packed or in small numbers yet
// - vector_as_weight: quantized<int8, per_row>(x) ;; quantized<int8, per_row>(layer.weight)
//   ;; W must have two axes, output and input
// the rules of the weight of float, in its words.
// - small_layer_of_other_axis: small_layer(other) ;; small_layer(x)
//   ;; x's last axis and W's input differ in name
// - small_layer_of_double: small_layer(x_double) ;; small_layer(x)
//   ;; attn::linear<layout>\(x, W\)
// - bfloat16_layer_of_other_axis: narrow_layer(other) ;; narrow_layer(x)
//   ;; x's last axis and W's input differ in name
// - small_weight_input_by_output: linear<input_by_output>(x, small_layer.weight) ;; linear<output_by_input>(x, small_layer.weight)
//   ;; a W of small numbers is output_by_input
// - more_ids_than_small_rows: embedding(ids_of_3, small_layer.weight) ;; embedding(ids, small_layer.weight)
//   ;; there are more ids than the table has rows
// - bfloat16_of_ids: as<bfloat16>(ids) ;; as<bfloat16>(x)
//   ;; attn::as<bfloat16 or float16>\(x\): requires arithmetic elements
// int8_static is of samples.
// - static_without_samples: quantized<int8_static, per_row>(layer) ;; quantized<int8_dynamic, per_row>(layer)
//   ;; attn::quantized<int8_static, scales>: requires the inputs of samples
// - static_weight_without_samples: quantized<int8_static, per_row>(layer.weight) ;; quantized<int8, per_row>(layer.weight)
//   ;; attn::quantized<int8_static, scales>: requires the inputs of samples
// - static_into_without_samples: [] { auto out = static_layer; quantized_into(out, layer); return out; }() ;; [] { auto out = small_layer; quantized_into(out, layer); return out; }()
//   ;; attn::quantized<int8_static, scales>: requires the inputs of samples
// - static_with_groups: quantized_weights<int8_static, per_group<4>>{} ;; quantized_weights<int8_static, per_row>{}
//   ;; or int8_dynamic or int8_static and per_row or per_tensor
// - too_many_static_inputs: linear<output_by_input>(tensor<float, dim<131073>>{}, quantized_weight<int8_static, per_tensor, dim<1>, dim<131073>>{}) ;; linear<output_by_input>(tensor<float, dim<9>>{}, quantized_weight<int8_static, per_tensor, dim<1>, dim<9>>{})
//   ;; a W of int8_dynamic or int8_static has at most 131072 inputs
// - static_of_elements: as<dual<float, 1>>(static_layer)(as<dual<float, 1>>(x)) ;; as<dual<float, 1>>(as<float>(static_layer))(as<dual<float, 1>>(x))
//   ;; attn::linear<layout>\(x, W\)
