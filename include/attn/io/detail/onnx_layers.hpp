// SPDX-License-Identifier: BSL-1.0
// Layers and masks as operators of ONNX.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/attention/mask.hpp>
#include <attn/detail/element.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/position.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The ONNX forms of layers: linear, activations, norms, embedding, positions, feed-forward.
namespace detail {

// x W^T of integers, as layers/detail/integer_products.hpp defines it. A row of zeros is divided by
// the least number instead of its scale, 0.
template <class Graph, class Weight>
ATTN_ABI std::string onnx_integer_product(Graph& graph, const std::string& x, const Weight& w) {
  auto& file = graph.file;
  std::string scale, values;
  if constexpr (has_input_scale<Weight>) {
    scale = graph.parameter(w.input_scale);
    values = file.node("QuantizeLinear", {x, scale, file.number(std::int8_t{0})});
  } else {
    const std::string largest = file.node("ReduceMax", {file.node("Abs", {x})}, {{"axes", {-1}}});
    scale = file.node("Div", {largest, file.number(127.0f)});
    const std::string divisor = file.node("Max", {scale, file.number(0x1p-149f)});
    values = file.node("Cast", {file.node("Round", {file.node("Div", {x, divisor})})},
                       {{"to", onnx_type<std::int8_t>}});
  }
  const std::string by = file.node("Transpose", {graph.parameter(w.values)}, {{"perm", {1, 0}}});
  const std::string sums =
      file.node("Cast", {file.node("MatMulInteger", {values, by})}, {{"to", onnx_type<float>}});
  return file.node("Mul", {file.node("Mul", {sums, scale}), graph.parameter(w.scales)});
}

// x W, where W is stored in either layout.
template <class Layout, class Graph, class Weight>
ATTN_ABI std::string onnx_product(Graph& graph, const std::string& x, const Weight& weight) {
  if constexpr (has_integer_inputs<Weight>) return onnx_integer_product(graph, x, weight);
  const std::string w = graph.parameter(weight);
  if constexpr (Layout::input_axis == 1)
    return graph.file.node("MatMul", {x, graph.file.node("Transpose", {w}, {{"perm", {1, 0}}})});
  else
    return graph.file.node("MatMul", {x, w});
}

// Activations that are operators of ONNX.
template <class Activation>
inline constexpr const char* onnx_activation_name = nullptr;
template <>
inline constexpr const char* onnx_activation_name<act::tanh> = "Tanh";
template <>
inline constexpr const char* onnx_activation_name<act::relu> = "Relu";
template <>
inline constexpr const char* onnx_activation_name<act::sigmoid> = "Sigmoid";
template <>
inline constexpr const char* onnx_activation_name<act::softplus> = "Softplus";

// The operations of one element, by the names of values: x of elements T.
template <class T, class Graph>
struct onnx_elements {
  Graph& graph;

  // In braces, because these are evaluated in their order: the file must not depend on a compiler.
  ATTN_ABI std::string node(std::string_view operation,
                            std::initializer_list<std::string> from) const {
    return graph.file.node(operation, from);
  }
  ATTN_ABI std::string node(std::string_view operation, const std::string& a, double b) const {
    return node(operation, {a, graph.file.number(static_cast<T>(b))});
  }

  ATTN_ABI std::string of(act::identity, const std::string& x) const { return x; }
  template <class Activation>
    requires(onnx_activation_name<Activation> != nullptr)
  ATTN_ABI std::string of(Activation, const std::string& x) const {
    return node(onnx_activation_name<Activation>, {x});
  }
  ATTN_ABI std::string of(act::silu, const std::string& x) const {
    return node("Mul", {x, node("Sigmoid", {x})});
  }
  ATTN_ABI std::string of(act::gelu_exact, const std::string& x) const {
    const std::string erf = node("Erf", {node("Mul", x, 0.70710678118654752440)});
    return node("Mul", {node("Mul", x, 0.5), node("Add", erf, 1)});
  }
  ATTN_ABI std::string of(act::gelu_tanh, const std::string& x) const {
    const std::string cube = node("Mul", {node("Mul", {x, x}), x});
    const std::string u = node("Add", {x, node("Mul", cube, 0.044715)});
    return node("Mul", {x, node("Sigmoid", {node("Mul", u, 1.5957691216057307118)})});
  }

  // x / sqrt(mean of x^2 + eps), along the last axis.
  ATTN_ABI std::string normalized(const std::string& x, double eps) const {
    const std::string mean = of_rows("ReduceMean", node("Mul", {x, x}));
    return node("Div", {x, node("Sqrt", {node("Add", mean, eps)})});
  }
  ATTN_ABI std::string of_rows(std::string_view operation, const std::string& x) const {
    return graph.file.node(operation, {x}, {{"axes", {-1}}});
  }
};

template <class X, class Graph>
ATTN_ABI auto elements_in(Graph& graph, const onnx_value<X>&) {
  return onnx_elements<typename X::value_type, Graph>{graph};
}

// LayerNormalization has an epsilon in float: of double elements the norm is composed.
template <class Layer, class Graph, class X>
ATTN_ABI std::string onnx_layer_norm(Graph& graph, const Layer& layer, const onnx_value<X>& x,
                                     double eps) {
  using T = typename X::value_type;
  const std::string gain = graph.parameter(layer.weight);
  if constexpr (std::is_same_v<T, float>) {
    std::vector<std::string> from{x.name, gain};
    if constexpr (requires { layer.bias; }) from.push_back(graph.parameter(layer.bias));
    return graph.file.node("LayerNormalization", from,
                           {{"axis", -1}, {"epsilon", static_cast<float>(eps)}});
  } else {
    const auto in = elements_in(graph, x);
    const std::string centered = in.node("Sub", {x.name, in.of_rows("ReduceMean", x.name)});
    const std::string y = in.node("Mul", {in.normalized(centered, eps), gain});
    if constexpr (requires { layer.bias; })
      return in.node("Add", {y, graph.parameter(layer.bias)});
    else
      return y;
  }
}

// The first rows of a table, as many as x has tokens.
template <class Graph, class Table, class X>
ATTN_ABI std::string rows_for_tokens(Graph& graph, const Table& table, const onnx_value<X>& x) {
  using tokens = second_to_last_axis<typename X::shape_type>;
  const std::string all = graph.parameter(table);
  if constexpr (!Graph::template is_open<tokens> &&
                tokens::size == axis_at<typename Table::shape_type, 0>::size)
    return all;
  else
    return graph.file.node("Slice", {all, graph.file.integers({0}), graph.template length<-2>(x),
                                     graph.file.integers({0})});
}

// x, and on each token the row of its position: of a value, or counted.
template <class Graph, class X, class Table, class... At>
ATTN_ABI std::string with_rows_of(Graph& graph, const onnx_value<X>& x, const Table& table,
                                  const onnx_value<At>&... at) {
  std::string rows;
  if constexpr (sizeof...(At) == 0)
    rows = rows_for_tokens(graph, table, x);
  else
    rows = graph.file.node("Gather", {graph.parameter(table), at.name...});
  return graph.file.node("Add", {x.name, rows});
}

// An activation as a layer. Of one's own the library does not know the operators.
template <class Activation>
inline constexpr bool is_of_ones_own = false;
template <class F>
inline constexpr bool is_of_ones_own<act::each<F>> = true;
template <class Activation>
concept onnx_activation = std::is_same_v<Activation, act::identity> ||
                          (activates_lanes<Activation> && !is_of_ones_own<Activation>);

}  // namespace detail

template <detail::onnx_activation Activation>
struct onnx_form<Activation> {
  template <class Graph, class X>
  ATTN_ABI static onnx_value<X> write(Graph& graph, Activation activation, const onnx_value<X>& x) {
    return {detail::elements_in(graph, x).of(activation, x.name)};
  }
};
template <>
struct onnx_form<nn::identity> {
  template <class Graph, class X>
  ATTN_ABI static onnx_value<X> write(Graph&, nn::identity, const onnx_value<X>& x) {
    return x;
  }
};

template <class T, class In, class Out, detail::onnx_layout Layout, class Bias>
  requires detail::is_onnx_weight<typename nn::linear<T, In, Out, Layout, Bias>::weight_type>
struct onnx_form<nn::linear<T, In, Out, Layout, Bias>> {
  using layer_type = nn::linear<T, In, Out, Layout, Bias>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x)
      -> detail::onnx_result<layer_type, onnx_value<X>> {
    const std::string y = detail::onnx_product<Layout>(graph, x.name, layer.weight);
    if constexpr (Bias::has_bias)
      return {graph.file.node("Add", {y, graph.parameter(layer.bias)})};
    else
      return {y};
  }
};

template <class T, class Width, double Eps, class Bias>
struct onnx_form<nn::layer_norm<T, Width, Eps, Bias>> {
  using layer_type = nn::layer_norm<T, Width, Eps, Bias>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x)
      -> detail::onnx_result<layer_type, onnx_value<X>> {
    return {detail::onnx_layer_norm(graph, layer, x, Eps)};
  }
};
template <class T, class Width, double Eps>
struct onnx_form<nn::rms_norm<T, Width, Eps>> {
  using layer_type = nn::rms_norm<T, Width, Eps>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x)
      -> detail::onnx_result<layer_type, onnx_value<X>> {
    const auto in = detail::elements_in(graph, x);
    return {in.node("Mul", {in.normalized(x.name, Eps), graph.parameter(layer.weight)})};
  }
};

template <class T, class Words, class Width, class Table>
  requires(!std::is_same_v<Table, packed_weights> &&
           detail::is_onnx_weight<typename nn::embedding<T, Words, Width, Table>::weight_type>)
struct onnx_form<nn::embedding<T, Words, Width, Table>> {
  using layer_type = nn::embedding<T, Words, Width, Table>;
  template <class Graph, class Ids>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<Ids>& ids)
      -> detail::onnx_result<layer_type, onnx_value<Ids>> {
    return {graph.file.node("Gather", {graph.parameter(layer.weight), ids.name})};
  }
};

template <class T, class Position, class Width>
struct onnx_form<nn::learned_positions<T, Position, Width>> {
  using layer_type = nn::learned_positions<T, Position, Width>;
  template <class Graph, class X, class... At>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x,
                             const onnx_value<At>&... at)
      -> detail::onnx_result<layer_type, onnx_value<X>, onnx_value<At>...> {
    return {detail::with_rows_of(graph, x, layer.weight, at...)};
  }
};
template <class T, class Position, class Width, class Layout>
struct onnx_form<nn::sinusoidal_positions<T, Position, Width, Layout>> {
  using layer_type = nn::sinusoidal_positions<T, Position, Width, Layout>;
  template <class Graph, class X, class... At>
  ATTN_ABI static auto write(Graph& graph, const layer_type&, const onnx_value<X>& x,
                             const onnx_value<At>&... at)
      -> detail::onnx_result<layer_type, onnx_value<X>, onnx_value<At>...> {
    using tokens = second_to_last_axis<typename X::shape_type>;
    // Where the positions are known, only the rows that are added.
    constexpr std::size_t rows =
        Graph::template is_open<tokens> || sizeof...(At) != 0 ? Position::size : tokens::size;
    using table_type = tensor<T, dim<rows>, dim<Width::size>>;
    const std::unique_ptr<const table_type> table(
        new table_type(attn::sinusoidal_positions<dim<rows>, dim<Width::size>, T, Layout>()));
    return {detail::with_rows_of(graph, x, *table, at...)};
  }
};
template <class T, class Position, class Width>
struct onnx_form<nn::no_positions<T, Position, Width>> {
  using layer_type = nn::no_positions<T, Position, Width>;
  template <class Graph, class X, class... At>
  ATTN_ABI static auto write(Graph&, const layer_type&, const onnx_value<X>& x,
                             const onnx_value<At>&...)
      -> detail::onnx_result<layer_type, onnx_value<X>, onnx_value<At>...> {
    return x;
  }
};

template <class T, class Model, class Ff, class Layout, class Activation, class Bias>
struct onnx_form<nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>> {
  using layer_type = nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x) {
    return graph(layer.linear2, graph(Activation{}, graph(layer.linear1, x)));
  }
};
template <class T, class Model, class Ff, class Layout, class Activation>
struct onnx_form<nn::gated_feed_forward<T, Model, Ff, Layout, Activation>> {
  using layer_type = nn::gated_feed_forward<T, Model, Ff, Layout, Activation>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x) {
    const auto gate = graph(Activation{}, graph(layer.w1, x));
    return graph(layer.w2, graph.multiply(gate, graph(layer.w3, x)));
  }
};

}  // namespace attn

namespace attn::detail {

// The ONNX forms of masks: a value of bool that is broadcast to the scores, true where the query
// may attend to the key.
//
// Where the sizes are known, a mask is a constant with the axes on which it depends. Where the
// number of queries or keys is left open, it is computed from the sizes of the scores.

// A formula of the positions and lengths of a mask (attention/mask.hpp). It is written when it is
// complete: the order of the nodes must not depend on a compiler.
struct onnx_position {
  std::string_view operation{};
  std::vector<onnx_position> from{};
  std::int64_t number = 0;

  ATTN_ABI onnx_position(std::string_view name, std::vector<onnx_position> operands = {})
      : operation(name), from((std::move)(operands)) {}
  ATTN_ABI onnx_position(std::integral auto value)
      : operation("number"), number(static_cast<std::int64_t>(value)) {}

#define ATTN_ONNX_OPERATION(symbol, name)                                                         \
  ATTN_ABI friend onnx_position operator symbol(const onnx_position& a, const onnx_position& b) { \
    return {name, {a, b}};                                                                        \
  }
  ATTN_ONNX_OPERATION(+, "Add")
  ATTN_ONNX_OPERATION(-, "Sub")
  ATTN_ONNX_OPERATION(*, "Mul")
  ATTN_ONNX_OPERATION(%, "Mod")
  ATTN_ONNX_OPERATION(<, "Less")
  ATTN_ONNX_OPERATION(<=, "LessOrEqual")
  ATTN_ONNX_OPERATION(>, "Greater")
  ATTN_ONNX_OPERATION(>=, "GreaterOrEqual")
  ATTN_ONNX_OPERATION(==, "Equal")
  ATTN_ONNX_OPERATION(&&, "And")
  ATTN_ONNX_OPERATION(||, "Or")
#undef ATTN_ONNX_OPERATION
  ATTN_ABI friend onnx_position operator!(const onnx_position& a) { return {"Not", {a}}; }
};

// Entries of a mask E as entries of a keep_mask; numbers for Range and Less.
template <class E, class Graph>
ATTN_ABI std::string as_keep(Graph& graph, const std::string& entries) {
  return E(1).allows() ? entries : graph.file.node("Not", {entries});
}
template <class Graph, class N, class... Axes>
ATTN_ABI std::string as_int64(Graph& graph, const onnx_value<tensor<N, Axes...>>& x) {
  if constexpr (std::is_same_v<N, std::int64_t>)
    return x.name;
  else
    return graph.file.node("Cast", {x.name}, {{"to", onnx_type<std::int64_t>}});
}

// Masks of scores of one shape, whose value has a name.
template <class Scores, class Graph>
struct onnx_masks {
  Graph& graph;
  const std::string& scores;

  static constexpr std::size_t rank = Scores::rank;
  static constexpr bool is_open = Graph::template is_open<axis_at<Scores, rank - 2>> ||
                                  Graph::template is_open<axis_at<Scores, rank - 1>>;
  // On which axes of the scores a mask depends: a bit for each. (Not an array of bool: with one as
  // a template argument, a mask had the array of another with GCC 12.)
  using dependence = unsigned;

  // A mask that states nothing else may depend on all axes.
  template <class Mask>
  ATTN_ABI std::string of(const Mask& mask) const {
    if constexpr (is_open && mask_of_positions<Mask, onnx_position>)
      return written(mask.allows(onnx_position("query"), onnx_position("key"),
                                 onnx_position("queries"), onnx_position("keys")));
    else if constexpr (mask_of_positions<Mask>)
      return constant<3u << (rank - 2)>(mask);
    else if constexpr (requires { Mask::template places<Scores>; })
      return constant<of_places(Mask::template places<Scores>)>(mask);
    else
      return constant<(1u << rank) - 1>(mask);
  }
  template <class A, class B>
  ATTN_ABI std::string of(const both_t<A, B>& mask) const {
    return node("And", {of(mask.a), of(mask.b)});
  }
  template <class A, class B>
  ATTN_ABI std::string of(const onnx_both<A, B>& mask) const {
    return node("And", {of(as_mask(mask.a)), of(as_mask(mask.b))});
  }
  template <class E, class... Axes>
  ATTN_ABI std::string of(const onnx_value<tensor<E, Axes...>>& entries) const {
    return of_values<E>(entries.name, places<2, Scores, Axes...>);
  }
  template <class E, class... Axes>
  ATTN_ABI std::string of(const onnx_key_padding<tensor<E, Axes...>>& mask) const {
    return of_values<E>(mask.entries.name, places<1, Scores, Axes...>);
  }
  template <class N, class... Axes>
  ATTN_ABI std::string of(const onnx_valid_keys<tensor<N, Axes...>>& mask) const {
    auto at = places<0, Scores, Axes...>;
    if (are_first_of<Scores, Axes...>)
      for (std::size_t d = 0; d < sizeof...(Axes); ++d) at.of[d] = d;
    return node("Less", {numbers_below(length<-1>()), spread(as_int64(graph, mask.lengths), at)});
  }

 private:
  template <class Places>
  ATTN_ABI static consteval dependence of_places(const Places& places) {
    dependence on = 0;
    for (std::size_t i = 0; i + 1 < sizeof(places.of) / sizeof(places.of[0]); ++i)
      on |= 1u << places.of[i];
    return on;
  }

  // In braces, because these are evaluated in their order: the file must not depend on a compiler.
  ATTN_ABI std::string node(std::string_view operation,
                            std::initializer_list<std::string> from) const {
    return graph.file.node(operation, from);
  }
  ATTN_ABI std::string integer(std::int64_t value) const { return graph.file.number(value); }

  template <int Axis>
  ATTN_ABI std::string length() const {
    return graph.template length<Axis>(onnx_value<tensor_of<bool, Scores>>{scores});
  }
  ATTN_ABI std::string numbers_below(const std::string& limit) const {
    return node("Range", {integer(0), graph.file.node("Squeeze", {limit}), integer(1)});
  }
  // 0, 1, … of the queries are in a column, and the positions of the keys in a row.
  ATTN_ABI std::string written(bool each) const { return graph.file.number(each); }
  ATTN_ABI std::string written(const onnx_position& x) const {
    if (x.operation == "number") return integer(x.number);
    if (x.operation == "queries") return length<-2>();
    if (x.operation == "keys") return length<-1>();
    if (x.operation == "key") return numbers_below(length<-1>());
    if (x.operation == "query")
      return node("Unsqueeze", {numbers_below(length<-2>()), graph.file.integers({1})});
    std::vector<std::string> operands;
    for (const onnx_position& each : x.from) operands.push_back(written(each));
    return graph.file.node(x.operation, operands);
  }

  template <class E, class Places>
  ATTN_ABI std::string of_values(const std::string& entries, const Places& at) const {
    return as_keep<E>(graph, spread(entries, at));
  }
  // A value whose axes are at these places of the scores: the others are inserted.
  template <class Places>
  ATTN_ABI std::string spread(const std::string& value, const Places& at) const {
    std::vector<std::int64_t> missing;
    std::size_t next = 0;
    for (std::size_t d = 0; d < rank; ++d) {
      if (next + 1 < sizeof(at.of) / sizeof(at.of[0]) && at.of[next] == d)
        ++next;
      else
        missing.push_back(static_cast<std::int64_t>(d));
    }
    return missing.empty() ? value : node("Unsqueeze", {value, graph.file.integers(missing)});
  }

  // The mask as a constant, whose other axes have the size 1.
  template <dependence On, class Mask>
  ATTN_ABI std::string constant(const Mask& mask) const {
    constexpr bool sizes_are_known = []<class... Axes>(shape<Axes...>) {
      std::size_t d = 0;
      return (!((On >> d++ & 1) != 0 && Graph::template is_open<Axes>) && ...);
    }(Scores{});
    static_assert(sizes_are_known,
                  "attn::onnx_graph: the mask has an axis that is left open; make it an input of "
                  "the graph");
    if constexpr (sizes_are_known)
      return tabulated<On>(mask);
    else
      return {};
  }
  template <dependence On, class Mask>
  ATTN_ABI std::string tabulated(const Mask& mask) const {
    std::vector<std::size_t> extents;
    std::size_t volume = 1;
    for (std::size_t d = 0; d < rank; ++d) {
      extents.push_back((On >> d & 1) != 0 ? Scores::extents[d] : 1);
      volume *= extents[d];
    }
    const std::unique_ptr<bool[]> kept(new bool[volume]);
    for (std::size_t i = 0; i < volume; ++i) {
      std::size_t index[rank]{}, rest = i, outer = 0;
      for (std::size_t d = rank; d-- > 0; rest /= extents[d]) index[d] = rest % extents[d];
      for (std::size_t d = 0; d + 2 < rank; ++d) outer = outer * Scores::extents[d] + index[d];
      kept[i] = row_of<Scores>(mask, outer, index[rank - 2])(index[rank - 1]);
    }
    return graph.file.constant(extents, kept.get());
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
