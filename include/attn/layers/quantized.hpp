// SPDX-License-Identifier: BSL-1.0
// Weights in small numbers: stored in 4, 8 or 16 bits, each of them means a number of float.
//
//   quantized<int8, per_row>(model)        the same model with its weights stored so
//   quantized_into(out, model)             into an existing object, a decltype(quantized<…>(model))
//   with_weights<Model, int8, per_row>     its type
//   as<float>(small)                       the model of float whose weights are what they mean
//   small(x, options…)                     as<float>(small)(x, options…) bit for bit (but for
//                                          int8_dynamic and int8_static)
//
// Formats: bfloat16 and float16 (tensor/bfloat16.hpp); int8 and int4, with scales per_row (of the
// weight of each output), per_group<n> (each n weights in the order of the matrix, output by input;
// the last group may be shorter) or per_tensor. Models are as in packed(model), layers/packed.hpp:
// an nn::linear of either layout, an nn::embedding, a recurrent cell, and every template that has a
// layout, an nn::tied_table or plain_weights among its arguments. quantized_weights is there
// instead. Tables are stored in the same way. Norms, positions and biases stay as they are, and so
// do scores with weights (attention/additive_score.hpp). The weights of linear layers are stored
// output by input, the weights of a cell as (gates * hidden, input).
//
//   quantized<int8, per_row>(W)            a quantized_weight<int8, per_row, d_out, d_in>
//   quantized<bfloat16>(W)                 a tensor<bfloat16, d_out, d_in>
//   linear<output_by_input>(x, w[, b])     embedding(ids, w)      as<float>(w)
//
// A quantized_weight is two tensors, `values` and `scales`, without pointers: "weight.values". An
// int4 is half a byte, the first of two the lower half, as in ONNX.
//
//   packed(small)    packed_into(out, small)      the same bits, as in layers/packed.hpp
//
// quantized_weights<format, scales, packed_weights> is in its type, and packed_quantized_weight in
// its layers. A layer of per_group<n> with d_in inputs stays as it is if neither of the two numbers
// divides the other, and so do int8_dynamic and int8_static, whose kernel reads rows.
//
//   value = w / scale, rounded to an integer, ties to even      it means  float(value) * scale
//   scale = max|w| / 127 (int4: 7), of the weights that share it
//
// Both are operations of float. A scale is 0 if its weights are, or if the quotient is: they mean
// +0. A weight that is NaN or infinite is not a constant expression, and at run time makes the
// scale NaN, and all that share it.
// int8_dynamic is int8, and each row of x becomes int8 with a scale of its own, as a row of a
// weight does (scales per_row or per_tensor, of the weights):
//
//   y = float(sum of value * value, exact) * scale of the row * scale of the output [+ b]
//
// Its results, near as<float>(small)(x), have the same bits in constants and on every target.
// A row of x with NaN or infinity has a row of results that are NaN.
//
// int8_static has one scale for all inputs of a layer, `input_scale` of its weight, instead of the
// scale of the row: max|x| / 127 of the samples of a report. Other values are from -128 to 127, as
// of ONNX's QuantizeLinear. NaN makes its row NaN. Cells stay in float.
//
//   quantized<int8_static, per_row>(model, report)      quantized_into(out, model, report)
//
//   as<interval<float>>(small)(x)          elements of analysis: bounds of what small computes
//
// Of int8_dynamic and int8_static they are the bounds of the integer program, with interval<float>
// and the forms of certify, and with influence a result depends on the whole row. Others do not
// compile: use as<T>(as<float>(small)), whose results are near.
// Rules: is_small_format; for sums of integers at most 131072 inputs; one_element, float, for the
// model; is_matrix; of linear and embedding, the rules of the weight of float, output_by_input.
// Accuracy: bit for bit the layer of as<float>(w). |w - as<float>(w)| is at most half a scale, or
// half a unit in the last place of the 16 bits, plus a rounding of float.
// Cost: of the weights of float: converting a weight is not counted.
// PyTorch: torch.quantize_per_channel; torchao's Int8WeightOnlyConfig; static quantisation.
//
//   auto report = quantization_report<int8, per_row>(model, small);    which must live as long
//   report(x, options…)      model(x, options…), and adds what the layers of both make of a sample
//   report.for_each(f)       f(name of the weight, layer_error) for each linear layer and table
//   report.output            the layer_error of small(x, options…)
//
// layer_error has `largest`, mean() and count of |y of small - y|, size(), the mean of |y|, and
// `largest_input`. A layer has the inputs that it has in the model of float: its error is its own.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/layers/detail/compared.hpp>
#include <attn/layers/detail/require.hpp>
#include <attn/layers/detail/small_weights.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <attn/tensor/bfloat16.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
// A format of weights: bfloat16 and float16 alone; int8 and int4 with a rule of scales. The sum of
// int8_dynamic is multiplied by one scale.
template <class Format, class Scales>
struct is_small_format {
  static constexpr bool value =
      (two_byte_float<Format> && std::is_void_v<Scales>) ||
      (requires { Format::largest; } && requires { Scales::template size<1, 1>; });
};
template <class Format, class Scales>
  requires attn::detail::has_integer_products<Format>
struct is_small_format<Format, Scales> {
  static constexpr bool value =
      std::is_same_v<Scales, per_row> || std::is_same_v<Scales, per_tensor>;
};
}  // namespace rules

// In the type of a model, where a plain one has a layout: linear layers with such weights, in rows
// or packed. And where it has an nn::tied_table, or nothing in an nn::embedding.
template <class Format, class Scales = void, class Order = output_by_input>
struct quantized_weights {
  static_assert(rules::is_small_format<Format, Scales>::value,
                "attn::quantized_weights<format, scales>: bfloat16 or float16; or int8 or int4 and "
                "per_row, per_tensor or per_group<n>; or int8_dynamic or int8_static and per_row "
                "or per_tensor");
  static constexpr std::size_t input_axis = output_by_input::input_axis;
};
template <class Format, class Scales = void, class Order = output_by_input>
struct quantized_table {
  static constexpr bool makes_logits = true;
};

// Of a recurrent cell, instead of plain_weights: rows of all gates.
template <class Format, class Scales = void, class Order = output_by_input>
struct quantized_cell {
  template <class T, class Gates, class Hidden, class In>
  using type = detail::ordered_weight<Format, Scales,
                                      dim<rules::saturating_product(Gates::size, Hidden::size)>,
                                      dim<In::size>, std::is_same_v<Order, packed_weights>>;
};
struct plain_weights;

namespace detail {

template <two_byte_float H>
inline constexpr bool is_small_element<H> = true;

// A float product of elements of analysis has the matrix that the small numbers mean.
template <class Result, class T, class... X, class W, class... B>
ATTN_ABI constexpr Result product_of_small(const tensor<T, X...>& x, const W& w, const B&... b) {
  if constexpr (is_analysis_scalar<T> && !has_integer_inputs<W>)
    return project<output_by_input, Result>(x, as<T>(as<float>(w)), b...);
  else
    return product_with_small<Result>(x, w, b...);
}
}  // namespace detail

template <class Layout, class Input = void, class T, class... X, detail::small_number_matrix W>
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const W& w) {
  using plain = detail::matrix_for<T, W>;
  using call =
      detail::small_linear_call<Layout, W,
                                rules::linear_call<output_by_input, Input, tensor<T, X...>, plain>>;
  ATTN_REQUIRE_SMALL(call);
  ATTN_REQUIRE_LINEAR(call, "attn::linear<layout>(x, W)");
  if constexpr (call::all::value)
    return detail::product_of_small<tensor_of<T, typename call::result>>(x, w);
  else
    return typename call::placeholder{};
}
template <class Layout, class Input = void, class T, class... X, detail::small_number_matrix W,
          class R, class... B>
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const W& w, const tensor<R, B...>& b) {
  using plain = detail::matrix_for<T, W>;
  using call = detail::small_linear_call<
      Layout, W,
      rules::linear_bias_call<output_by_input, Input, tensor<T, X...>, plain, tensor<R, B...>>>;
  using product = typename call::product;
  ATTN_REQUIRE_SMALL(call);
  ATTN_REQUIRE_LINEAR(product, "attn::linear<layout>(x, W)");
  ATTN_REQUIRE_BIAS(call, "attn::linear<layout>(x, W, b)");
  if constexpr (call::all::value)
    return detail::product_of_small<tensor_of<T, typename call::result>>(x, w, b);
  else
    return typename product::placeholder{};
}
template <class Id, class... IdAxes, detail::small_number_rows W>
ATTN_ABI constexpr auto embedding(const tensor<Id, IdAxes...>& ids, const W& table) {
  using plain = typename detail::matrix_of_float<W>::type;
  using call = rules::embedding_call<tensor<Id, IdAxes...>, plain>;
  ATTN_REQUIRE_EMBEDDING(call);
  if constexpr (call::result::all::value)
    return detail::small_rows<tensor_of<float, typename call::rows>>(ids, table);
  else
    return plain{};
}
namespace nn {

// T: float, or elements of analysis.
template <scalar T, axis_like In, axis_like Out, class Format, class Scales, class Order>
struct linear<T, In, Out, quantized_weights<Format, Scales, Order>, with_bias> {
  using layout = output_by_input;
  using weight_type = attn::detail::ordered_weight<Format, Scales, Out,
                                                   decltype(attn::detail::input_beside<In, Out>()),
                                                   std::is_same_v<Order, packed_weights>>;
  using bias_type = tensor<T, Out>;
  ATTN_MEMBERS(linear, (weight_type, weight), (bias_type, bias));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::linear<output_by_input, In>(x, weight, bias);
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};
template <scalar T, axis_like In, axis_like Out, class Format, class Scales, class Order>
struct linear<T, In, Out, quantized_weights<Format, Scales, Order>, without_bias> {
  using layout = output_by_input;
  using weight_type = attn::detail::ordered_weight<Format, Scales, Out,
                                                   decltype(attn::detail::input_beside<In, Out>()),
                                                   std::is_same_v<Order, packed_weights>>;
  ATTN_MEMBERS(linear, (weight_type, weight));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::linear<output_by_input, In>(x, weight);
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

template <scalar T, axis_like Words, axis_like Width, class Format, class Scales, class Order>
struct embedding<T, Words, Width, quantized_table<Format, Scales, Order>> {
  using weight_type = attn::detail::small_weight<Format, Scales, Words, Width>;
  ATTN_MEMBERS(embedding, (weight_type, weight));

  template <class Id, class... IdAxes>
  ATTN_ABI constexpr auto operator()(const tensor<Id, IdAxes...>& ids) const {
    return attn::detail::rows_of_small<T>(ids, weight);
  }
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    return attn::linear<output_by_input>(x, weight);
  }
  ATTN_ABI friend constexpr bool operator==(const embedding&, const embedding&) = default;
};
// As packed_weights do, a packed table is there twice.
template <axis_like Words, axis_like Width, class Format, class Scales>
  requires(attn::detail::inputs_of_scale<Format, Scales, Words, Width> != 0)
struct embedding<float, Words, Width, quantized_table<Format, Scales, packed_weights>> {
  using weight_type = attn::detail::small_weight<Format, Scales, Words, Width>;
  using output_type = packed_quantized_weight<Format, Scales, Words,
                                              decltype(attn::detail::input_beside<Width, Words>())>;
  ATTN_MEMBERS(embedding, (weight_type, weight), (output_type, output));

  template <class Id, class... IdAxes>
  ATTN_ABI constexpr auto operator()(const tensor<Id, IdAxes...>& ids) const {
    return attn::embedding(ids, weight);
  }
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    return attn::linear<output_by_input, Width>(x, output);
  }
  ATTN_ABI friend constexpr bool operator==(const embedding&, const embedding&) = default;
};
template <scalar T, axis_like Words, axis_like Width, class Format, class Scales, class Order,
          class Bias>
struct embedding<T, Words, Width, own_output<quantized_weights<Format, Scales, Order>, Bias>> {
  using weight_type = attn::detail::small_weight<Format, Scales, Words, Width>;
  using output_type = linear<T, Width, Words, quantized_weights<Format, Scales, Order>, Bias>;
  ATTN_MEMBERS(embedding, (weight_type, weight), (output_type, output));

  template <class Id, class... IdAxes>
  ATTN_ABI constexpr auto operator()(const tensor<Id, IdAxes...>& ids) const {
    return attn::detail::rows_of_small<T>(ids, weight);
  }
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    return output(x);
  }
  ATTN_ABI friend constexpr bool operator==(const embedding&, const embedding&) = default;
};

}  // namespace nn

namespace detail {
// What a template argument becomes, in small numbers and in float again: Change<P>::type.
template <class P, class Small>
struct when_small : std::type_identity<P> {};
template <class Change>
struct change_of_weights {
  template <class P>
  using type = typename when_small<P, Change>::type;
  template <class P>
  static constexpr bool changes = !std::is_same_v<type<P>, P>;
};
template <class Format, class Scales>
struct to_small : change_of_weights<to_small<Format, Scales>> {};
struct to_float : change_of_weights<to_float> {};
template <class M, class Change>
  requires(has_members<M> && rebinds<M, Change>)
struct when_small<M, Change> : std::type_identity<rebound<M, Change>> {};

template <class F, class S>
struct when_small<output_by_input, to_small<F, S>> : std::type_identity<quantized_weights<F, S>> {};
template <class F, class S>
struct when_small<input_by_output, to_small<F, S>> : std::type_identity<quantized_weights<F, S>> {};
template <class F, class S>
struct when_small<nn::tied_table, to_small<F, S>> : std::type_identity<quantized_table<F, S>> {};
template <class F, class S>
struct when_small<plain_weights, to_small<F, S>> : std::type_identity<quantized_cell<F, S>> {};
// No report has the inputs of a cell.
template <class S>
struct when_small<plain_weights, to_small<int8_static, S>> : std::type_identity<plain_weights> {};
template <class Words, class Width, class F, class S>
struct when_small<nn::embedding<float, Words, Width>, to_small<F, S>>
    : std::type_identity<nn::embedding<float, Words, Width, quantized_table<F, S>>> {};

template <class F, class S>
struct when_small<quantized_weights<F, S>, to_float> : std::type_identity<output_by_input> {};
template <class F, class S>
struct when_small<quantized_cell<F, S>, to_float> : std::type_identity<plain_weights> {};
template <class F, class S>
struct when_small<quantized_table<F, S>, to_float> : std::type_identity<nn::tied_table> {};
template <class Words, class Width, class F, class S>
struct when_small<nn::embedding<float, Words, Width, quantized_table<F, S>>, to_float>
    : std::type_identity<nn::embedding<float, Words, Width>> {};

// … and where the two are compared.
template <class F, class S>
struct to_compared : change_of_weights<to_compared<F, S>> {};
template <class P, class F, class S>
  requires(std::is_same_v<P, output_by_input> || std::is_same_v<P, input_by_output>)
struct when_small<P, to_compared<F, S>>
    : std::type_identity<compared_weights<P, quantized_weights<F, S>>> {};
template <class F, class S>
struct when_small<nn::tied_table, to_compared<F, S>>
    : std::type_identity<compared_table<quantized_table<F, S>>> {};
template <class Words, class Width, class F, class S>
struct when_small<nn::embedding<float, Words, Width>, to_compared<F, S>>
    : std::type_identity<
          nn::embedding<float, Words, Width, compared_table<quantized_table<F, S>>>> {};

// In float but for products of integers, whose inputs are part of what a model computes.
struct to_integer_inputs : change_of_weights<to_integer_inputs> {};
template <class F, class S>
  requires(!has_integer_products<F>)
struct when_small<quantized_weights<F, S>, to_integer_inputs>
    : when_small<quantized_weights<F, S>, to_float> {};
template <class F, class S>
  requires(!has_integer_products<F>)
struct when_small<quantized_cell<F, S>, to_integer_inputs>
    : when_small<quantized_cell<F, S>, to_float> {};
template <class F, class S>
  requires(!has_integer_products<F>)
struct when_small<quantized_table<F, S>, to_integer_inputs>
    : when_small<quantized_table<F, S>, to_float> {};
template <class Words, class Width, class F, class S>
  requires(!has_integer_products<F>)
struct when_small<nn::embedding<float, Words, Width, quantized_table<F, S>>, to_integer_inputs>
    : when_small<nn::embedding<float, Words, Width, quantized_table<F, S>>, to_float> {};

template <class Layout, class Bias, class Change>
  requires(Change::template changes<Layout>)
struct when_small<nn::own_output<Layout, Bias>, Change>
    : std::type_identity<nn::own_output<typename Change::template type<Layout>, Bias>> {};

// packed(small): a layer whose scales have no packed form, and int8_dynamic, stay as they are.
template <class F, class S, class Order>
inline constexpr bool changes_packed<quantized_weights<F, S, Order>> = true;
template <class F, class S, class Order>
struct when_packed<quantized_weights<F, S, Order>>
    : std::type_identity<quantized_weights<F, S, packed_weights>> {};
template <class F, class S, class Order>
inline constexpr bool changes_packed<quantized_cell<F, S, Order>> = true;
template <class F, class S, class Order>
struct when_packed<quantized_cell<F, S, Order>>
    : std::type_identity<quantized_cell<F, S, packed_weights>> {};
template <class F, class S, class Order>
inline constexpr bool changes_packed<quantized_table<F, S, Order>> = true;
template <class F, class S, class Order>
struct when_packed<quantized_table<F, S, Order>>
    : std::type_identity<quantized_table<F, S, packed_weights>> {};

template <class M, class Change>
using weights_changed = typename when_small<M, Change>::type;

}  // namespace detail

template <class M, class Format, class Scales = void>
using with_weights = detail::weights_changed<M, detail::to_small<Format, Scales>>;

namespace rules {
// A model, or the matrix of a weight, whose weights become small numbers. (A model in full would be
// too long for a message.)
template <class M, class Format, class Scales>
struct quantized_call {
  using operands = roles<>;
  using format = is_small_format<Format, Scales>;
  using has_weights = std::bool_constant<!std::is_same_v<with_weights<M, Format, Scales>, M>>;
  using elements =
      in_case<has_weights::value, std::bool_constant<one_element<model<M>, element<float>>::value>>;
  using all = in_order<format, has_weights, elements>;
};
template <class T, class... Axes, class Format, class Scales>
struct quantized_call<tensor<T, Axes...>, Format, Scales> {
  using operands = roles<axes_of<Axes...>>;
  using format = is_small_format<Format, Scales>;
  using has_weights = is_matrix<in_brief<axes_of<Axes...>>>;
  using elements = same_element<element_of_A<T>, element_of_B<float>>;
  using all = in_order<format, has_weights, elements>;
};
}  // namespace rules

template <class Format, class Scales = void, parameter_struct M>
ATTN_ABI constexpr auto quantized(const M& model) {
  using call = rules::quantized_call<M, Format, Scales>;
  ATTN_REQUIRE_SAMPLES(std::is_same_v<Format, int8_static>);
  ATTN_REQUIRE_QUANTIZED(call, "attn::quantized<format, scales>(model)");
  ATTN_REQUIRE(call, has_weights,
               "attn::quantized<format, scales>(model): requires linear layers or a table that are "
               "not packed or in small numbers yet, in a model that is a template of their layout");
  if constexpr (call::all::value)
    return detail::converted_weights<with_weights<M, Format, Scales>>(model);
  else
    return model;
}
template <class Format, class Scales = void, class T, class... Axes>
ATTN_ABI constexpr auto quantized(const tensor<T, Axes...>& w) {
  using call = rules::quantized_call<tensor<T, Axes...>, Format, Scales>;
  ATTN_REQUIRE_SAMPLES(std::is_same_v<Format, int8_static>);
  ATTN_REQUIRE_QUANTIZED(call, "attn::quantized<format, scales>(W)");
  ATTN_REQUIRE(call, has_weights,
               "attn::quantized<format, scales>(W): W must have two axes, output and input");
  if constexpr (call::all::value)
    return detail::converted_weights<detail::small_weight<
        Format, Scales, axis_at<shape<Axes...>, 0>, axis_at<shape<Axes...>, 1>>>(w);
  else
    return w;
}

// Both directions, where a model is too large for the stack.
template <parameter_struct To, parameter_struct From>
  requires std::is_same_v<From, detail::weights_changed<To, detail::to_float>>
ATTN_ABI constexpr void quantized_into(To& out, const From& model) {
  constexpr bool has_fixed_scales = std::is_same_v<To, with_weights<From, int8_static, per_row>> ||
                                    std::is_same_v<To, with_weights<From, int8_static, per_tensor>>;
  ATTN_REQUIRE_SAMPLES(has_fixed_scales);
  detail::convert_weights<false>(out, model);
}

// With the inputs of samples, from a report of the model.
template <std::same_as<int8_static> Format, class Scales, parameter_struct M, class Compared,
          class Small>
ATTN_ABI constexpr auto quantized(const M& model,
                                  const detail::compared_models<Compared, M, Small>& report) {
  using call = rules::quantized_call<M, Format, Scales>;
  ATTN_REQUIRE_QUANTIZED(call, "attn::quantized<format, scales>(model, report)");
  ATTN_REQUIRE(call, has_weights,
               "attn::quantized<format, scales>(model, report): requires linear layers or a table "
               "that are not packed or in small numbers yet, in a model that is a template of "
               "their layout");
  if constexpr (call::all::value)
    return detail::calibrated_weights<with_weights<M, Format, Scales>>(model, report);
  else
    return model;
}
template <parameter_struct To, parameter_struct From, class Compared, class Small>
  requires std::is_same_v<From, detail::weights_changed<To, detail::to_float>>
ATTN_ABI constexpr void quantized_into(
    To& out, const From& model, const detail::compared_models<Compared, From, Small>& report) {
  detail::convert_weights<false>(out, model);
  detail::set_input_scales(out, model, report);
}

template <class Format, class Scales = void, parameter_struct M>
ATTN_ABI constexpr auto quantization_report(const M& model,
                                            const with_weights<M, Format, Scales>& in_small) {
  using compared = detail::weights_changed<M, detail::to_compared<Format, Scales>>;
  return detail::compared_models<compared, M, with_weights<M, Format, Scales>>(model, in_small);
}

namespace detail {
template <class M>
concept small_model = parameter_struct<M> && !std::is_same_v<weights_changed<M, to_float>, M>;
}  // namespace detail

template <scalar U, detail::small_model M>
ATTN_ABI constexpr auto as(const M& model) {
  using plain = detail::weights_changed<M, detail::to_float>;
  using analysed = detail::weights_changed<M, detail::to_integer_inputs>;
  if constexpr (is_analysis_scalar<U> && !std::is_same_v<analysed, plain>)
    return detail::converted_elements<detail::with_element<analysed, U>>(
        detail::converted_weights<analysed>(model));
  else
    return as<U>(detail::converted_weights<plain>(model));
}

// A proof for all weights of float includes small ones.
template <analysis_scalar Influence, detail::small_model M>
ATTN_ABI constexpr auto arbitrary(const M& model) {
  return arbitrary<Influence>(as<float>(model));
}

}  // namespace attn
ATTN_STRICT_FP_END
