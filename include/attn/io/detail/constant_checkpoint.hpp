// SPDX-License-Identifier: BSL-1.0
// A model from bytes that are a template argument: what is wrong with them is a compile error. Each
// tensor is a constant of its own, so that the limits of one constant evaluation hold for each.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/io/detail/meet.hpp>
#include <attn/rules/diagnostic_axes.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// A file as the bytes of a tensor, and those around them. An array has at least one element.
template <std::size_t Before, std::size_t Bytes, std::size_t After>
struct cut_bytes {
  unsigned char before[Before], elements[Bytes], after[After];
};
template <std::size_t Before, std::size_t Bytes>
struct cut_bytes<Before, Bytes, 0> {
  unsigned char before[Before], elements[Bytes];
};
template <std::size_t Bytes>
struct bytes_of_elements {
  unsigned char elements[Bytes];
};
template <std::size_t Bytes, std::size_t Padding>
struct padded_bytes {
  bytes_of_elements<Bytes> elements;
  unsigned char padding[Padding];
};

// The tensor whose elements are in the file as they are in memory: a few steps of the evaluator,
// whatever its size, and no loop that is limited.
template <class X, std::size_t Begin, class File>
consteval X cut_out(const File& file) {
  constexpr std::size_t bytes = X::volume * sizeof(typename X::value_type);
  using parts = cut_bytes<Begin, bytes, sizeof(File) - Begin - bytes>;
  using unpadded = bytes_of_elements<bytes>;
  const parts all = __builtin_bit_cast(parts, file);
  if constexpr (sizeof(X) == bytes)
    return __builtin_bit_cast(X, all.elements);
  else
    return __builtin_bit_cast(
        X, padded_bytes<bytes, sizeof(X) - bytes>{__builtin_bit_cast(unpadded, all.elements), {}});
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

  template <std::size_t I>
  ATTN_ABI static constexpr leaf_type<M, I> tensor_at = [] {
    using leaf_tensor = leaf_type<M, I>;
    constexpr stored_elements from = plan.elements_of[I];
    constexpr std::size_t begin = from.begin + from.elements.first * size_of(from.type);
    using bytes_type = std::remove_cvref_t<decltype(Bytes)>;
    if constexpr (stored_as<typename leaf_tensor::value_type> == from.type && begin > 0 &&
                  in_order_of<leaf_tensor>(from.elements) && is_little_endian &&
                  std::is_trivially_copyable_v<leaf_tensor> &&
                  std::is_trivially_copyable_v<bytes_type> &&
                  sizeof(bytes_type) == byte_view(Bytes).size()) {
      return cut_out<leaf_tensor, begin>(Bytes);
    } else {
      leaf_tensor x;
      load_elements(x, byte_view(Bytes), from);
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
  template <std::size_t... I>
  struct in_pieces<std::index_sequence<I...>> {
    using type = rules::checkpoint_fits<piece<I>()...>;
  };

  static constexpr bool holds = plan.fault.size() == 0;
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
  constexpr bool bytes_fit = checkpoint::holds;      \
  static_assert(bytes_fit, (checkpoint::message()))
#else
#define ATTN_REQUIRE_CONSTANT_CHECKPOINT(checkpoint) \
  using asserted [[maybe_unused]] = char[sizeof(typename checkpoint::fits)]
#endif

}  // namespace attn::detail
ATTN_STRICT_FP_END
