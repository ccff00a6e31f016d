// SPDX-License-Identifier: BSL-1.0
// Cases of what is made of layers and functions: layers one after the other, blocks of a user's,
// rotary positions, heads in groups, scores, recurrent decoders.
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "runtime_tests/onnx/cases.hpp"

namespace onnx_cases {

namespace {

// --- layers one after the other -----------------------------------------------------------------

template <class T>
using encoder_block =
    nn::encoder_layer<T, width, head, inner, output_by_input, act::relu, pre_norm>;

// A block without attention, which takes no options: x + tanh(linear(norm(x))).
template <class T>
struct mixing_block {
  using value_type = T;
  using width = onnx_cases::width;
  static constexpr std::size_t sequences = 1;
  template <class U>
  using with_element = mixing_block<U>;
  using norm_type = nn::rms_norm<T, width, 1e-5>;
  using linear_type = nn::linear<T, width, width, input_by_output>;
  ATTN_MEMBERS(mixing_block, (norm_type, norm), (linear_type, linear));

  template <class X, class... Options>
  auto operator()(const X& x, const Options&...) const {
    return x + tanh(linear(norm(x)));
  }
  template <class Graph, class X, class... Options>
  auto onnx(Graph& graph, const onnx_value<X>& x, const Options&...) const {
    return graph.add(x, graph(act::tanh{}, graph(linear, graph(norm, x))));
  }
};

template <class T>
void sequences(const std::string& t) {
  using first = nn::linear<T, width, inner, output_by_input>;
  using second = nn::linear<T, inner, width, input_by_output>;
  using norm = nn::rms_norm<T, width, 1e-4>;
  simple<batches<T>>("sequential_" + t,
                     layer_of<nn::sequential<first, act::tanh, second, nn::identity, norm>>());
  using pair = nn::sequential<mixing_block<T>, encoder_block<T>>;
  simple<batches<T>>("sequential_of_blocks_" + t, layer_of<pair>(), causal<>);
  // The option is for the block alone.
  simple<batches<T>>("sequential_of_a_block_" + t,
                     layer_of<nn::sequential<norm, encoder_block<T>, first, second>>(), causal<>);
  simple<rows<T>>("stack_" + t, layer_of<nn::stack<encoder_block<T>, 3>>(), sliding_window<2, 0>);
  simple<batches<T>>("stack_of_pairs_" + t, layer_of<nn::stack<pair, 2>>(), causal<>);
  simple<batches<T>>("encoder_of_blocks_" + t,
                     layer_of<nn::encoder<mixing_block<T>, 2, nn::layer_norm<T, width>>>());
  simple<rows<T>>("encoder_of_pairs_" + t, layer_of<nn::encoder<pair, 2>>(), valid_keys(4));
  using model_type =
      nn::language_model<word, pair, 1, nn::learned_positions<T, position, width>, norm>;
  simple<tensor<token_id<11>, batch, token<>>>("language_model_of_pairs_" + t,
                                               layer_of<model_type>());

  using decoder_block =
      nn::decoder_layer<T, width, head, inner, output_by_input, act::relu, post_norm>;
  const auto model = layer_of<nn::decoder<nn::sequential<decoder_block, decoder_block>, 2, norm>>();
  test_case c("decoder_of_pairs_" + t);
  c.model(to_onnx<batches<T>, tensor<T, batch, source<>, width>>(model, self_options(causal<>)));
  const auto y = made_up_input<batches<T>>(5);
  const auto memory = made_up_input<tensor<T, batch, source<>, width>>(6);
  c.in("input_0", y);
  c.in("input_1", memory);
  c.out("output", model(y, memory, self_options(causal<>)));
  c.within("output", enveloped(model)(enveloped(y), enveloped(memory), self_options(causal<>)));
}

// --- functions, of a graph and of the library ---------------------------------------------------

// The same names as in a graph. Of envelopes, the numbers of options also become envelopes.
template <bool Envelopes = false>
struct library {
  template <class X>
  static auto argument(const X& x) {
    if constexpr (Envelopes)
      return enveloped(x);
    else
      return x;
  }
  template <class... X>
  auto attention_weights(const X&... x) const {
    return attn::attention_weights(argument(x)...);
  }
  template <class... X>
  auto scaled_dot_product_attention(const X&... x) const {
    return attn::scaled_dot_product_attention(argument(x)...);
  }
  template <class... X>
  auto grouped_query_attention(const X&... x) const {
    return attn::grouped_query_attention(argument(x)...);
  }
  template <axis_like Head, class X>
  auto repeat_heads(const X& x) const {
    return attn::repeat_heads<Head>(x);
  }
  template <class F>
  auto scored_by(const F& score) const {
    return attn::scored_by(argument(score));
  }
  template <class Layout, std::size_t N = all_features, class X, class... Where>
  auto rotary(const X& x, const Where&... where) const {
    if constexpr (sizeof...(Where) == 2 && N == all_features)
      return attn::rotary<Layout>(x, where...);  // of a table, or of a base
    else
      return attn::rotary<Layout, N>(x, where...);
  }
};

template <class... X>
struct inputs {};

template <class... X, class F, std::size_t... I>
void sample(test_case& c, const F& f, std::index_sequence<I...>) {
  const auto seed = [&c](std::size_t i) {
    return 1 + i + 20 * static_cast<std::uint64_t>(c.samples);
  };
  const std::tuple<X...> x{made_up_input<X>(seed(I))...};
  (c.in("x" + std::to_string(I), std::get<I>(x)), ...);
  library<> functions;
  c.out("y", f(functions, std::get<I>(x)...));
  library<true> all;
  c.within("y", f(all, enveloped(std::get<I>(x))...));
  c.next();
}
template <class... X, class F>
void sample(test_case& c, inputs<X...>, const F& f) {
  sample<X...>(c, f, std::index_sequence_for<X...>{});
}

// f of a graph's values, which is the file, and f of tensors, the sample.
template <class... X, class Graph, class F, std::size_t... I>
void write_graph(Graph& graph, const F& f, std::index_sequence<I...>) {
  const std::tuple<onnx_value<X>...> x{graph.template input<X>("x" + std::to_string(I))...};
  graph.output("y", f(graph, std::get<I>(x)...));
}
template <class Graph, class... X, class F>
test_case function(const std::string& name, inputs<X...> x, const F& f,
                   bool another_formula = false) {
  test_case c(name);
  c.another_formula = another_formula;
  Graph graph;
  write_graph<X...>(graph, f, std::index_sequence_for<X...>{});
  c.model(graph.bytes());
  sample(c, x, f);
  return c;
}

// A graph that computes the angles has 1 - 2 sin(a/2)^2 for the cosine.
inline constexpr bool computes_cosines = true;

template <class T>
void rotary_positions(const std::string& t) {
  using feature = axis<"feature", 6>;
  using x = inputs<tensor<T, batch, head, token<>, feature>>;
  function<onnx_graph<>>("rotary_halves_" + t, x{},
                         [](auto& f, const auto& v) { return f.template rotary<half_pairs>(v); });
  function<onnx_graph<>>(
      "rotary_interleaved_" + t, inputs<tensor<T, token<>, feature>>{}, [](auto& f, const auto& v) {
        return f.template rotary<interleaved_pairs>(v, rotary_options{.first_position = 700});
      });
  function<onnx_graph<>>("rotary_of_four_" + t, x{}, [](auto& f, const auto& v) {
    return f.template rotary<half_pairs, 4>(v, tensor<int, token<>>{4, 0, 33, 2, 7}, 500.0);
  });
  using at = tensor<std::int64_t, token<>>;
  function<onnx_graph<>>(
      "rotary_at_input_" + t, inputs<tensor<T, head, token<>, feature>, at>{},
      [](auto& f, const auto& v, const auto& positions) {
        return f.template rotary<interleaved_pairs>(v, positions);
      },
      computes_cosines);
  // Scaled, and with positions for each text.
  function<onnx_graph<>>("rotary_yarn_" + t, x{}, [](auto& f, const auto& v) {
    return f.template rotary<half_pairs>(
        v, tensor<int, batch, token<>>{{5, 6, 7, 8, 9}, {-2, -1, 0, 1, 2}, {0, 9, 4, 1, 70}},
        rotary_frequencies<4>(10000, yarn_scaling{.factor = 4, .original_length = 64}));
  });
  function<onnx_graph<>>("rotary_llama3_" + t, x{}, [](auto& f, const auto& v) {
    return f.template rotary<interleaved_pairs>(v, 40,
                                                rotary_frequencies<6>(500000, llama3_scaling{}));
  });
  function<onnx_graph<>>(
      "rotary_texts_at_input_" + t,
      inputs<tensor<T, batch, head, token<>, feature>, tensor<std::int64_t, batch, token<>>>{},
      [](auto& f, const auto& v, const auto& positions) {
        return f.template rotary<half_pairs>(
            v, positions, rotary_frequencies<6>(10000, yarn_scaling{.factor = 4}));
      },
      computes_cosines);
  const auto open = [](auto& f, const auto& v) {
    return f.template rotary<interleaved_pairs, 2>(v, rotary_options{.first_position = 3});
  };
  test_case c = function<onnx_graph<"token">>("rotary_open_" + t, x{}, open, computes_cosines);
  sample(c, inputs<tensor<T, batch, head, token<9>, feature>>{}, open);
  sample(c, inputs<tensor<T, batch, head, token<1>, feature>>{}, open);
}

template <class T>
void heads_in_groups(const std::string& t) {
  using four = axis<"head", 4>;
  using two = axis<"kv_head", 2>;
  using one = axis<"kv_head", 1>;
  using d_k = axis<"d_k", 3>;
  using d_v = axis<"d_v", 5>;
  using q = tensor<T, batch, four, token<>, d_k>;
  const auto bias = filled<tensor<T, four, token<>, source<>>>(5);
  function<onnx_graph<>>(
      "grouped_" + t,
      inputs<q, tensor<T, batch, two, source<>, d_k>, tensor<T, batch, two, source<>, d_v>>{},
      [&](auto& f, const auto& x, const auto& k, const auto& v) {
        return f.grouped_query_attention(x, k, v, biased_by(bias), soft_capped_by(T(2)));
      });
  function<onnx_graph<>>("multi_query_" + t,
                         inputs<tensor<T, four, token<>, d_k>, tensor<T, one, token<>, d_k>,
                                tensor<T, one, token<>, d_v>>{},
                         [](auto& f, const auto& x, const auto& k, const auto& v) {
                           return f.grouped_query_attention(x, k, v, sliding_window<1, 1>,
                                                            scaled_by(T(0.75)));
                         });
  function<onnx_graph<>>(
      "repeated_heads_" + t, inputs<tensor<T, two, token<>, d_k>>{},
      [](auto& f, const auto& x) { return f.template repeat_heads<axis<"head", 6>>(x); });
  const auto open = [](auto& f, const auto& x, const auto& k, const auto& v) {
    return f.grouped_query_attention(x, k, v, causal<>);
  };
  test_case c = function<onnx_graph<"batch", "token">>(
      "grouped_open_" + t,
      inputs<q, tensor<T, batch, two, token<>, d_k>, tensor<T, batch, two, token<>, d_v>>{}, open);
  using other = axis<"batch", 2>;
  sample(c,
         inputs<tensor<T, other, four, token<7>, d_k>, tensor<T, other, two, token<7>, d_k>,
                tensor<T, other, two, token<7>, d_v>>{},
         open);
}

// --- a block as in Llama: rms norms, rotary positions, heads in groups, SwiGLU ---------------------

template <class T>
struct llama_block {
  using value_type = T;
  using width = onnx_cases::width;
  static constexpr std::size_t sequences = 1;
  template <class U>
  using with_element = llama_block<U>;
  using q_head = axis<"head", 4>;
  using kv_head = axis<"kv_head", 2>;
  using d_k = axis<"d_k", 4>;
  using joined = axis<"joined", 16>;
  using joined_kv = axis<"joined_kv", 8>;
  using norm_type = nn::rms_norm<T, width, 1e-5>;
  using q_type = nn::linear<T, width, joined, output_by_input, without_bias>;
  using kv_type = nn::linear<T, width, joined_kv, output_by_input, without_bias>;
  using o_type = nn::linear<T, joined, width, output_by_input, without_bias>;
  using network_type = nn::swiglu<T, width, inner, output_by_input>;
  ATTN_MEMBERS(llama_block, (norm_type, attention_norm), (q_type, q_proj), (kv_type, k_proj),
               (kv_type, v_proj), (o_type, o_proj), (norm_type, ffn_norm),
               (network_type, feed_forward));

  template <class X, class... Options>
  auto operator()(const X& x, const Options&... options) const {
    const auto rows = attention_norm(x);
    const auto q = rotary<half_pairs>(split_heads<q_head, d_k>(q_proj(rows)));
    const auto k = rotary<half_pairs>(split_heads<kv_head, d_k>(k_proj(rows)));
    const auto v = split_heads<kv_head, d_k>(v_proj(rows));
    const auto heads = grouped_query_attention(q, k, v, options...);
    const auto h = x + o_proj(merge_heads<"joined">(heads));
    return h + feed_forward(ffn_norm(h));
  }
  template <class Graph, class X, class... Options>
  auto onnx(Graph& graph, const onnx_value<X>& x, const Options&... options) const {
    const auto rows = graph(attention_norm, x);
    const auto q = graph.template split_heads<q_head, d_k>(graph(q_proj, rows));
    const auto k = graph.template split_heads<kv_head, d_k>(graph(k_proj, rows));
    const auto v = graph.template split_heads<kv_head, d_k>(graph(v_proj, rows));
    const auto turned = graph.template rotary<half_pairs>(q);
    const auto heads =
        graph.grouped_query_attention(turned, graph.template rotary<half_pairs>(k), v, options...);
    const auto h = graph.add(x, graph(o_proj, graph.template merge_heads<"joined">(heads)));
    return graph.add(h, graph(feed_forward, graph(ffn_norm, h)));
  }
};

// In place of positions that are added: the blocks have their own.
template <class T>
struct no_positions {
  using value_type = T;
  using position = onnx_cases::position;
  using width = onnx_cases::width;
  template <class U>
  using with_element = no_positions<U>;
  ATTN_MEMBERS(no_positions);
  template <class X>
  X operator()(const X& x, std::size_t = 0) const {
    return x;
  }
  template <class Graph, class X>
  onnx_value<X> onnx(Graph&, const onnx_value<X>& x) const {
    return x;
  }
};

template <class Model, std::size_t Tokens>
void words(test_case& c, const Model& model) {
  const auto ids = made_up_input<tensor<token_id<11>, batch, token<Tokens>>>(Tokens);
  c.in("input", ids);
  c.out("output", model(ids));
  c.within("output", enveloped(model)(ids));
  c.next();
}

template <class Model>
void reads_words(const std::string& name, const Model& model) {
  test_case c(name);
  c.another_formula = computes_cosines;
  c.model(to_onnx<tensor<token_id<11>, batch, token<>>>(model, open_axes<"batch", "token">,
                                                        external_weights("model.safetensors")));
  c.file("model.safetensors", to_safetensors(model));
  words<Model, 5>(c, model);
  words<Model, 8>(c, model);
}

template <class T>
void llama(const std::string& t) {
  using model_type =
      nn::language_model<word, llama_block<T>, 2, no_positions<T>, nn::rms_norm<T, width, 1e-5>>;
  reads_words("llama_" + t, layer_of<model_type>());
  simple<batches<T>>("llama_block_" + t, layer_of<llama_block<T>>(), sliding_window<2, 0>);
}

// The library's own, in both arrangements of pairs, with a table that is tied and one that is not.
template <class T, class Options, class Table>
void library_llama(const std::string& name) {
  using model_type = nn::llama<T, word, position, axis<"width", 8>, axis<"head", 4>,
                               axis<"kv_head", 2>, inner, 2, output_by_input, Options, Table>;
  reads_words(name, layer_of<model_type>());
}

// --- scores, and biases by distance ---------------------------------------------------------------

template <class T>
void scores(const std::string& t) {
  using key = axis<"key_token", 5>;
  using hidden = axis<"hidden", 7>;
  using query_width = axis<"query_width", 3>;
  const auto check = [&]<class Score>(const std::string& name, const Score& score) {
    using q = tensor<T, batch, token<>, query_width>;
    using k = tensor<T, batch, source<>, width>;
    function<onnx_graph<>>(name + t, inputs<q, k>{}, [&](auto& f, const auto& x, const auto& y) {
      return f.attention_weights(x, y, scored_by(score), valid_keys(3));
    });
    // Keys that all queries of a batch share.
    function<onnx_graph<>>(
        name + "shared_" + t, inputs<q, tensor<T, source<>, width>, tensor<T, source<>, inner>>{},
        [&](auto& f, const auto& x, const auto& y, const auto& v) {
          return f.scaled_dot_product_attention(x, y, v, scaled_by(T(0.5)), scored_by(score));
        });
  };
  check("score_general_", layer_of<nn::general_score<T, query_width, width>>());
  check("score_additive_", layer_of<nn::additive_score<T, query_width, width, hidden>>());
  check("score_concat_", layer_of<nn::concat_score<T, query_width, width, hidden>>());
  using x = inputs<tensor<T, token<>, width>>;
  function<onnx_graph<>>("score_dot_" + t, x{}, [](auto& f, const auto& v) {
    return f.attention_weights(v, v, scored_by(dot_score));
  });
  function<onnx_graph<>>("score_scaled_dot_" + t, x{}, [](auto& f, const auto& v) {
    return f.scaled_dot_product_attention(v, v, v, scored_by(scaled_dot_score), causal<>);
  });
  using three = dim<3>;
  const auto layer = layer_of<nn::multi_head_attention<T, width, head, output_by_input>>();
  simple<batches<T>>("attention_additive_" + t, layer,
                     scored_by(layer_of<nn::additive_score<T, three, three, hidden>>()), causal<>);
  const auto table = filled<tensor<T, head, axis<"distance", 9>>>(4);
  simple<batches<T>>("attention_of_distances_" + t, layer,
                     biased_by(relative_bias<token<>, key>(table)));
  simple<rows<T>>("attention_alibi_" + t, layer, biased_by(alibi_bias<T, head, token<>, key>()),
                  causal<>);
  using text = tensor<int, batch, token<>>;
  simple<batches<T>>(
      "attention_segments_" + t, layer,
      same_segment(text{{1, 1, 2, 2, 2}, {4, 4, 4, 4, 5}, {0, 1, 2, 2, 2}}) & causal<>);
}

// --- recurrent decoders ---------------------------------------------------------------------------

using hidden = axis<"hidden", 4>;

// A state as inputs or outputs of a graph, and as tensors.
template <class H, class Graph>
auto state_input(std::type_identity<H>, Graph& graph) {
  return graph.template input<H>("before");
}
template <class H, class Graph>
auto state_input(std::type_identity<lstm_state<H>>, Graph& graph) {
  const auto before = graph.template input<H>("before");
  return lstm_state{before, graph.template input<H>("before_cell")};
}
template <class H>
H made_up_state(const test_case& c, std::type_identity<H>) {
  const H before = made_up_input<H>(4);
  c.in("before", before);
  return before;
}
template <class H>
lstm_state<H> made_up_state(const test_case& c, std::type_identity<lstm_state<H>>) {
  const lstm_state<H> before{made_up_input<H>(4), made_up_input<H>(5)};
  c.in("before", before.hidden);
  c.in("before_cell", before.cell);
  return before;
}
template <class Graph, class H>
void state_output(Graph& graph, const onnx_value<H>& after) {
  graph.output("after", after);
}
template <class Graph, class H>
void state_output(Graph& graph, const lstm_state<onnx_value<H>>& after) {
  graph.output("after", after.hidden);
  graph.output("after_cell", after.cell);
}
template <class T, class... Axes>
void expect_state(const test_case& c, const tensor<T, Axes...>& after) {
  c.out("after", after);
}
template <class H>
void expect_state(const test_case& c, const lstm_state<H>& after) {
  c.out("after", after.hidden);
  c.out("after_cell", after.cell);
}

template <class T, class... Axes>
void bound_state(const test_case& c, const tensor<T, Axes...>& all) {
  c.within("after", all);
}
template <class H>
void bound_state(const test_case& c, const lstm_state<H>& all) {
  c.within("after", all.hidden);
  c.within("after_cell", all.cell);
}

// One step of a cell.
template <class State, class X, class Cell>
void one_step(const std::string& name, const Cell& cell) {
  test_case c(name);
  onnx_graph<> graph(cell);
  const auto x = graph.template input<X>("x");
  const auto before = state_input(std::type_identity<State>{}, graph);
  state_output(graph, graph(cell, x, before));
  c.model(graph.bytes());
  const auto sample = made_up_input<X>(8);
  c.in("x", sample);
  const auto start = made_up_state(c, std::type_identity<State>{});
  expect_state(c, cell(sample, initial(start)).value);
  bound_state(c, enveloped(cell)(enveloped(sample), initial(enveloped_state(start))).value);
}

// A decoder, and the score of its attention.
template <class Decoder, class Score>
struct attending {
  ATTN_MEMBERS(attending, (Decoder, decoder), (Score, score));
};

// Three steps, each of which reads the likeliest word of the one before. step(f, decode, memory)
// calls decode(memory, options…).
template <class Memory, class State, class Decoder, class F>
void words_of_library(test_case& c, const Decoder& decoder, const F& step) {
  auto before = made_up_state(c, std::type_identity<State>{});
  auto all_before = enveloped_state(before);
  const auto all_decoder = enveloped(decoder);
  const auto memory = made_up_input<Memory>(9);
  token_id<7> word(3);
  c.in("id", tensor<token_id<7>>(word));
  c.in("memory", memory);
  for (int i = 0; i < 3; ++i) {
    const auto decode = [&](const auto&... rest) {
      return decoder(initial(before), word, rest...);
    };
    const auto decode_all = [&](const auto&... rest) {
      return all_decoder(initial(all_before), word, rest...);
    };
    const auto made = step(library<>(), decode, memory);
    const auto all = step(library<true>(), decode_all, enveloped(memory));
    const std::string number = std::to_string(i);
    c.out("context" + number, made.context);
    c.out("logits" + number, made.logits);
    c.within("context" + number, all.context);
    c.within("logits" + number, all.logits);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(made.weights)>, no_weights>) {
      c.out("weights" + number, made.weights);
      c.within("weights" + number, all.weights);
    }
    before = made.after.value;
    all_before = all.after.value;
    word = token_id<7>(static_cast<int>(argmax<0>(made.logits)()));
  }
  expect_state(c, before);
  bound_state(c, all_before);
  c.next();
}
template <class Memory, class State, class Graph, class Decoder, class F>
void words_of_graph(Graph& graph, const Decoder& decoder, const F& step) {
  auto before = state_input(std::type_identity<State>{}, graph);
  using id_type = tensor<token_id<7>>;
  auto word = graph.template input<id_type>("id");
  const auto memory = graph.template input<Memory>("memory");
  for (int i = 0; i < 3; ++i) {
    const auto decode = [&](const auto&... rest) { return graph(decoder, before, word, rest...); };
    const auto made = step(graph, decode, memory);
    const std::string number = std::to_string(i);
    graph.output("context" + number, made.context);
    graph.output("logits" + number, made.logits);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(made.weights)>, no_weights>)
      graph.output("weights" + number, made.weights);
    before = made.after;
    word = graph.template node<id_type>("ArgMax", {{"axis", 0}, {"keepdims", 0}}, made.logits);
  }
  state_output(graph, before);
}
template <class T, class State, class Model, class F>
void three_words(const std::string& name, const Model& model, const F& step) {
  test_case c(name);
  onnx_graph<"source"> graph(model, external_weights("model.safetensors"));
  words_of_graph<tensor<T, source<>, width>, State>(graph, model.decoder, step);
  c.model(graph.bytes());
  c.file("model.safetensors", to_safetensors(model));
  words_of_library<tensor<T, source<>, width>, State>(c, model.decoder, step);
  words_of_library<tensor<T, source<7>, width>, State>(c, model.decoder, step);
}

template <class T>
void recurrent_decoders(const std::string& t) {
  using embedded = axis<"embedded", 3>;
  using input = axis<"input", 6 + 3>;
  using H = tensor<T, hidden>;
  one_step<H, tensor<T, width>>("rnn_step_" + t, layer_of<nn::rnn_cell<T, width, hidden>>());
  one_step<tensor<T, batch, hidden>, tensor<T, batch, width>>(
      "gru_step_" + t, layer_of<nn::gru_cell<T, width, hidden>>());
  one_step<lstm_state<H>, tensor<T, width>>("lstm_step_" + t,
                                            layer_of<nn::lstm_cell<T, width, hidden>>());

  using embedding = nn::embedding<T, other_word, embedded>;
  using output = nn::linear<T, axis<"all", 4 + 6 + 3>, other_word, output_by_input>;
  using gru = nn::recurrent_decoder<nn::gru_cell<T, input, hidden>, embedding, output>;
  using lstm = nn::recurrent_decoder<nn::lstm_cell<T, input, hidden>, embedding, output>;
  const auto attend = [&]<class State, class Decoder, class Score>(
                          const std::string& name, std::type_identity<State>,
                          const attending<Decoder, Score>& model) {
    three_words<T, State>("decoder_" + name + "_" + t, model,
                          [&](auto&& f, const auto& decode, const auto& memory) {
                            return decode(memory, f.scored_by(model.score), valid_keys(3));
                          });
  };
  using other_hidden = axis<"other_hidden", 5>;
  attend("additive", std::type_identity<lstm_state<H>>{},
         layer_of<attending<lstm, nn::additive_score<T, hidden, width, other_hidden>>>());
  attend("concat", std::type_identity<H>{},
         layer_of<attending<gru, nn::concat_score<T, hidden, width, other_hidden>>>());
  attend("general", std::type_identity<H>{},
         layer_of<attending<gru, nn::general_score<T, hidden, width>>>());
  // Of dot products, the memory has the width of the state.
  {
    using output_of_state = nn::linear<T, axis<"all", 4 + 4 + 3>, other_word, input_by_output>;
    using cell = nn::gru_cell<T, axis<"input", 4 + 3>, hidden>;
    using decoder = nn::recurrent_decoder<cell, embedding, output_of_state>;
    const auto model = layer_of<decoder>();
    const auto step = [](auto&&, const auto& decode, const auto& memory) {
      return decode(memory, causal_from(2));
    };
    test_case c("decoder_dot_" + t);
    onnx_graph<> graph(model);
    words_of_graph<tensor<T, source<>, hidden>, H>(graph, model, step);
    c.model(graph.bytes());
    words_of_library<tensor<T, source<>, hidden>, H>(c, model, step);
  }
  // Without attention.
  {
    const auto model = layer_of<lstm>();
    const auto step = [](auto&&, const auto& decode, const auto& memory) {
      return decode(fixed_context(memory));
    };
    test_case c("decoder_of_fixed_context_" + t);
    onnx_graph<> graph(model);
    words_of_graph<tensor<T, width>, lstm_state<H>>(graph, model, step);
    c.model(graph.bytes());
    words_of_library<tensor<T, width>, lstm_state<H>>(c, model, step);
  }
}

}  // namespace

void blocks() {
  sequences<float>("float");
  sequences<double>("double");
  rotary_positions<float>("float");
  rotary_positions<double>("double");
  heads_in_groups<float>("float");
  heads_in_groups<double>("double");
  llama<float>("float");
  llama<double>("double");
  library_llama<float, llama2c_block, nn::tied_table>("llama_tied_float");
  library_llama<double, hugging_face_llama, nn::own_output<input_by_output>>("llama_own_double");
  scores<float>("float");
  scores<double>("double");
  recurrent_decoders<float>("float");
  recurrent_decoders<double>("double");
}

}  // namespace onnx_cases
