// SPDX-License-Identifier: BSL-1.0
// The ONNX forms of recurrent cells along a sequence: the operators RNN, GRU and LSTM.
//
// Their input is (time, batch, in), their states have an axis of directions before the batch, and
// the weights of all gates are one matrix for each direction, in the order zrh or iofc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <attn/io/detail/onnx_layers.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/layers/activation.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/layers.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The hidden states of all steps, and the state after the last: a value, or an lstm_state of two.
template <class Outputs, class State>
struct onnx_unrolled {
  onnx_value<Outputs> outputs;
  State last;
};

namespace detail {

template <std::size_t... Gates>
struct onnx_order {
  static constexpr std::size_t count = sizeof...(Gates);
  static constexpr bool is_that_of_memory = [] {
    std::size_t i = 0;
    return ((Gates == i++) && ...);
  }();
  ATTN_ABI static constexpr std::vector<std::int64_t> numbers() { return {std::int64_t{Gates}...}; }
};

// The operator of a cell: its name, where its gates are, in ONNX' order, and its attributes.
template <class Cell>
struct onnx_cell {};
template <class Cell>
concept has_onnx_cell = requires { typename onnx_cell<Cell>::hidden; };
template <class T, class In, class Hidden, class Activation>
  requires(onnx_activation_name<Activation> != nullptr)
struct onnx_cell<nn::rnn_cell<T, In, Hidden, Activation>> {
  using hidden = Hidden;
  static constexpr std::string_view operation = "RNN";
  using gates = onnx_order<0>;
  template <class H>
  using state = H;
  ATTN_ABI static std::vector<onnx_attribute> attributes() {
    return {{"activations", {std::string_view(onnx_activation_name<Activation>)}}};
  }
};
template <class T, class In, class Hidden, class Order, class Reset>
struct onnx_cell<nn::gru_cell<T, In, Hidden, Order, Reset>> {
  using hidden = Hidden;
  static constexpr std::string_view operation = "GRU";
  using gates = onnx_order<Order::update, Order::reset, Order::candidate>;
  template <class H>
  using state = H;
  ATTN_ABI static std::vector<onnx_attribute> attributes() {
    return {{"linear_before_reset", std::is_same_v<Reset, linear_before_reset> ? 1 : 0}};
  }
};
template <class T, class In, class Hidden, class Order>
struct onnx_cell<nn::lstm_cell<T, In, Hidden, Order>> {
  using hidden = Hidden;
  static constexpr std::string_view operation = "LSTM";
  using gates = onnx_order<Order::input, Order::output, Order::forget, Order::candidate>;
  template <class H>
  using state = lstm_state<H>;
  ATTN_ABI static std::vector<onnx_attribute> attributes() { return {}; }
};

// A weight or a bias of all gates, (1, gates * hidden, …).
template <class Cell, class Graph, class Weight>
ATTN_ABI std::string onnx_gates(Graph& graph, const Weight& weight, bool has_columns) {
  using form = onnx_cell<Cell>;
  std::string name = graph.parameter(weight);
  if constexpr (!form::gates::is_that_of_memory)
    name = graph.file.node("Gather", {name, graph.file.integers(form::gates::numbers())});
  std::vector<std::int64_t> sizes{
      1, static_cast<std::int64_t>(form::gates::count * form::hidden::size)};
  if (has_columns) sizes.push_back(-1);
  return graph.file.node("Reshape", {name, graph.file.integers(sizes)});
}

template <class Graph>
ATTN_ABI std::string with_axes(Graph& graph, const std::string& x,
                               const std::vector<std::int64_t>& axes) {
  return graph.file.node("Unsqueeze", {x, graph.file.integers(axes)});
}
template <class Graph>
ATTN_ABI std::string without_axes(Graph& graph, const std::string& x,
                                  const std::vector<std::int64_t>& axes) {
  return graph.file.node("Squeeze", {x, graph.file.integers(axes)});
}

// The names of the parts of a state, and a state of such names.
template <class H>
ATTN_ABI std::vector<std::string> names_of_state(const onnx_value<H>& h) {
  return {h.name};
}
template <class H>
ATTN_ABI std::vector<std::string> names_of_state(const lstm_state<onnx_value<H>>& s) {
  return {s.hidden.name, s.cell.name};
}
template <class H>
ATTN_ABI void name_state(onnx_value<H>& h, const std::vector<std::string>& names) {
  h.name = names[0];
}
template <class H>
ATTN_ABI void name_state(lstm_state<onnx_value<H>>& s, const std::vector<std::string>& names) {
  s.hidden.name = names[0];
  s.cell.name = names[1];
}

template <class State>
struct tensors_of_state {
  using type = stand_in<State>;
};
template <class H>
struct tensors_of_state<lstm_state<onnx_value<H>>> {
  using type = lstm_state<H>;
};
// The state that the library has in the place of values.
template <class State>
using onnx_state_before = state_before<typename tensors_of_state<State>::type>;

// The state of a cell that reads sequences Xs along axis At. Of a cell without a form, any.
template <class Cell, class Xs, std::size_t At>
struct onnx_state_of {
  using type = onnx_value<Xs>;
};
template <has_onnx_cell Cell, class Xs, std::size_t At>
struct onnx_state_of<Cell, Xs, At> {
  using axes =
      with_last_axis<without_axis<typename Xs::shape_type, At>, typename onnx_cell<Cell>::hidden>;
  using type = typename onnx_cell<Cell>::template state<
      onnx_value<tensor_of<typename Xs::value_type, axes>>>;
};
template <class Cell, class Xs, std::size_t At>
using onnx_state = typename onnx_state_of<Cell, Xs, At>::type;

// The operator over (time, batch, in): the hidden states of all steps, and the last state, whose
// parts are (1, batch, hidden), as in an initial state.
template <class Graph, class Cell>
ATTN_ABI std::vector<std::string> onnx_recurrence(
    Graph& graph, const Cell& cell, const std::string& x, const std::vector<std::string>& initial,
    std::size_t states, const std::string& lengths = "", bool reversed = false) {
  using form = onnx_cell<Cell>;
  const std::string b_ih = onnx_gates<Cell>(graph, cell.bias_ih, false);
  const std::string b_hh = onnx_gates<Cell>(graph, cell.bias_hh, false);
  std::vector<std::string> from{x, onnx_gates<Cell>(graph, cell.weight_ih, true),
                                onnx_gates<Cell>(graph, cell.weight_hh, true),
                                graph.file.node("Concat", {b_ih, b_hh}, {{"axis", 1}})};
  if (!initial.empty() || !lengths.empty()) from.push_back(lengths);  // "": all steps
  from.insert(from.end(), initial.begin(), initial.end());
  std::vector<onnx_attribute> attributes = form::attributes();
  attributes.emplace_back("hidden_size", form::hidden::size);
  if (reversed) attributes.emplace_back("direction", std::string_view("reverse"));
  return graph.file.node(form::operation, from, attributes, 1 + states);
}

// cell(x, before), of (in) or a batch of them.
template <class Graph, class Cell, class X, class State>
ATTN_ABI State onnx_step(Graph& graph, const Cell& cell, const onnx_value<X>& x,
                         const State& before) {
  const std::vector<std::int64_t> directions =
      X::rank == 2 ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{0, 1};
  std::vector<std::string> initial;
  for (const std::string& each : names_of_state(before))
    initial.push_back(with_axes(graph, each, directions));
  const std::vector<std::string> made =
      onnx_recurrence(graph, cell, with_axes(graph, x.name, directions), initial, initial.size());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < initial.size(); ++i)
    names.push_back(without_axes(graph, made[1 + i], directions));
  State after;
  name_state(after, names);
  return after;
}

template <axis_selector Time, class Graph, class Cell, class Xs, class State>
ATTN_ABI auto onnx_unroll(Graph& graph, const Cell& cell, const onnx_value<Xs>& xs,
                          const State* before, const std::string& lengths, bool reversed) {
  constexpr std::size_t at = position_in<Time, typename Xs::shape_type>;
  constexpr bool has_batch = Xs::rank == 3;
  using result = decltype(attn::unroll<Time>(
      cell, std::declval<const Xs&>(),
      std::declval<const state_before<typename tensors_of_state<State>::type>&>()));
  const std::vector<std::int64_t> directions =
      has_batch ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{0, 1};

  std::string x = xs.name;
  if (!has_batch) x = with_axes(graph, x, {1});
  if (at == 1) x = graph.file.node("Transpose", {x}, {{"perm", {1, 0, 2}}});
  State last;
  const std::size_t states = names_of_state(last).size();
  std::vector<std::string> initial;
  if (before != nullptr)
    for (const std::string& each : names_of_state(*before))
      initial.push_back(with_axes(graph, each, directions));
  const std::vector<std::string> made = onnx_recurrence(
      graph, cell, x, initial, states,
      has_batch || lengths.empty() ? lengths : with_axes(graph, lengths, {0}), reversed);

  std::string outputs = without_axes(
      graph, made[0], has_batch ? std::vector<std::int64_t>{1} : std::vector<std::int64_t>{1, 2});
  if (at == 1) outputs = graph.file.node("Transpose", {outputs}, {{"perm", {1, 0, 2}}});
  std::vector<std::string> names;
  for (std::size_t i = 0; i < states; ++i)
    names.push_back(without_axes(graph, made[1 + i], directions));
  name_state(last, names);
  return onnx_unrolled<decltype(result::outputs), State>{{outputs}, last};
}

}  // namespace detail
}  // namespace attn
ATTN_STRICT_FP_END
