// SPDX-License-Identifier: BSL-1.0
// Writes models as ONNX, inputs, and what the library computes for them: compare.py compares.
//
//   cases DIRECTORY PYTORCH/   DIRECTORY/<case>/model.onnx, and for each sample 0/in.<name>.npy,
//                              0/out.<name>.npy; of the files in PYTORCH, what PyTorch computed
#include "runtime_tests/onnx/cases.hpp"

#include <boost/hana/tuple.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>

using namespace onnx_cases;

namespace {

// --- a struct of layers of the user's -----------------------------------------------------------

template <class T>
struct network {
  template <class U>
  using with_element = network<U>;
  using first_type = nn::linear<T, width, inner, output_by_input>;
  using second_type = nn::linear<T, inner, width, input_by_output>;
  using norm_type = nn::rms_norm<T, width, 1e-6>;
  ATTN_MEMBERS(network, (first_type, first), (second_type, second), (norm_type, norm));

  template <class X>
  auto operator()(const X& x) const {
    return norm(x + second(sin(first(x))));
  }
  template <class Graph, class X>
  auto onnx(Graph& graph, const onnx_value<X>& x) const {
    const auto hidden = graph(first, x);
    const auto wave =
        graph.template node<typename decltype(hidden)::tensor_type>("Sin", {}, hidden);
    return graph(norm, graph.add(x, graph(second, wave)));
  }
};

// --- the cases ------------------------------------------------------------------------------------

template <class T>
void layers(const std::string& t) {
  simple<rows<T>>("linear_" + t, layer_of<nn::linear<T, width, inner, output_by_input>>());
  simple<batches<T>>("linear_batch_" + t, layer_of<nn::linear<T, width, inner, input_by_output>>());
  simple<tensor<T, width>>("linear_vector_" + t,
                           layer_of<nn::linear<T, width, inner, output_by_input, without_bias>>());
  simple<rows<T>>("linear_plain_" + t,
                  layer_of<nn::linear<T, width, inner, input_by_output, without_bias>>());
  simple<batches<T>>("layer_norm_" + t, layer_of<nn::layer_norm<T, width>>());
  simple<rows<T>>("layer_norm_plain_" + t,
                  layer_of<nn::layer_norm<T, width, 1e-3, without_bias>>());
  simple<batches<T>>("rms_norm_" + t, layer_of<nn::rms_norm<T, width, 1e-2>>());
  simple<tensor<token_id<11>, batch, token<>>>("embedding_" + t,
                                               layer_of<nn::embedding<T, word, width>>());
  simple<batches<T>>("learned_positions_" + t,
                     layer_of<nn::learned_positions<T, position, width>>());
  simple<rows<T>>("sinusoidal_positions_" + t,
                  nn::sinusoidal_positions<T, position, width, halves>{});
  simple<rows<T>>("feed_forward_" + t,
                  layer_of<nn::feed_forward<T, width, inner, output_by_input, act::gelu_exact>>());
  simple<batches<T>>("swiglu_" + t, layer_of<nn::swiglu<T, width, inner, output_by_input>>());
  const auto activation = [&]<class F>(const char* name, F) {
    test_case c(std::string(name) + "_" + t);
    onnx_graph<> graph;
    const auto x = graph.template input<rows<T>>("x");
    graph.output("y", graph(F{}, x));
    c.model(graph.bytes());
    const auto sample = filled<rows<T>>(3, T(4));
    c.in("x", sample);
    c.out("y", F{}(sample));
    c.within("y", F{}(enveloped(sample)));
  };
  activation("relu", act::relu{});
  activation("silu", act::silu{});
  activation("gelu_exact", act::gelu_exact{});
  activation("gelu_tanh", act::gelu_tanh{});
  activation("softplus", act::softplus{});
  activation("sigmoid", act::sigmoid{});
  activation("tanh", act::tanh{});
  activation("identity", act::identity{});
}

using attention_layer = nn::multi_head_attention<float, width, head, output_by_input>;
template <std::size_t N>
using padding = keep_mask<batch, token<N>>;

// The last tokens of the second and third sequence are padding.
template <std::size_t N>
padding<N> made_up_padding() {
  padding<N> m;
  for (std::size_t b = 0; b < batch::size; ++b)
    for (std::size_t t = 0; t < N; ++t) m(b, t) = keeps(t + b < N || t == 0);
  return m;
}

void attention() {
  const auto a = layer_of<attention_layer>();
  using rows = ::rows<float>;
  using batches = ::batches<float>;
  using key = axis<"key_token", 5>;
  simple<rows>("attention", a);
  simple<batches>("attention_causal", a, causal<>);
  simple<batches>("attention_window", a, sliding_window<1, 2>);
  simple<batches>("attention_dilated", a, dilated<2> & valid_keys(4));
  simple<rows>("attention_scaled", a, scaled_by(0.7f), soft_capped_by(1.5f));
  simple<rows>("attention_unscaled", a, unscaled, causal_from(2));
  simple<rows>("attention_queries_scaled", a, queries_scaled_by(0.7f), soft_capped_by(1.5f));
  simple<batches>("attention_queries_by_width", a, queries_scaled, causal<>);
  simple<batches>("attention_valid", a, causal<> & valid_keys(3));
  simple<batches>("attention_biased", a, biased_by(filled<tensor<float, head, token<>, key>>(5)));
  simple<batches>("attention_sinks", a, causal<>, with_sinks(filled<tensor<float, head>>(6)));
  simple<rows>("attention_plus_one", a, softmax_plus_one);
  for (const bool masked : {false, true}) {
    test_case c(masked ? "attention_hard_causal" : "attention_hard");
    c.model(masked ? to_onnx<batches>(a, hardmax, causal<>) : to_onnx<batches>(a, hardmax));
    const auto x = made_up_input<batches>(17);
    c.in("input", x);
    c.out("output", masked ? a(x, hardmax, causal<>) : a(x, hardmax));
  }
  const auto with_sinks_of_its_own =
      layer_of<nn::multi_head_with_sinks<float, width, head, output_by_input>>();
  simple<batches>("attention_sinks_of_layer", with_sinks_of_its_own, causal<>);
  simple<rows>("attention_sinks_of_layer_scaled", with_sinks_of_its_own, scaled_by(0.7f));
  simple<batches>("attention_padded", a, key_padding(as_ignore(made_up_padding<5>())));
  simple<rows>(
      "attention_entries", a,
      keep_mask<token<>, key>{
          {1, 0, 1, 0, 1}, {0, 0, 0, 0, 1}, {1, 1, 1, 1, 1}, {0, 1, 1, 0, 0}, {1, 0, 0, 0, 0}});
  simple<batches>("attention_of_heads", a, ignore_mask<batch, head, token<>, key>{} & causal<>);
  // A first sequence without keys: its weights are zeros.
  padding<5> none = made_up_padding<5>();
  for (std::size_t t = 0; t < 5; ++t) none(0, t) = false;
  simple<batches>("attention_of_no_keys", a, causal<> & key_padding(none));

  test_case c("attention_cross");
  using keys = tensor<float, batch, source<>, axis<"memory", 7>>;
  const auto layer =
      layer_of<nn::multi_head_of_widths<float, width, axis<"memory", 7>, width, head, 4, 5, width,
                                        input_by_output, without_bias>>();
  using values = tensor<float, batch, source<>, width>;
  onnx_graph<> graph(layer);
  const auto q = graph.input<batches>("q");
  const auto k = graph.input<keys>("k");
  const auto v = graph.input<values>("v");
  const auto m = graph.input<keep_mask<token<>, source<>>>("m");
  graph.output("y", graph(layer, q, k, v, m & valid_keys(3)));
  c.model(graph.bytes());
  const auto x = made_up_input<batches>(1);
  const auto y = made_up_input<keys>(2);
  const auto z = made_up_input<values>(3);
  const keep_mask<token<>, source<>> mask{
      {1, 1, 0, 1}, {0, 0, 0, 0}, {1, 1, 1, 1}, {0, 1, 0, 0}, {1, 0, 0, 1}};
  c.in("q", x);
  c.in("k", y);
  c.in("v", z);
  c.in("m", mask);
  c.out("y", layer(x, y, z, mask & valid_keys(3)));
  c.within("y", enveloped(layer)(enveloped(x), enveloped(y), enveloped(z), mask & valid_keys(3)));
}

template <class Norm, class Layout = output_by_input>
using encoder_layer = nn::encoder_layer<float, width, head, inner, Layout, act::gelu_exact, Norm>;
template <class Norm>
using decoder_layer =
    nn::decoder_layer<float, width, head, inner, output_by_input, act::relu, Norm>;
using encoder = nn::encoder<encoder_layer<pre_norm>, 2, nn::layer_norm<float, width>>;
using decoder = nn::decoder<decoder_layer<post_norm>, 2>;

// The size of a batch and the number of tokens are left open: one file for all of them. The mask of
// the padding is an input.
template <std::size_t Tokens>
void encoder_sample(test_case& c, const encoder& model) {
  const auto x = made_up_input<tensor<float, batch, token<Tokens>, width>>(Tokens);
  const auto m = made_up_padding<Tokens>();
  c.in("x", x);
  c.in("m", m);
  c.out("y", model(x, causal<> & key_padding(m)));
  c.within("y", enveloped(model)(enveloped(x), causal<> & key_padding(m)));
  c.next();
}
template <std::size_t Tokens, std::size_t Sources>
void decoder_sample(test_case& c, const decoder& model) {
  const auto x = made_up_input<tensor<float, token<Tokens>, width>>(Tokens);
  const auto y = made_up_input<tensor<float, source<Sources>, width>>(Sources);
  c.in("x", x);
  c.in("memory", y);
  const auto own = self_options(dilated<2>);
  const auto others = cross_options(sliding_window<2, 1, bottom_right>, fully_masked<zero_rows>);
  c.out("y", model(x, y, own, others));
  c.within("y", enveloped(model)(enveloped(x), enveloped(y), own, others));
  c.next();
}

void encoders_and_decoders() {
  simple<rows<float>>("encoder_layer", layer_of<encoder_layer<post_norm, input_by_output>>());
  simple<batches<float>>("encoder", layer_of<encoder>(), causal<>);
  {
    test_case c("encoder_open");
    const auto model = layer_of<encoder>();
    onnx_graph<"batch", "token"> graph(model, external_weights("encoder.safetensors"));
    const auto x = graph.input<batches<float>>("x");
    const auto m = graph.input<padding<5>>("m");
    graph.output("y", graph(model, x, causal<> & key_padding(m)));
    c.model(graph.bytes());
    c.file("encoder.safetensors", to_safetensors(model));
    encoder_sample<5>(c, model);
    encoder_sample<9>(c, model);
  }
  {
    test_case c("decoder_layer");
    const auto model = layer_of<decoder_layer<pre_norm>>();
    c.model(to_onnx<batches<float>, tensor<float, batch, source<>, width>>(
        model, self_options(causal<>), cross_options(valid_keys(3))));
    const auto x = made_up_input<batches<float>>(5);
    const auto y = made_up_input<tensor<float, batch, source<>, width>>(6);
    c.in("input_0", x);
    c.in("input_1", y);
    c.out("output", model(x, y, self_options(causal<>), cross_options(valid_keys(3))));
    c.within("output", enveloped(model)(enveloped(x), enveloped(y), self_options(causal<>),
                                        cross_options(valid_keys(3))));
  }
  {
    test_case c("decoder_open");
    const auto model = layer_of<decoder>();
    onnx_graph<"token", "source"> graph(model);
    const auto x = graph.input<rows<float>>("x");
    const auto y = graph.input<tensor<float, source<>, width>>("memory");
    graph.output("y",
                 graph(model, x, y, self_options(dilated<2>),
                       cross_options(sliding_window<2, 1, bottom_right>, fully_masked<zero_rows>)));
    c.model(graph.bytes());
    decoder_sample<5, 4>(c, model);
    decoder_sample<3, 8>(c, model);
  }
  simple<batches<float>>(
      "encoder_bert_block",
      layer_of<nn::encoder_layer<float, width, head, inner, output_by_input, bert_block>>());
  simple<rows<float>>(
      "encoder_llama_block",
      layer_of<nn::encoder_layer<float, width, head, inner, input_by_output, llama_block>>(),
      causal<>);
}

// Texts with padding, which is an input of the graph, or is made of their lengths; the sizes of the
// batch and of the texts are open, or known.
template <class Model, std::size_t Tokens>
void texts_sample(test_case& c, const Model& model) {
  const auto ids = made_up_input<tensor<token_id<11>, batch, token<Tokens>>>(Tokens);
  const auto padding = made_up_padding<Tokens>();
  c.in("input_0", ids);
  c.in("input_1", as_ignore(padding));
  c.out("output", model(ids, padding));
  c.within("output", enveloped(model)(ids, padding));
  c.next();
}
template <class Model>
void texts_of_lengths(const std::string& name, const Model& model) {
  using ids_type = tensor<token_id<11>, batch, token<>>;
  const auto ids = made_up_input<ids_type>(7);
  const tensor<int, batch> lengths{3, 5, 1};
  for (const bool left : {false, true}) {
    test_case c(name + (left ? "_left" : "_right"));
    onnx_graph<> graph(model);
    const auto x = graph.template input<ids_type>("ids");
    const auto n = graph.template input<tensor<int, batch>>("lengths");
    const auto padding =
        left ? graph.template left_padding<token<>>(n) : graph.template right_padding<token<>>(n);
    graph.output("positions", graph.position_ids(padding));
    graph.output("logits", graph(model, x, padding));
    c.model(graph.bytes());
    c.in("ids", ids);
    c.in("lengths", lengths);
    const auto kept = left ? left_padding<token<>>(lengths) : right_padding<token<>>(lengths);
    c.out("positions", position_ids(kept));
    c.out("logits", model(ids, kept));
    c.within("logits", enveloped(model)(ids, kept));
  }
}
// Keys up to a length for each text, which is an input; the number of keys is open.
template <std::size_t Tokens>
void keys_sample(test_case& c, const encoder& model, const tensor<std::int64_t, batch>& lengths) {
  const auto x = made_up_input<tensor<float, batch, token<Tokens>, width>>(Tokens);
  c.in("x", x);
  c.in("lengths", lengths);
  c.out("y", model(x, causal<> & valid_keys(lengths)));
  c.within("y", enveloped(model)(enveloped(x), causal<> & valid_keys(lengths)));
  c.next();
}

void texts_with_padding() {
  using learned = nn::learned_positions<float, position, width>;
  using sinusoids = nn::sinusoidal_positions<float, position, width, interleaved>;
  using norm = nn::layer_norm<float, width>;
  {
    using model_type =
        nn::language_model<word, encoder_layer<pre_norm, input_by_output>, 2, learned, norm>;
    const auto model = layer_of<model_type>();
    test_case c("texts");
    c.model(to_onnx<tensor<token_id<11>, batch, token<>>, ignore_mask<batch, token<>>>(
        model, open_axes<"batch", "token">));
    texts_sample<model_type, 5>(c, model);
    texts_sample<model_type, 8>(c, model);
  }
  texts_of_lengths("texts_of_sinusoids",
                   layer_of<nn::language_model<word, encoder_layer<post_norm>, 1, sinusoids>>());
  texts_of_lengths("texts_without_positions",
                   layer_of<nn::language_model<word, encoder_layer<pre_norm>, 1,
                                               nn::no_positions<float, position, width>, norm,
                                               nn::own_output<input_by_output>>>());
  {
    const auto model = layer_of<nn::language_model<word, encoder_layer<pre_norm>, 1, learned>>();
    using ids_type = tensor<token_id<11>, batch, token<>>;
    const auto ids = made_up_input<ids_type>(7);
    test_case c("texts_of_known_padding");
    c.model(to_onnx<ids_type>(model, made_up_padding<5>()));
    c.in("input", ids);
    c.out("output", model(ids, made_up_padding<5>()));
    c.within("output", enveloped(model)(ids, made_up_padding<5>()));
  }
  test_case c("encoder_of_lengths");
  const auto model = layer_of<encoder>();
  onnx_graph<"token"> graph(model);
  const auto x = graph.input<batches<float>>("x");
  const auto n = graph.input<tensor<std::int64_t, batch>>("lengths");
  graph.output("y", graph(model, x, causal<> & valid_keys(n)));
  c.model(graph.bytes());
  keys_sample<5>(c, model, {4, 1, 5});
  keys_sample<7>(c, model, {7, 0, 3});
}

template <class Model, std::size_t Tokens>
void language_sample(test_case& c, const Model& model) {
  const auto ids = made_up_input<tensor<token_id<11>, batch, token<Tokens>>>(Tokens);
  c.in("input", ids);
  c.out("output", model(ids));
  c.within("output", enveloped(model)(ids));
  c.next();
}

void models() {
  {
    test_case c("transformer");
    using model_type =
        nn::transformer<word, other_word, encoder_layer<pre_norm>, 2, nn::layer_norm<float, width>>;
    const auto model = layer_of<model_type>();
    using ids = tensor<token_id<11>, batch, source<>>;
    using other_ids = tensor<token_id<7>, batch, token<>>;
    c.model(to_onnx<ids, other_ids>(model, self_options(causal<>)));
    const auto x = made_up_input<ids>(5);
    const auto y = made_up_input<other_ids>(6);
    c.in("input_0", x);
    c.in("input_1", y);
    c.out("output", model(x, y, self_options(causal<>)));
    c.within("output", enveloped(model)(x, y, self_options(causal<>)));
  }
  {
    using block =
        nn::encoder_layer<float, width, head, inner, output_by_input, act::gelu_tanh, pre_norm>;
    using model_type =
        nn::language_model<word, block, 2, nn::learned_positions<float, position, width>,
                           nn::layer_norm<float, width>>;
    const auto model = layer_of<model_type>();
    test_case c("gpt2");
    c.model(to_onnx<tensor<token_id<11>, batch, token<>>>(model, open_axes<"batch", "token">,
                                                          external_weights("model.safetensors")));
    c.file("model.safetensors", to_safetensors(model));
    language_sample<model_type, 5>(c, model);
    language_sample<model_type, 8>(c, model);
    language_sample<model_type, 1>(c, model);
  }
  {
    using block = nn::encoder_layer<float, width, head, inner, input_by_output, gpt2_block>;
    using model_type =
        nn::language_model<word, block, 1, nn::learned_positions<float, position, width>,
                           nn::layer_norm<float, width>, nn::own_output<output_by_input>>;
    const auto model = layer_of<model_type>();
    test_case c("gpt2_untied");
    c.model(to_onnx<tensor<token_id<11>, batch, token<>>>(model, open_axes<"token">));
    language_sample<model_type, 4>(c, model);
  }
  {
    using block = encoder_layer<post_norm>;
    using model_type =
        nn::language_model<word, block, 1,
                           nn::sinusoidal_positions<float, position, width, interleaved>>;
    const auto model = layer_of<model_type>();
    test_case c("language_model_of_sinusoids");
    c.model(to_onnx<tensor<token_id<11>, batch, token<>>>(model, open_axes<"token">));
    language_sample<model_type, 5>(c, model);
    language_sample<model_type, 7>(c, model);
  }
  simple<batches<float>>("network", layer_of<network<float>>());
}

// --- recurrent cells ------------------------------------------------------------------------------

using step = axis<"time", 6>;
using hidden = axis<"hidden", 4>;

template <std::size_t Gates, class Xs, class Cell, class... State>
void recurrent(const std::string& name, const Cell& cell) {
  constexpr bool is_lstm = Gates == 4;
  using H = std::conditional_t<Xs::rank == 3, tensor<float, batch, hidden>, tensor<float, hidden>>;
  using S = std::conditional_t<is_lstm, lstm_state<H>, H>;
  for (const bool from_zeros : {false, true}) {
    test_case c(name + (from_zeros ? "_zeros" : ""));
    onnx_graph<> graph(cell);
    const auto xs = graph.input<Xs>("xs");
    const auto sample = made_up_input<Xs>(3);
    S before{};
    const auto result = [&] {
      if (from_zeros) return graph.template unroll<"time">(cell, xs);
      const auto h = graph.template input<H>("h");
      c.in("h", made_up_input<H>(4));
      if constexpr (is_lstm) {
        before = {made_up_input<H>(4), made_up_input<H>(5)};
        c.in("c", before.cell);
        return graph.template unroll<"time">(cell, xs, lstm_state{h, graph.template input<H>("c")});
      } else {
        before = made_up_input<H>(4);
        return graph.template unroll<"time">(cell, xs, h);
      }
    }();
    const auto expected = unroll<"time">(cell, sample, initial(before));
    c.in("xs", sample);
    c.out("outputs", expected.outputs);
    const auto all =
        unroll<"time">(enveloped(cell), enveloped(sample), initial(enveloped_state(before)));
    c.within("outputs", all.outputs);
    graph.output("outputs", result.outputs);
    if constexpr (is_lstm) {
      graph.output("last", result.last.hidden);
      graph.output("last_cell", result.last.cell);
      c.out("last", expected.last.value.hidden);
      c.out("last_cell", expected.last.value.cell);
      c.within("last", all.last.value.hidden);
      c.within("last_cell", all.last.value.cell);
    } else {
      graph.output("last", result.last);
      c.out("last", expected.last.value);
      c.within("last", all.last.value);
    }
    c.model(graph.bytes());
  }
}

// Layers in both directions, of texts with lengths.
template <class N, class Xs, class Model>
void recurrent_texts(const std::string& name, const Model& model) {
  using lengths_type = std::conditional_t<Xs::rank == 3, tensor<N, batch>, tensor<N>>;
  lengths_type lengths;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    lengths.data()[i] = static_cast<N>(2 + 4 * i % 5);
  test_case c(name);
  onnx_graph<> graph(model);
  const auto xs = graph.input<Xs>("xs");
  const auto result =
      graph.template unroll<"time">(model, xs, graph.template input<lengths_type>("lengths"));
  const auto sample = made_up_input<Xs>(3);
  c.in("xs", sample);
  c.in("lengths", lengths);
  const auto expected = unroll<"time">(model, sample, lengths);
  c.out("outputs", expected.outputs);
  c.within("outputs", unroll<"time">(enveloped(model), enveloped(sample), lengths).outputs);
  graph.output("outputs", result.outputs);
  c.model(graph.bytes());
}

void recurrent_cells() {
  using one = tensor<float, step, width>;
  using many = tensor<float, step, batch, width>;
  using batch_first = tensor<float, batch, step, width>;
  recurrent<1, one>("rnn", layer_of<nn::rnn_cell<float, width, hidden>>());
  recurrent<1, many>("rnn_relu", layer_of<nn::rnn_cell<float, width, hidden, act::relu>>());
  recurrent<3, many>("gru", layer_of<nn::gru_cell<float, width, hidden>>());
  recurrent<3, batch_first>(
      "gru_reset_first",
      layer_of<nn::gru_cell<float, width, hidden, gate_order::zrh, reset_before_linear>>());
  recurrent<4, batch_first>("lstm", layer_of<nn::lstm_cell<float, width, hidden>>());
  using gru = nn::gru_cell<float, width, hidden>;
  using lstm = nn::lstm_cell<float, width, hidden>;
  recurrent_texts<int, many>("gru_texts", layer_of<gru>());
  recurrent_texts<std::int64_t, batch_first>("lstm_both_ways", layer_of<nn::bidirectional<lstm>>());
  recurrent_texts<int, many>("lstm_layers_both_ways",
                             layer_of<nn::recurrent_layers<nn::bidirectional<lstm>, 2>>());
  recurrent_texts<int, one>("gru_layers", layer_of<nn::recurrent_layers<gru, 3>>());
  recurrent<4, one>("lstm_iofc", layer_of<nn::lstm_cell<float, width, hidden, gate_order::iofc>>());
}

// --- models that PyTorch has saved, and what it computes with them --------------------------------

namespace torch {

using width = axis<"width", 8>;
using inner = axis<"inner", 20>;
using norm = nn::layer_norm<float, width>;
using in = axis<"in", 3>;
using answer = axis<"answer", 8>;

template <class X, class Y>
struct results {
  ATTN_MEMBERS(results, (X, x), (Y, y));
};

// torch.nn.TransformerEncoder and a Linear.
template <class T>
struct encoder_and_answer {
  template <class U>
  using with_element = encoder_and_answer<U>;
  using layer_type =
      nn::encoder_layer<T, width, head, inner, output_by_input, act::relu, post_norm>;
  using encoder_type = nn::encoder<layer_type, 2, nn::layer_norm<T, width>>;
  using answer_type = nn::linear<T, width, torch::answer, output_by_input>;
  ATTN_MEMBERS(encoder_and_answer, (encoder_type, encoder), (answer_type, answer));

  template <class X>
  auto operator()(const X& x) const {
    return answer(encoder(x));
  }
  template <class Graph, class X>
  auto onnx(Graph& graph, const onnx_value<X>& x) const {
    return graph(answer, graph(encoder, x));
  }
};

// torch.nn.LSTM of two layers.
template <class T>
struct two_layers {
  template <class U>
  using with_element = two_layers<U>;
  using lower = nn::lstm_cell<T, in, hidden>;
  using upper = nn::lstm_cell<T, hidden, hidden>;
  using cells = boost::hana::tuple<lower, upper>;
  ATTN_MEMBERS(two_layers, (cells, layers));

  template <class X>
  auto operator()(const X& xs) const {
    const auto start = initial(typename lower::state_type{});
    const auto below = unroll<"token">(layers[boost::hana::size_c<0>], xs, start);
    return unroll<"token">(layers[boost::hana::size_c<1>], below.outputs, start).outputs;
  }
  template <class Graph, class X>
  auto onnx(Graph& graph, const onnx_value<X>& xs) const {
    const auto below = graph.template unroll<"token">(layers[boost::hana::size_c<0>], xs);
    return graph.template unroll<"token">(layers[boost::hana::size_c<1>], below.outputs).outputs;
  }
};

// GPT-2 of Hugging Face's Transformers.
using gpt2 = nn::language_model<
    word, nn::encoder_layer<float, width, head, inner, input_by_output, act::gelu_tanh, pre_norm>,
    2, nn::learned_positions<float, axis<"position", 6>, width>, norm>;

template <class M, class... Options>
M loaded(const std::string& path, Options... options) {
  M model{};
  if (const auto found = from_safetensors(read_file(path).bytes, model, options...); !found) {
    std::fputs((path + ": " + found.text() + "\n").c_str(), stderr);
    std::exit(1);
  }
  return model;
}

// X is what the file of the results has, Input what the graph reads.
template <class Input, class M, class X, class Y, class... Options>
void saved(const std::string& path, const std::string& name, Options... names) {
  test_case c("pytorch_" + name);
  const M model = loaded<M>(path + name + ".safetensors", names...);
  c.model(to_onnx<Input>(model, open_axes<"token">, external_weights("model.safetensors")));
  c.file("model.safetensors", to_safetensors(model));
  const auto found = loaded<results<X, Y>>(path + name + "_results.safetensors", allow_rounding,
                                           ignore_unexpected);
  if constexpr (std::is_integral_v<typename X::value_type>) {
    c.file("0/in.input.npy", to_npy(as<std::int64_t>(found.x)));
    c.within("output", enveloped(model)(as_token_ids<11>(as<int>(found.x))));
  } else {
    c.in("input", found.x);
    c.within("output", enveloped(model)(enveloped(found.x)));
  }
  c.out("output", found.y);
}

void models(const std::string& path) {
  using rows = tensor<float, token<>, width>;
  saved<rows, encoder_and_answer<float>, rows, tensor<float, token<>, answer>>(path, "encoder",
                                                                               torch_names);
  using steps = tensor<float, token<>, in>;
  saved<steps, two_layers<float>, steps, tensor<float, token<>, hidden>>(path, "lstm", torch_names);
  saved<tensor<token_id<11>, token<>>, gpt2, tensor<long long, token<>>,
        tensor<float, token<>, word>>(path, "gpt2", gpt2_names);
}

}  // namespace torch

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  directory = arguments[1];
  torch::models(arguments[2]);
  layers<float>("float");
  layers<double>("double");
  attention();
  encoders_and_decoders();
  models();
  texts_with_padding();
  recurrent_cells();
  blocks();
  mistakes();
  small_numbers();
}
