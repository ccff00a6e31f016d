// SPDX-License-Identifier: BSL-1.0
// Checkpoints as constants: where each tensor lies, and its numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/meet.hpp>
#include <attn/io/detail/torch_names.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/models.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// A model from bytes that are a template argument: what is wrong with them is a compile error. Each
// tensor is a constant of its own, so that the limits of one constant evaluation hold for each.

// The bytes of a tensor, and those with which a tensor ends in memory.
template <std::size_t Bytes>
struct bytes_of_elements {
  unsigned char elements[Bytes];
};
template <std::size_t Bytes, std::size_t Padding>
struct padded_bytes {
  bytes_of_elements<Bytes> elements;
  unsigned char padding[Padding];
};

// Where the tensors begin and end, and the file does: in this order, each byte once.
template <std::size_t Most>
struct bounds_in_file {
  std::size_t count = 0, at[Most]{};
  ATTN_ABI constexpr void add(std::size_t byte) {
    std::size_t i = count;
    while (i > 0 && at[i - 1] > byte) --i;
    if (i > 0 && at[i - 1] == byte) return;
    for (std::size_t j = count++; j > i; --j) at[j] = at[j - 1];
    at[i] = byte;
  }
  ATTN_ABI constexpr std::size_t index_of(std::size_t byte) const {
    std::size_t i = 0;
    while (at[i] != byte) ++i;
    return i;
  }
};

// A file in pieces, from one bound to the next. It is cut once for all tensors, because GCC keeps
// each copy of a file that a constant makes.
template <const auto& Bounds, std::size_t First, std::size_t Last>
struct file_pieces {
  static constexpr std::size_t middle = First + (Last - First) / 2;
  file_pieces<Bounds, First, middle> left;
  file_pieces<Bounds, middle, Last> right;
};
template <const auto& Bounds, std::size_t First, std::size_t Last>
  requires(Last - First == 1)
struct file_pieces<Bounds, First, Last> {
  bytes_of_elements<Bounds.at[Last] - Bounds.at[First]> bytes;
};

template <std::size_t Index, const auto& Bounds, std::size_t First, std::size_t Last>
consteval const auto& piece_of(const file_pieces<Bounds, First, Last>& file) {
  if constexpr (Last - First == 1)
    return file.bytes;
  else if constexpr (Index < file_pieces<Bounds, First, Last>::middle)
    return piece_of<Index>(file.left);
  else
    return piece_of<Index>(file.right);
}

// The tensor whose elements are in the file as they are in memory: a few steps of the evaluator,
// whatever its size, and no loop that is limited.
template <class X, std::size_t Size>
consteval X tensor_from(const bytes_of_elements<Size>& bytes) {
  if constexpr (sizeof(X) == Size)
    return __builtin_bit_cast(X, bytes);
  else
    return __builtin_bit_cast(X, padded_bytes<Size, sizeof(X) - Size>{bytes, {}});
}

// Where the tensors of a model are, or the fault.
template <class M, class Format, const auto& Bytes, const checkpoint_options& Options>
struct constant_checkpoint {
  static constexpr std::size_t tensors = count_leaves<M>();
  struct plan_type {
    rules::composed_text fault{};
    stored_elements elements_of[tensors]{};
  };
  ATTN_ABI static constexpr plan_type plan = [] {
    plan_type found;
    const checkpoint all = Format::read(byte_view(Bytes));
    found.fault = meet(all, wanted_by<M>.data(), tensors, Options, found.elements_of);
    return found;
  }();

  using bytes_type = std::remove_cvref_t<decltype(Bytes)>;
  template <std::size_t Index>
  static constexpr std::size_t begin_of =
      plan.elements_of[Index].begin +
      plan.elements_of[Index].elements.first * size_of(plan.elements_of[Index].type);
  template <std::size_t Index>
  static constexpr std::size_t end_of =
      begin_of<Index> +
      leaf_type<M, Index>::volume * sizeof(typename leaf_type<M, Index>::value_type);
  template <std::size_t Index>
  static constexpr bool is_as_in_memory = [] {
    using leaf_tensor = leaf_type<M, Index>;
    constexpr stored_elements from = plan.elements_of[Index];
    return stored_as<typename leaf_tensor::value_type> == from.type && begin_of<Index> > 0 &&
           in_order_of<leaf_tensor>(from.elements) && is_little_endian &&
           std::is_trivially_copyable_v<leaf_tensor> && std::is_trivially_copyable_v<bytes_type> &&
           sizeof(bytes_type) == byte_view(Bytes).size();
  }();
  ATTN_ABI static constexpr auto bounds = []<std::size_t... Index>(std::index_sequence<Index...>) {
    bounds_in_file<2 * tensors + 2> found;
    found.add(0);
    found.add(sizeof(bytes_type));
    const auto add = [&](std::size_t begin, std::size_t end) {
      found.add(begin);
      found.add(end);
    };
    ((is_as_in_memory<Index> ? add(begin_of<Index>, end_of<Index>) : void()), ...);
    return found;
  }(std::make_index_sequence<tensors>{});
  using pieces_type = file_pieces<bounds, 0, bounds.count - 1>;
  template <class Pieces>
  ATTN_ABI static constexpr Pieces file_in = __builtin_bit_cast(Pieces, Bytes);

  template <std::size_t Index>
  static consteval bool is_one_piece() {
    if constexpr (is_as_in_memory<Index>)
      return bounds.index_of(end_of<Index>) == bounds.index_of(begin_of<Index>) + 1;
    else
      return false;
  }
  template <std::size_t Index>
  ATTN_ABI static constexpr leaf_type<M, Index> tensor_at = [] {
    using leaf_tensor = leaf_type<M, Index>;
    if constexpr (is_one_piece<Index>()) {
      return tensor_from<leaf_tensor>(
          piece_of<bounds.index_of(begin_of<Index>)>(file_in<pieces_type>));
    } else {
      leaf_tensor x;
      load_elements(x, byte_view(Bytes), plan.elements_of[Index]);
      return x;
    }
  }();

  // The fault in pieces that end with a word and that Clang does not shorten.
  static consteval std::size_t end_of_piece(std::size_t from) {
    constexpr std::size_t most = 31;
    const rules::composed_text& text = plan.fault;
    if (text.size() - from <= most) return text.size();
    for (std::size_t end = from + most; end > from; --end)
      if (text.text[end] == ' ') return end;
    return from + most;
  }
  static consteval std::size_t start_of_piece(std::size_t piece) {
    std::size_t from = 0;
    for (; piece > 0; --piece) {
      from = end_of_piece(from);
      if (from < plan.fault.size() && plan.fault.text[from] == ' ') ++from;
    }
    return from;
  }
  static consteval std::size_t pieces() {
    std::size_t count = 0;
    for (; start_of_piece(count) < plan.fault.size();) ++count;
    return count;
  }
  template <std::size_t Piece>
  static consteval auto piece() {
    constexpr std::size_t from = start_of_piece(Piece), end = end_of_piece(from);
    rules::text<end - from + 1> exact;
    for (std::size_t i = from; i < end; ++i) exact.characters[i - from] = plan.fault.text[i];
    exact.characters[end - from] = '\0';
    return exact;
  }
  template <class Pieces>
  struct in_pieces;
  template <std::size_t... Index>
  struct in_pieces<std::index_sequence<Index...>> {
    using type = rules::checkpoint_fits<piece<Index>()...>;
  };

  using all = rules::in_order<std::bool_constant<plan.fault.size() == 0>>;
  // For compilers that print a text which was computed.
  ATTN_ABI static consteval rules::composed_text message() {
    rules::composed_text text;
    return text.add("attn: the model cannot be loaded from the bytes: ").add(plan.fault);
  }
  // Complete it, and a fault is a compile error.
  using fits = typename in_pieces<std::make_index_sequence<pieces()>>::type;

  template <std::size_t Begin, std::size_t End>
  static consteval void copy_to(M& model) {
    if constexpr (End - Begin == 1) {
      leaf<Begin>(model) = tensor_at<Begin>;
    } else {
      copy_to<Begin, Begin + (End - Begin) / 2>(model);
      copy_to<Begin + (End - Begin) / 2, End>(model);
    }
  }
};

#if __cplusplus > 202302L && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#define ATTN_REQUIRE_CONSTANT_CHECKPOINT(checkpoint) \
  constexpr bool bytes_fit = checkpoint::all::value; \
  static_assert(bytes_fit, (checkpoint::message()))
#else
#define ATTN_REQUIRE_CONSTANT_CHECKPOINT(checkpoint) \
  using asserted [[maybe_unused]] = char[sizeof(typename checkpoint::fits)]
#endif

}  // namespace attn::detail

namespace attn {

// Which tensors a file has for the tensors of a model, and where each tensor of the model is in it.
namespace detail {

struct planned_tensor {
  joined_name name{};
  stored_type type = stored_type::unknown;
  std::size_t rank = 0;
  std::uint64_t extents[location::max_rank]{};
  const char* axes[location::max_rank] = {"", "", "", "", "", ""};
  std::size_t begin = 0, end = 0;  // in the data
};
struct file_plan {
  std::vector<planned_tensor> tensors{};
  std::vector<std::size_t> tensor_of{};  // of each tensor of the model
  std::vector<std::size_t> begin_of{};
  std::vector<strided_elements> elements_of{};
  std::size_t bytes = 0;
};

ATTN_ABI constexpr bool same_extents(const wanted_tensor& a, const wanted_tensor& b) {
  if (a.rank != b.rank) return false;
  for (std::size_t d = 0; d < a.rank; ++d)
    if (a.extents[d] != b.extents[d]) return false;
  return true;
}

// Whether the layer has all three projections, of one shape.
ATTN_ABI constexpr bool has_alike_projections(const wanted_tensor* all, std::size_t count,
                                              const wanted_tensor& want) {
  const projection_name of = projection_in(want.full_name());
  std::size_t alike = 0;
  for (std::size_t i = 0; of && i < count; ++i) {
    const projection_name other = projection_in(all[i].full_name());
    if (other && other.owner == of.owner && other.kind == of.kind)
      alike += same_extents(all[i], want) ? 1u : 0u;
  }
  return alike == 3;
}

ATTN_ABI constexpr location place_of_tensor(const wanted_tensor* all, std::size_t count,
                                            std::size_t i, const checkpoint_options& options) {
  const bool alike = options.names != file_names::own && has_alike_projections(all, count, all[i]);
  if (options.names == file_names::torch)
    return place_in_torch(all[i], alike, options.layer_numbers);
  if (options.names == file_names::gpt2 && (alike || !projection_in(all[i].full_name())))
    return place_in_gpt2(all[i]);
  if (options.names == file_names::llama) return place_in_llama(all[i]);
  if (options.names == file_names::bert) return place_in_bert(all[i]);
  return own_location(all[i]);
}

ATTN_ABI constexpr file_plan plan_of(const wanted_tensor* all, std::size_t count,
                                     const checkpoint_options& options) {
  file_plan plan;
  const std::string_view prefix = options.prefix;
  for (std::size_t i = 0; i < count; ++i) {
    const location at = place_of_tensor(all, count, i, options);
    planned_tensor x;
    if (!prefix.empty() && !at.without_prefix) x.name.add(prefix).add(".");
    x.name.add(at.name.view());
    std::size_t tensor = 0;
    while (tensor < plan.tensors.size() && plan.tensors[tensor].name.view() != x.name.view())
      ++tensor;
    plan.tensor_of.push_back(tensor);
    plan.begin_of.push_back(0);
    plan.elements_of.push_back(elements_at(at, all[i], false));
    if (tensor < plan.tensors.size()) continue;  // a part of an earlier one
    x.type = all[i].type;
    x.rank = at.rank;
    for (std::size_t d = 0; d < x.rank; ++d) {
      x.extents[d] = at.extents[d];
      if (options.names == file_names::own) x.axes[d] = all[i].axes[d];
    }
    plan.tensors.push_back(x);
  }
  // Larger elements are first, so that all are aligned.
  for (const std::size_t size : {8u, 4u, 2u, 1u})
    for (planned_tensor& x : plan.tensors) {
      if (size_of(x.type) != size) continue;
      std::size_t volume = 1;
      for (std::size_t d = 0; d < x.rank; ++d) volume *= static_cast<std::size_t>(x.extents[d]);
      x.begin = plan.bytes;
      x.end = plan.bytes += volume * size;
    }
  for (std::size_t i = 0; i < count; ++i) plan.begin_of[i] = plan.tensors[plan.tensor_of[i]].begin;
  return plan;
}

}  // namespace detail

namespace rules {
// With PyTorch's names, the recurrent cells of the model must have its order of gates.
template <class M, attn::detail::file_names... Names>
struct written_checkpoint_call : checkpoint_call<M> {
  static constexpr bool ordered = [] {
    if constexpr (checkpoint_call<M>::all::value &&
                  ((Names == attn::detail::file_names::torch) || ...))
      for (const auto& each : attn::detail::wanted_by<M>)
        if (attn::detail::has_gates(each) && !attn::detail::has_torch_gates(each)) return false;
    return true;
  }();
  using torch_order = in_case<!ordered, same_gate_order<option<torch_names_option>, option<void>>>;
  using all = in_order<typename checkpoint_call<M>::all, torch_order>;
};
}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
