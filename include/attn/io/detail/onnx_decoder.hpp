// SPDX-License-Identifier: BSL-1.0
// The ONNX forms of a recurrent decoder: attention of a state, and a step. A state is a value, or
// an lstm_state of two, before a step and after it.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include <attn/io/detail/onnx_attention.hpp>
#include <attn/io/detail/onnx_layers.hpp>
#include <attn/io/detail/onnx_recurrent.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/models/attend.hpp>
#include <attn/models/recurrent_decoder.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
  if constexpr (!call::holds) {
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
}  // namespace attn
ATTN_STRICT_FP_END
