// SPDX-License-Identifier: BSL-1.0
// Models as graphs of ONNX.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <attn/io/detail/onnx_attention.hpp>
#include <attn/io/detail/onnx_layers.hpp>
#include <attn/io/detail/onnx_recurrent.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/models/attend.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/language_model.hpp>
#include <attn/models/recurrent_decoder.hpp>
#include <attn/models/stack.hpp>
#include <attn/models/trace.hpp>
#include <attn/models/transformer.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The ONNX forms of models: layers one after the other, encoder, decoder, Transformer, language
// model.

namespace detail {

// Whether a call meets its requirements. If not, the call itself reports it.
template <class Layer, class... Arguments>
inline constexpr bool onnx_call_holds = call_holds<Layer, Arguments...>;
template <class T, class Width, class Head, class Inner, class Layout, class Block, class Order,
          class Y, class Memory, class... Options>
inline constexpr bool onnx_call_holds<
    nn::decoder_layer<T, Width, Head, Inner, Layout, Block, Order>, Y, Memory, Options...> =
    rules::decoder_call<nn::decoder_layer<T, Width, Head, Inner, Layout, Block, Order>, Y, Memory,
                        rules::placed_call<decoder_places, Options...>>::all::value;
template <class Layer, std::size_t N, class Norm, class Y, class Memory, class... Options>
inline constexpr bool onnx_call_holds<nn::decoder<Layer, N, Norm>, Y, Memory, Options...> =
    rules::stack_call<Layer, N, Norm>::all::value &&
    rules::decoder_call<Layer, Y, Memory,
                        rules::placed_call<decoder_places, Options...>>::all::value;
template <class SourceWord, class TargetWord, class Layer, std::size_t N, class Norm,
          class Positions, std::size_t M, class Source, class Target, class... Options>
inline constexpr bool onnx_call_holds<
    nn::transformer<SourceWord, TargetWord, Layer, N, Norm, Positions, M>, Source, Target,
    Options...> =
    rules::transformer_call<nn::transformer<SourceWord, TargetWord, Layer, N, Norm, Positions, M>,
                            Source, Target, Options...>::all::value;
template <class Word, class Layer, std::size_t N, class Positions, class Norm, class Table,
          class Ids>
inline constexpr bool onnx_call_holds<nn::language_model<Word, Layer, N, Positions, Norm, Table>,
                                      Ids> =
    nn::language_model<Word, Layer, N, Positions, Norm, Table>::parts::all::value &&
    rules::text_call<nn::language_model<Word, Layer, N, Positions, Norm, Table>, Ids>::all::value;

template <class Word, class Layer, std::size_t N, class Positions, class Norm, class Table,
          class Ids, class Padding>
inline constexpr bool
    onnx_call_holds<nn::language_model<Word, Layer, N, Positions, Norm, Table>, Ids, Padding> =
        nn::language_model<Word, Layer, N, Positions, Norm, Table>::parts::all::value &&
        rules::texts_call<nn::language_model<Word, Layer, N, Positions, Norm, Table>, void, Ids,
                          Padding>::all::value;

// The same with options, if it is known before there is a graph.
template <bool Known, class... Call>
inline constexpr bool onnx_options_hold = true;
template <class... Call>
inline constexpr bool onnx_options_hold<true, Call...> = onnx_call_holds<Call...>;

// x and what f makes of it: norm(x + f(x)), or x + f(norm(x)).
template <class Order, class Graph, class X, class Norm, class F>
ATTN_ABI auto onnx_residual(Graph& graph, const X& x, const Norm& norm, const F& f) {
  if constexpr (Order::norm_first)
    return graph.add(x, f(graph(norm, x)));
  else
    return graph(norm, graph.add(x, f(x)));
}

// x through one layer after the other.
template <class Graph, class Layer, std::size_t N, class X, class... More>
ATTN_ABI auto onnx_through(Graph& graph, const Layer (&layers)[N], const X& x,
                           const More&... more) {
  auto y = graph(layers[0], x, more...);
  for (std::size_t i = 1; i < N; ++i) y = graph(layers[i], y, more...);
  return y;
}
template <class Graph, class... Layers, class X, class... More>
ATTN_ABI auto onnx_through(Graph& graph, const nn::sequential<Layers...>& layers, const X& x,
                           const More&... more) {
  return graph(layers, x, more...);
}

}  // namespace detail

template <class... Layers>
struct onnx_form<nn::sequential<Layers...>> {
  using layer_type = nn::sequential<Layers...>;
  template <class Graph, class X, class... More>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layers, const onnx_value<X>& x,
                             const More&... more) {
    return from<0>(graph, layers, x, more...);
  }

 private:
  // As the call: options go to the layers that state with how many sequences they are called, or,
  // if none of them does, to all.
  static constexpr bool gives_all = !(detail::states_sequences<Layers> || ...);

  template <std::size_t Index, class Graph, class X, class... More>
  ATTN_ABI static auto from(Graph& graph, const layer_type& layers, const X& x,
                            const More&... more) {
    const auto y = one<Index>(graph, layers, x, more...);
    if constexpr (Index + 1 == sizeof...(Layers))
      return y;
    else
      return from<Index + 1>(graph, layers, y, more...);
  }
  template <std::size_t Index, class Graph, class X, class... More>
  ATTN_ABI static auto one(Graph& graph, const layer_type& layers, const X& x,
                           const More&... more) {
    const auto& layer = detail::layer_at<Index>(layers);
    using type = std::remove_cvref_t<decltype(layer)>;
    if constexpr (gives_all || detail::states_sequences<type>)
      return graph(layer, x, more...);
    else
      return graph(layer, x);
  }
};

template <class Block, std::size_t N>
struct onnx_form<nn::stack<Block, N>> {
  using layer_type = nn::stack<Block, N>;
  template <class Graph, class X, class... More>
  ATTN_ABI static auto write(Graph& graph, const layer_type& stack, const onnx_value<X>& x,
                             const More&... more) {
    return detail::onnx_through(graph, stack.layers, x, more...);
  }
};

template <class T, class Width, class Head, class Inner, class Layout, class Block, class Order>
struct onnx_form<nn::encoder_layer<T, Width, Head, Inner, Layout, Block, Order>> {
  using layer_type = nn::encoder_layer<T, Width, Head, Inner, Layout, Block, Order>;
  template <class Graph, class X, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x,
                             const Options&... options) {
    const auto h = detail::onnx_residual<typename layer_type::norm_order>(
        graph, x, layer.norm1,
        [&](const auto& rows) { return graph(layer.self_attn, rows, options...); });
    return detail::onnx_residual<typename layer_type::norm_order>(
        graph, h, layer.norm2, [&](const auto& rows) { return graph(layer.feed_forward, rows); });
  }
};

template <class Layer, std::size_t N, class Norm>
struct onnx_form<nn::encoder<Layer, N, Norm>> {
  using layer_type = nn::encoder<Layer, N, Norm>;
  template <class Graph, class X, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& stack, const onnx_value<X>& x,
                             const Options&... options) {
    return graph(stack.norm, detail::onnx_through(graph, stack.layers, x, options...));
  }
};

template <class T, class Width, class Head, class Inner, class Layout, class Block, class Order>
struct onnx_form<nn::decoder_layer<T, Width, Head, Inner, Layout, Block, Order>> {
  using layer_type = nn::decoder_layer<T, Width, Head, Inner, Layout, Block, Order>;
  template <class Graph, class Y, class M, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<Y>& y,
                             const onnx_value<M>& memory, const Options&... options) {
    using detail::onnx_residual, detail::with_options;
    const auto h = onnx_residual<typename layer_type::norm_order>(
        graph, y, layer.norm1, [&](const auto& rows) {
          return with_options<self_place>(
              [&](const auto&... mine) { return graph(layer.self_attn, rows, mine...); },
              options...);
        });
    const auto g = onnx_residual<typename layer_type::norm_order>(
        graph, h, layer.norm2, [&](const auto& rows) {
          return with_options<cross_place>(
              [&](const auto&... mine) {
                return graph(layer.multihead_attn, rows, memory, memory, mine...);
              },
              options...);
        });
    return onnx_residual<typename layer_type::norm_order>(
        graph, g, layer.norm3, [&](const auto& rows) { return graph(layer.feed_forward, rows); });
  }
};

template <class Layer, std::size_t N, class Norm>
struct onnx_form<nn::decoder<Layer, N, Norm>> {
  using layer_type = nn::decoder<Layer, N, Norm>;
  template <class Graph, class Y, class M, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& stack, const onnx_value<Y>& y,
                             const onnx_value<M>& memory, const Options&... options) {
    return graph(stack.norm, detail::onnx_through(graph, stack.layers, y, memory, options...));
  }
};

template <class SourceWord, class TargetWord, class Layer, std::size_t N, class Norm,
          class Positions, std::size_t M>
struct onnx_form<nn::transformer<SourceWord, TargetWord, Layer, N, Norm, Positions, M>> {
  using layer_type = nn::transformer<SourceWord, TargetWord, Layer, N, Norm, Positions, M>;
  template <class Graph, class Source, class Target, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& model,
                             const onnx_value<Source>& source, const onnx_value<Target>& target,
                             const Options&... options) {
    const auto x = graph(Positions{}, graph(model.src_embed, source));
    const auto memory = detail::with_options<source_place>(
        [&](const auto&... mine) { return graph(model.encoder, x, mine...); }, options...);
    const auto y = graph(Positions{}, graph(model.tgt_embed, target));
    const auto decoded = graph(model.decoder, y, memory, detail::options_at<self_place>(options...),
                               detail::options_at<cross_place>(options...));
    const auto scores = graph(model.generator, decoded);
    using result = typename decltype(scores)::tensor_type;
    return graph.template node<result>("LogSoftmax", {{"axis", -1}}, scores);
  }
};

template <class Word, class Layer, std::size_t N, class Positions, class Norm, class Table>
  requires(!std::is_same_v<Table, packed_weights>)
struct onnx_form<nn::language_model<Word, Layer, N, Positions, Norm, Table>> {
  using layer_type = nn::language_model<Word, Layer, N, Positions, Norm, Table>;
  template <class Graph, class Ids>
  ATTN_ABI static auto write(Graph& graph, const layer_type& model, const onnx_value<Ids>& ids) {
    const auto x = graph(model.positions, graph(model.embedding, ids));
    return logits<detail::onnx_result<layer_type, onnx_value<Ids>>>(graph, model, x, causal<>);
  }
  template <class Graph, class Ids, class Padding>
  ATTN_ABI static auto write(Graph& graph, const layer_type& model, const onnx_value<Ids>& ids,
                             const Padding& padding) {
    if constexpr (detail::any_tensor<Padding>) {
      return write(graph, model, ids, graph.constant(padding));
    } else {
      const auto x =
          graph(model.positions, graph(model.embedding, ids), graph.position_ids(padding));
      return logits<detail::onnx_result<layer_type, onnx_value<Ids>, Padding>>(
          graph, model, x, causal<> & key_padding(padding), fully_masked<zero_rows>);
    }
  }

 private:
  template <class result, class Graph, class X, class... Options>
  ATTN_ABI static auto logits(Graph& graph, const layer_type& model, const X& x,
                              const Options&... options) {
    const auto y = graph(model.norm, detail::onnx_through(graph, model.layers, x, options...));
    if constexpr (detail::is_missing<std::remove_const_t<decltype(y)>>)
      return y;
    else if constexpr (!requires { model.embedding.output; })
      return result{detail::onnx_product<output_by_input>(graph, y.name, model.embedding.weight)};
    else
      return graph(model.embedding.output, y);
  }
};

// The ONNX forms of a recurrent decoder: attention of a state, and a step. A state is a value, or
// an lstm_state of two, before a step and after it.

// A context that is a value.
template <class X>
ATTN_ABI fixed_context_t<onnx_value<X>> fixed_context(const onnx_value<X>& context) {
  return {context};
}

namespace detail {

// attend(before, memory, options…): {context, weights}.
template <class Graph, class State, class Memory, class... Options>
ATTN_ABI auto onnx_attend(Graph& graph, const State& before, const onnx_value<Memory>& memory,
                          const Options&... options) {
  using call =
      rules::attend_call<onnx_state_before<State>, Memory, rules::options<stand_in<Options>...>>;
  using result = decltype(attn::attend(std::declval<const onnx_state_before<State>&>(),
                                       std::declval<const Memory&>(),
                                       std::declval<const stand_in<Options>&>()...));
  using context = onnx_value<decltype(result::context)>;
  using weights = onnx_value<decltype(result::weights)>;
  if constexpr (!call::all::value) {
    return attended<context, weights>{};  // the call has reported why
  } else {
    using query = tensor_of<typename Memory::value_type, typename call::query>;
    const auto each = onnx_attention_weights(
        graph, onnx_value<query>{with_axes(graph, names_of_state(before)[0], {0})}, memory,
        options...);
    using found = std::remove_const_t<decltype(each)>;
    if constexpr (is_missing<found>) {
      return attended<found, found>{each, each};
    } else {
      const std::string average = graph.file.node("MatMul", {each.name, memory.name});
      const std::string row = without_axes(graph, average, {0});
      return attended<context, weights>{{row}, {without_axes(graph, each.name, {0})}};
    }
  }
}
template <class Graph, class State, class X>
ATTN_ABI auto onnx_attend(Graph&, const State&, const fixed_context_t<onnx_value<X>>& memory) {
  return attended<onnx_value<X>, no_weights>{memory.context, {}};
}

template <class Graph, class State, class Layer, class X, class... Options>
ATTN_ABI auto onnx_attend(Graph&, const State&, const onnx_missing<Layer, X>& memory,
                          const Options&...) {
  return attended<onnx_missing<Layer, X>, onnx_missing<Layer, X>>{memory, memory};
}

// d(before, id, memory, options…): {after, context, weights, logits}.
template <class Graph, class Decoder, class State, class Id, class Memory, class... Options>
ATTN_ABI auto onnx_decoded_word(Graph& graph, const Decoder& d, const State& before,
                                const onnx_value<tensor<Id>>& id, const Memory& memory,
                                const Options&... options) {
  using word = decltype(d(std::declval<const onnx_state_before<State>&>(),
                          std::declval<const Id&>(), std::declval<const stand_in<Memory>&>(),
                          std::declval<const stand_in<Options>&>()...));
  using output = std::remove_cvref_t<decltype(d.output)>;
  const auto y = graph(d.embedding, id);
  const auto found = onnx_attend(graph, before, memory, options...);
  using context = decltype(found.context);
  if constexpr (is_missing<std::remove_const_t<decltype(y)>>) {
    return decoded_word<State, decltype(found.context), decltype(found.weights),
                        std::remove_const_t<decltype(y)>>{before, found.context, found.weights, y};
  } else if constexpr (is_missing<context>) {
    return decoded_word<State, context, context, context>{before, found.context, found.context,
                                                          found.context};
  } else {
    using T = typename decltype(word::logits)::value_type;
    using input = tensor<T, dim<context::tensor_type::volume +
                                std::remove_cvref_t<decltype(y)>::tensor_type::volume>>;
    const std::string both = graph.file.node("Concat", {found.context.name, y.name}, {{"axis", 0}});
    const State after = graph(d.cell, onnx_value<input>{both}, before);
    const std::string all = graph.file.node(
        "Concat", {names_of_state(after)[0], found.context.name, y.name}, {{"axis", 0}});
    using output_input = tensor<T, typename output_parts<output>::input>;
    const auto logits = graph(d.output, onnx_value<output_input>{all});
    return decoded_word<State, context, decltype(found.weights),
                        std::remove_const_t<decltype(logits)>>{after, found.context, found.weights,
                                                               logits};
  }
}

}  // namespace detail
template <class T, class Width, class Head, detail::onnx_layout Layout, class Bias>
struct onnx_form<nn::multi_head_with_sinks<T, Width, Head, Layout, Bias>> {
  using layer_type = nn::multi_head_with_sinks<T, Width, Head, Layout, Bias>;
  template <class Graph, class... Arguments>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const Arguments&... arguments) {
    return onnx_form<typename layer_type::plain>::write(graph, layer, arguments...,
                                                        onnx_sinks<T, Head>{layer.sinks});
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
