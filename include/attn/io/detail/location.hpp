// SPDX-License-Identifier: BSL-1.0
// Where a tensor of a model is in a file: the name and shape that the file has for it, and which of
// those elements are the model's. It may be a part of a larger tensor, transposed, or with two of
// its axes as one. Readers and writers of checkpoints use the same locations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <attn/io/detail/wanted.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// A name that is put together.
struct joined_name {
  std::vector<char> text{};
  ATTN_ABI constexpr joined_name& add(std::string_view more) {
    text.reserve(text.size() + more.size());
    for (const char c : more) text.push_back(c);
    return *this;
  }
  ATTN_ABI constexpr std::string_view view() const { return {text.data(), text.size()}; }
};

struct location {
  static constexpr std::size_t max_rank = wanted_tensor::max_rank;
  joined_name name{};
  std::size_t rank = 0;
  std::uint64_t extents[max_rank]{};  // of the tensor in the file
  // Of each axis of the model: the one of the file that it is on, and how far apart its indices are
  // there.
  std::size_t axis[max_rank]{};
  std::uint64_t step[max_rank]{};
  std::uint64_t first[max_rank]{};  // the index in the file of the model's first element
};

// With the model's own name and shape.
ATTN_ABI constexpr location own_location(const wanted_tensor& want) {
  location at;
  at.name.add(want.full_name());
  at.rank = want.rank;
  for (std::size_t d = 0; d < want.rank; ++d) {
    at.extents[d] = want.extents[d];
    at.axis[d] = d;
    at.step[d] = 1;
  }
  return at;
}

ATTN_ABI constexpr void rename(location& at, std::string_view name) {
  at.name = {};
  at.name.add(name);
}

// A matrix that the file has the other way.
ATTN_ABI constexpr void transpose(location& at) {
  const std::uint64_t rows = at.extents[0], first = at.first[0];
  at.extents[0] = at.extents[1];
  at.extents[1] = rows;
  at.first[0] = at.first[1];
  at.first[1] = first;
  for (std::size_t d = 0; d < at.rank; ++d) at.axis[d] = 1 - at.axis[d];
}

// The first two axes, which the file has as one.
ATTN_ABI constexpr void merge_first_axes(location& at) {
  at.step[0] = at.extents[1];
  at.extents[0] *= at.extents[1];
  at.axis[1] = 0;
  for (std::size_t d = 1; d + 1 < at.rank; ++d) {
    at.extents[d] = at.extents[d + 1];
    at.axis[d + 1] = d;
  }
  --at.rank;
}

// One of equal parts that follow one another on an axis of the file.
ATTN_ABI constexpr void make_part(location& at, std::size_t axis, std::size_t part,
                                  std::size_t parts) {
  at.first[axis] += part * at.extents[axis];
  at.extents[axis] *= parts;
}

// The same elements as offsets: of the first one, and from each index of the model to the next.
// They are those of a tensor in memory, as a file or as a model, and therefore sizes.
struct strided_elements {
  std::size_t first = 0;
  std::size_t strides[location::max_rank]{};
};
ATTN_ABI constexpr strided_elements elements_at(const location& at, const wanted_tensor& want,
                                                bool column_major) {
  std::uint64_t of_axis[location::max_rank]{}, stride = 1;
  for (std::size_t i = 0; i < at.rank; ++i) {
    const std::size_t d = column_major ? i : at.rank - 1 - i;
    of_axis[d] = stride;
    stride *= at.extents[d];
  }
  strided_elements elements;
  for (std::size_t d = 0; d < at.rank; ++d)
    elements.first += static_cast<std::size_t>(at.first[d] * of_axis[d]);
  for (std::size_t d = 0; d < want.rank; ++d)
    elements.strides[d] = static_cast<std::size_t>(at.step[d] * of_axis[at.axis[d]]);
  return elements;
}

// Whether the elements of a tensor follow one another in its order.
template <class X>
ATTN_ABI constexpr bool in_order_of(const strided_elements& elements) {
  const wanted_tensor& shape = wanted_by<X>[0];
  std::uint64_t stride = 1;
  for (std::size_t d = X::rank; d-- > 0; stride *= shape.extents[d])
    if (shape.extents[d] > 1 && elements.strides[d] != stride) return false;
  return true;
}

// Calls f with the offset of the first element of each row of the model, in the model's order. A
// row is along the last axis; a tensor without axes is one row.
template <class F>
ATTN_ABI constexpr void for_each_row(const strided_elements& elements, const std::uint64_t* extents,
                                     std::size_t rank, const F& f) {
  std::uint64_t rows = 1;
  for (std::size_t d = 0; d + 1 < rank; ++d) rows *= extents[d];
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::uint64_t at = elements.first, rest = row;
    for (std::size_t d = rank; d-- > 1; rest /= extents[d - 1])
      at += rest % extents[d - 1] * elements.strides[d - 1];
    f(static_cast<std::size_t>(at));
  }
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
