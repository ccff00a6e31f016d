// SPDX-License-Identifier: BSL-1.0
// The ONNX forms of masks: a value of bool that is broadcast to the scores, true where the query
// may attend to the key.
//
// Where the sizes are known, a mask is a constant with the axes on which it depends. Where the
// number of queries or keys is left open, it is computed from the sizes of the scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <attn/attention/mask.hpp>
#include <attn/attention/window.hpp>
#include <attn/detail/integers.hpp>
#include <attn/io/detail/onnx_value.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

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

  ATTN_ABI std::string of(const valid_keys_t& mask) const {
    if constexpr (is_open)
      return node("Less", {keys(), integer(mask.count)});
    else
      return constant<of_keys_and_queries()>(mask);
  }
  ATTN_ABI std::string of(const causal_from_t& mask) const {
    if constexpr (is_open)
      return node("LessOrEqual", {keys(), node("Add", {queries(), integer(mask.first)})});
    else
      return constant<of_keys_and_queries()>(mask);
  }
  template <std::ptrdiff_t Left, std::ptrdiff_t Right, class Alignment>
  ATTN_ABI std::string of(const window_t<Left, Right, Alignment>& mask) const {
    if constexpr (!is_open) {
      return constant<of_keys_and_queries()>(mask);
    } else {
      const std::string position = placed(queries(), Alignment{});
      std::string kept;
      if constexpr (Right != unbounded)
        kept = node("LessOrEqual", {keys(), node("Add", {position, integer(Right)})});
      if constexpr (Left != unbounded) {
        const std::string from =
            node("GreaterOrEqual", {keys(), node("Sub", {position, integer(Left)})});
        kept = kept.empty() ? from : node("And", {kept, from});
      }
      return kept.empty() ? graph.file.number(true) : kept;
    }
  }
  template <std::size_t Tail, class E, class... Axes>
  ATTN_ABI std::string of(const entries_t<Tail, E, Axes...>& mask) const {
    return constant<of_places(places<Tail, Scores, Axes...>)>(mask);
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
  // Any other mask may depend on all axes.
  template <class Mask>
  ATTN_ABI std::string of(const Mask& mask) const {
    return constant<of_all_axes()>(mask);
  }

 private:
  ATTN_ABI static consteval dependence of_keys_and_queries() { return 3u << (rank - 2); }
  ATTN_ABI static consteval dependence of_all_axes() { return (1u << rank) - 1; }
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
  ATTN_ABI std::string integer(std::size_t value) const {
    return graph.file.number(as_position<std::int64_t>(value));
  }
  ATTN_ABI std::string integer(std::ptrdiff_t value) const {
    return graph.file.number(std::int64_t{value});
  }

  // 0, 1, … of the queries, in a column, and of the keys, in a row.
  template <int Axis>
  ATTN_ABI std::string length() const {
    return graph.template length<Axis>(onnx_value<tensor_of<bool, Scores>>{scores});
  }
  ATTN_ABI std::string numbers_below(const std::string& limit) const {
    return graph.file.node("Range",
                           {integer(std::ptrdiff_t{0}), graph.file.node("Squeeze", {limit}),
                            integer(std::ptrdiff_t{1})});
  }
  ATTN_ABI std::string keys() const { return numbers_below(length<-1>()); }
  ATTN_ABI std::string queries() const {
    return node("Unsqueeze", {numbers_below(length<-2>()), graph.file.integers({1})});
  }
  // The positions of the queries among the keys.
  ATTN_ABI std::string placed(const std::string& numbers, same_length) const { return numbers; }
  ATTN_ABI std::string placed(const std::string& numbers, top_left) const { return numbers; }
  ATTN_ABI std::string placed(const std::string& numbers, bottom_right) const {
    return node("Add", {numbers, node("Sub", {length<-1>(), length<-2>()})});
  }
  template <std::ptrdiff_t N>
  ATTN_ABI std::string placed(const std::string& numbers, key_offset<N>) const {
    return node("Add", {numbers, integer(N)});
  }

  // Entries that are a value; axes of the scores that they lack are inserted.
  template <class E, class Places>
  ATTN_ABI std::string of_values(const std::string& entries, const Places& at) const {
    std::vector<std::int64_t> missing;
    std::size_t next = 0;
    for (std::size_t d = 0; d < rank; ++d) {
      if (next + 1 < sizeof(at.of) / sizeof(at.of[0]) && at.of[next] == d)
        ++next;
      else
        missing.push_back(static_cast<std::int64_t>(d));
    }
    std::string kept = entries;
    if (!missing.empty()) kept = node("Unsqueeze", {kept, graph.file.integers(missing)});
    return E(1).allows() ? kept : graph.file.node("Not", {kept});
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
      kept[i] = mask.template row<Scores>(outer, index[rank - 2])(index[rank - 1]);
    }
    return graph.file.constant(extents, kept.get());
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
