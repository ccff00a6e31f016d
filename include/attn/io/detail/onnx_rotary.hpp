// SPDX-License-Identifier: BSL-1.0
// The ONNX form of rotary positions: x * cosine + (the other feature of each pair) * sine, where
// the sine of a first feature is negative.
//
// Cosines and sines are constants with the bits of the library, where the positions are known. Of
// positions that are a value, or of any number of tokens, they are computed in double: the cosine
// as 1 - 2 sin(a/2)^2, because ONNX Runtime has the sine of double only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <attn/io/detail/onnx_value.hpp>
#include <attn/layers/position.hpp>
#include <attn/layers/rotary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

struct onnx_turns {
  std::string cosine, sine;  // (token, N)
};

// position(t), a number, of a known number of tokens.
template <class Layout, std::size_t N, class T, std::size_t Tokens, class Graph, class F>
ATTN_ABI onnx_turns turns_of_known(Graph& graph, double base, const F& position) {
  const auto lengths = wavelengths<N / 2>(base, N);
  using table = tensor<T, dim<Tokens>, dim<N>>;
  const std::unique_ptr<table> cosine(new table), sine(new table);
  for (std::size_t t = 0; t < Tokens; ++t) {
    const auto at = turns_at<T>(position(t), lengths);
    for (std::size_t i = 0; i < N / 2; ++i) {
      const std::size_t first = t * N + Layout::first(i, N), second = t * N + Layout::second(i, N);
      cosine->data()[first] = cosine->data()[second] = at.cosine.data()[i];
      sine->data()[first] = -at.sine.data()[i];
      sine->data()[second] = at.sine.data()[i];
    }
  }
  const std::string first = graph.file.constant({Tokens, N}, cosine->data());
  return {first, graph.file.constant({Tokens, N}, sine->data())};
}

// Positions that are a value: a vector of integers.
template <class Layout, std::size_t N, class T, class Graph>
ATTN_ABI onnx_turns turns_of_value(Graph& graph, double base, const std::string& positions) {
  const auto lengths = wavelengths<N / 2>(base, N);
  tensor<double, dim<N>> length, sign;
  for (std::size_t i = 0; i < N / 2; ++i) {
    const std::size_t first = Layout::first(i, N), second = Layout::second(i, N);
    length.data()[first] = length.data()[second] = lengths.data()[i];
    sign.data()[first] = -1;
    sign.data()[second] = 1;
  }
  // One after the other: the file must not depend on the order in which a compiler evaluates.
  auto& file = graph.file;
  const auto number = [&file](double value) { return file.number(value); };
  const auto node = [&file](const char* operation, const std::string& a, const std::string& b) {
    return file.node(operation, {a, b});
  };
  const std::string column = node(
      "Unsqueeze", file.node("Cast", {positions}, {{"to", onnx_type<double>}}), file.integers({1}));
  const std::string angle = node("Div", column, file.constant({N}, length.data()));
  const std::string sine = node("Mul", file.node("Sin", {angle}), file.constant({N}, sign.data()));
  const std::string half = file.node("Sin", {node("Mul", angle, number(0.5))});
  const std::string square = node("Mul", half, half);
  const std::string twice = node("Add", square, square);
  const std::string cosine = node("Sub", number(1), twice);
  if constexpr (std::is_same_v<T, double>) {
    return {cosine, sine};
  } else {
    const std::string rounded = file.node("Cast", {cosine}, {{"to", onnx_type<T>}});
    return {rounded, file.node("Cast", {sine}, {{"to", onnx_type<T>}})};
  }
}

// Token t is at first + t.
template <class Layout, std::size_t N, class X, class Graph>
ATTN_ABI onnx_turns turns_after(Graph& graph, const onnx_value<X>& x, double base,
                                std::size_t first) {
  using tokens = second_to_last_axis<typename X::shape_type>;
  using T = typename X::value_type;
  if constexpr (!Graph::template is_open<tokens>) {
    return turns_of_known<Layout, N, T, tokens::size>(
        graph, base, [first](std::size_t t) { return position_after(first, t); });
  } else {
    auto& file = graph.file;
    const std::string count = file.node("Squeeze", {graph.template length<-2>(x)});
    const std::string zero = file.number(std::int64_t{0});
    std::string positions = file.node("Range", {zero, count, file.number(std::int64_t{1})});
    if (first != 0)
      positions = file.node("Add", {positions, file.number(static_cast<std::int64_t>(first))});
    return turns_of_value<Layout, N, T>(graph, base, positions);
  }
}
// At the positions of a tensor, or of a value.
template <class Layout, std::size_t N, class X, class Graph, class P, class... At>
ATTN_ABI onnx_turns turns_at_positions(Graph& graph, const onnx_value<X>&, double base,
                                       const tensor<P, At...>& positions) {
  static_assert(!(Graph::template is_open<At> || ...),
                "attn::onnx_graph: the positions have an axis that is left open; make them an "
                "input of the graph");
  return turns_of_known<Layout, N, typename X::value_type, tensor<P, At...>::volume>(
      graph, base, [&](std::size_t t) { return static_cast<double>(positions.data()[t]); });
}
template <class Layout, std::size_t N, class X, class Graph, class P>
ATTN_ABI onnx_turns turns_at_positions(Graph& graph, const onnx_value<X>&, double base,
                                       const onnx_value<P>& positions) {
  return turns_of_value<Layout, N, typename X::value_type>(graph, base, positions.name);
}

// x with its first N features rotated.
template <class Layout, std::size_t N, class Graph, class X>
ATTN_ABI onnx_value<X> onnx_rotated(Graph& graph, const onnx_value<X>& x, const onnx_turns& at) {
  constexpr std::size_t width = last_axis<typename X::shape_type>::size;
  const std::string turned = N == width ? x.name : onnx_slice(graph, x.name, -1, 0, N);
  std::vector<std::int64_t> others(N);
  for (std::size_t i = 0; i < N / 2; ++i) {
    others[Layout::first(i, N)] = static_cast<std::int64_t>(Layout::second(i, N));
    others[Layout::second(i, N)] = static_cast<std::int64_t>(Layout::first(i, N));
  }
  const std::string other =
      graph.file.node("Gather", {turned, graph.file.integers(others)}, {{"axis", -1}});
  const std::string along = graph.file.node("Mul", {turned, at.cosine});
  const std::string across = graph.file.node("Mul", {other, at.sine});
  const std::string y = graph.file.node("Add", {along, across});
  if constexpr (N == width)
    return {y};
  else
    return {
        graph.file.node("Concat", {y, onnx_slice(graph, x.name, -1, N, width)}, {{"axis", -1}})};
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
