// SPDX-License-Identifier: BSL-1.0
// The ONNX forms of models: layers one after the other, encoder, decoder, Transformer, language
// model.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/io/detail/onnx_attention.hpp>
#include <attn/io/detail/onnx_layers.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/language_model.hpp>
#include <attn/models/stack.hpp>
#include <attn/models/trace.hpp>
#include <attn/models/transformer.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Whether a call meets its requirements; if not, the call itself reports it.
template <class Layer, class... Arguments>
inline constexpr bool onnx_call_holds = call_holds<Layer, Arguments...>;
template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm,
          class Y, class Memory, class... Options>
inline constexpr bool onnx_call_holds<
    nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>, Y, Memory, Options...> =
    rules::decoder_call<nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>, Y,
                        Memory, rules::placed_call<decoder_places, Options...>>::holds;
template <class Layer, std::size_t N, class Norm, class Y, class Memory, class... Options>
inline constexpr bool onnx_call_holds<nn::decoder<Layer, N, Norm>, Y, Memory, Options...> =
    rules::stack_call<Layer, N, Norm>::holds &&
    rules::decoder_call<Layer, Y, Memory, rules::placed_call<decoder_places, Options...>>::holds;
template <class SourceWord, class TargetWord, class Layer, std::size_t N, class Norm,
          class Positions, std::size_t M, class Source, class Target, class... Options>
inline constexpr bool onnx_call_holds<
    nn::transformer<SourceWord, TargetWord, Layer, N, Norm, Positions, M>, Source, Target,
    Options...> =
    rules::transformer_call<nn::transformer<SourceWord, TargetWord, Layer, N, Norm, Positions, M>,
                            Source, Target, Options...>::holds;
template <class Word, class Layer, std::size_t N, class Positions, class Norm, class Ids>
inline constexpr bool onnx_call_holds<nn::language_model<Word, Layer, N, Positions, Norm>, Ids> =
    nn::language_model<Word, Layer, N, Positions, Norm>::parts::holds &&
    rules::text_call<nn::language_model<Word, Layer, N, Positions, Norm>, Ids>::holds;

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

  template <std::size_t I, class Graph, class X, class... More>
  ATTN_ABI static auto from(Graph& graph, const layer_type& layers, const X& x,
                            const More&... more) {
    const auto y = one<I>(graph, layers, x, more...);
    if constexpr (I + 1 == sizeof...(Layers))
      return y;
    else
      return from<I + 1>(graph, layers, y, more...);
  }
  template <std::size_t I, class Graph, class X, class... More>
  ATTN_ABI static auto one(Graph& graph, const layer_type& layers, const X& x,
                           const More&... more) {
    const auto& layer = detail::layer_at<I>(layers);
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

template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
struct onnx_form<nn::encoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>> {
  using layer_type = nn::encoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>;
  template <class Graph, class X, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x,
                             const Options&... options) {
    const auto h = detail::onnx_residual<Norm>(graph, x, layer.norm1, [&](const auto& rows) {
      return graph(layer.self_attn, rows, options...);
    });
    return detail::onnx_residual<Norm>(
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

template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
struct onnx_form<nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>> {
  using layer_type = nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>;
  template <class Graph, class Y, class M, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<Y>& y,
                             const onnx_value<M>& memory, const Options&... options) {
    using detail::onnx_residual, detail::with_options;
    const auto h = onnx_residual<Norm>(graph, y, layer.norm1, [&](const auto& rows) {
      return with_options<self_place>(
          [&](const auto&... mine) { return graph(layer.self_attn, rows, mine...); }, options...);
    });
    const auto g = onnx_residual<Norm>(graph, h, layer.norm2, [&](const auto& rows) {
      return with_options<cross_place>(
          [&](const auto&... mine) {
            return graph(layer.multihead_attn, rows, memory, memory, mine...);
          },
          options...);
    });
    return onnx_residual<Norm>(graph, g, layer.norm3,
                               [&](const auto& rows) { return graph(layer.feed_forward, rows); });
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

template <class Word, class Layer, std::size_t N, class Positions, class Norm>
struct onnx_form<nn::language_model<Word, Layer, N, Positions, Norm>> {
  using layer_type = nn::language_model<Word, Layer, N, Positions, Norm>;
  template <class Graph, class Ids>
  ATTN_ABI static auto write(Graph& graph, const layer_type& model, const onnx_value<Ids>& ids) {
    const auto x = graph(model.positions, graph(model.embedding, ids));
    const auto y = graph(model.norm, detail::onnx_through(graph, model.layers, x, causal<>));
    using result = detail::onnx_result<layer_type, onnx_value<Ids>>;
    if constexpr (detail::is_missing<decltype(y)>)
      return y;
    else
      return result{detail::onnx_product<output_by_input>(graph, y.name, model.embedding.weight)};
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
