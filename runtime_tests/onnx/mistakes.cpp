// SPDX-License-Identifier: BSL-1.0
// Models with mistakes: the file is from a wrong model, and what the right one computes, within its
// envelopes, is next to it. compare.py must find each mistake, with every engine. And weights in
// small numbers, whose envelopes enclose the results of the floats that they stand for.
#include <type_traits>

#include "runtime_tests/onnx/cases.hpp"

namespace onnx_cases {

namespace {

constexpr tensor<int, batch> lengths{5, 3, 4};

// f(model, x) is what is computed; its file has another model.
template <class X, class Model, class F>
void mistaken(const std::string& name, const Model& right, const byte_buffer& wrong, const F& f) {
  test_case c("mistaken_" + name);
  c.model(wrong);
  const X x = made_up_input<X>(17);
  c.in("input", x);
  c.out("output", f(right, x));
  c.within("output", f(enveloped(right), enveloped(x)));
}

template <class To, class From>
To with_parameters_of(const From& model) {
  return vector_to_parameters<To>(parameters_to_vector(model));
}

template <class T>
void attention_with_mistakes(const std::string& t) {
  using layer = nn::multi_head_attention<T, width, head, output_by_input>;
  const auto right = layer_of<layer>();
  const auto check = [&](const std::string& name, const byte_buffer& wrong) {
    mistaken<batches<T>>(name + "_" + t, right, wrong,
                         [](const auto& model, const auto& x) { return model(x, causal<>); });
  };
  const T wrong_scale = T(1) / math::sqrt(T(width::size / head::size + 1));
  check("scale", to_onnx<batches<T>>(right, causal<>, scaled_by(wrong_scale)));
  check("mask", to_onnx<batches<T>>(right));
  check("window", to_onnx<batches<T>>(right, sliding_window<3, 0>));
  using other_heads = nn::multi_head_attention<T, width, axis<"head", 3>, output_by_input>;
  check("heads", to_onnx<batches<T>>(with_parameters_of<other_heads>(right), causal<>));
  auto exchanged = right;
  exchanged.q_proj = right.k_proj;
  exchanged.k_proj = right.q_proj;
  check("projections", to_onnx<batches<T>>(exchanged, causal<>));
  auto without_bias = right;
  without_bias.v_proj.bias = {};
  check("bias", to_onnx<batches<T>>(without_bias, causal<>));
}

template <class T>
void padding_with_mistakes(const std::string& t) {
  const auto right = layer_of<nn::multi_head_attention<T, width, head, output_by_input>>();
  const auto check = [&](const std::string& name, const auto&... wrong_mask) {
    mistaken<batches<T>>("padding_" + name + "_" + t, right,
                         to_onnx<batches<T>>(right, wrong_mask...),
                         [](const auto& model, const auto& x) {
                           return model(x, key_padding(right_padding<token<>>(lengths)));
                         });
  };
  check("ignored");
  check("left", key_padding(left_padding<token<>>(lengths)));
  check("too_short", key_padding(right_padding<token<>>(tensor<int, batch>{5, 3, 3})));
}

template <class T>
void sinks_with_mistakes(const std::string& t) {
  using layer = nn::multi_head_with_sinks<T, width, head, output_by_input>;
  const auto right = layer_of<layer>();
  const auto check = [&](const std::string& name, auto&& wrong_sinks) {
    auto wrong = right;
    wrong.sinks = wrong_sinks;
    mistaken<rows<T>>("sinks_" + name + "_" + t, right, to_onnx<rows<T>>(wrong, causal<>),
                      [](const auto& model, const auto& x) { return model(x, causal<>); });
  };
  check("ignored", tensor<T, head>{-100, -100});
  check("zero", tensor<T, head>{});
  check("heads", flip<"head">(right.sinks));
}

template <class T>
void layers_with_mistakes(const std::string& t) {
  const auto call = [](const auto& model, const auto& x) { return model(x); };
  using post = nn::encoder_layer<T, width, head, inner, output_by_input, act::relu, post_norm>;
  using pre = nn::encoder_layer<T, width, head, inner, output_by_input, act::relu, pre_norm>;
  const auto layer = layer_of<post>();
  mistaken<rows<T>>("norm_order_" + t, layer, to_onnx<rows<T>>(with_parameters_of<pre>(layer)),
                    call);
  using norm = nn::layer_norm<T, width>;
  using other_norm = nn::layer_norm<T, width, 1e-4>;
  const auto right = layer_of<norm>();
  mistaken<rows<T>>("epsilon_" + t, right, to_onnx<rows<T>>(with_parameters_of<other_norm>(right)),
                    call);
}

void cells_with_mistakes() {
  using X = tensor<float, axis<"time", 6>, width>;
  using hidden = axis<"hidden", 4>;
  const auto check = [](const std::string& name, const auto& right, const auto& wrong) {
    onnx_graph<> graph(wrong);
    const auto xs = graph.input<X>("input");
    graph.output("output", graph.unroll<"time">(wrong, xs).outputs);
    mistaken<X>(name, right, graph.bytes(), [](const auto& cell, const auto& x) {
      using start = typename std::remove_cvref_t<decltype(cell)>::state_type;
      return unroll<"time">(cell, x, initial(start{})).outputs;
    });
  };
  using other_lstm = nn::lstm_cell<float, width, hidden, gate_order::iofc>;
  const auto lstm = layer_of<nn::lstm_cell<float, width, hidden>>();
  check("lstm_gates", lstm, with_parameters_of<other_lstm>(lstm));
  using other_gru = nn::gru_cell<float, width, hidden, gate_order::rzn, reset_before_linear>;
  const auto gru = layer_of<nn::gru_cell<float, width, hidden>>();
  check("gru_reset", gru, with_parameters_of<other_gru>(gru));
}

template <class X, class Model, class Format, class Scales = void, class... Options>
void small_numbers(const std::string& name, const Options&... options) {
  const auto small = quantized<Format, Scales>(layer_of<Model>());
  test_case c("small_" + name);
  c.model(to_onnx<X>(small, options...));
  if constexpr (sizeof...(Options) > 0) c.file("model.safetensors", to_safetensors(small));
  const X x = made_up_input<X>(17);
  c.in("input", x);
  c.out("output", small(x));
  c.within("output", enveloped(as<float>(small))(enveloped(x)));
}

// Sums of integers, which no envelope of floats has. A row of zeros has the scale 0.
template <class X, class Small>
void integer_products(const std::string& name, const Small& small) {
  test_case c("small_" + name);
  c.model(to_onnx<X>(small));
  X x = made_up_input<X>(17);
  if constexpr (std::is_same_v<typename X::value_type, float>)
    for (std::size_t i = 0; i < width::size; ++i) x.data()[i] = 0;
  c.in("input", x);
  c.out("output", small(x));
}
// The inputs of the case are up to four times as large as the samples.
template <class X, class Model>
auto with_fixed_scales(const Model& model) {
  const auto small = quantized<int8, per_row>(model);
  auto report = quantization_report<int8, per_row>(model, small);
  report(made_up_input<X>(3) * 0.25f);
  return quantized<int8_static, per_row>(model, report);
}

}  // namespace

void small_numbers() {
  using X = rows<float>;
  using layer = nn::linear<float, width, inner, output_by_input>;
  small_numbers<X, layer, int8, per_row>("int8_rows");
  small_numbers<X, layer, int8, per_tensor>("int8_tensor");
  small_numbers<X, layer, int8, per_group<9>>("int8_groups");  // they go on in the next row
  small_numbers<X, nn::swiglu<float, width, inner, input_by_output>, bfloat16>("bfloat16");
  small_numbers<batches<float>, nn::multi_head_attention<float, width, head, output_by_input>,
                float16>("float16", external_weights("model.safetensors"));
  using block = nn::encoder_layer<float, width, head, inner, output_by_input, act::relu, pre_norm>;
  using model = nn::language_model<word, block, 1, nn::learned_positions<float, position, width>>;
  using texts = tensor<token_id<11>, batch, token<>>;
  small_numbers<texts, model, int8, per_row>("language_model",
                                             external_weights("model.safetensors"));
  using network = nn::feed_forward<float, width, inner, input_by_output, act::relu>;
  const auto of_floats = layer_of<network>();
  integer_products<batches<float>>("int8_dynamic", quantized<int8_dynamic, per_row>(of_floats));
  integer_products<X>("int8_dynamic_tensor", quantized<int8_dynamic, per_tensor>(of_floats));
  integer_products<X>("int8_static", with_fixed_scales<X>(of_floats));
  integer_products<texts>("int8_dynamic_model",
                          quantized<int8_dynamic, per_row>(layer_of<model>()));
}

void mistakes() {
  attention_with_mistakes<float>("float");
  attention_with_mistakes<double>("double");
  padding_with_mistakes<float>("float");
  padding_with_mistakes<double>("double");
  sinks_with_mistakes<float>("float");
  sinks_with_mistakes<double>("double");
  layers_with_mistakes<float>("float");
  layers_with_mistakes<double>("double");
  cells_with_mistakes();
}

}  // namespace onnx_cases
