// SPDX-License-Identifier: BSL-1.0
// What the writers of checkpoints append to a file: text, numbers, elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/io/bytes.hpp>
#include <attn/io/detail/location.hpp>
#include <attn/io/detail/wanted.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

inline constexpr bool is_little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

// All at once: in constant evaluation, what libc++ does for one element is long.
ATTN_ABI constexpr void append(byte_buffer& to, std::string_view text) {
  to.insert(to.end(), text.begin(), text.end());
}
ATTN_ABI constexpr void append(byte_buffer& to, const char* text) {
  append(to, std::string_view(text));
}
ATTN_ABI constexpr void append(byte_buffer& to, std::uint64_t number) {
  if (number >= 10) append(to, number / 10);
  to.push_back(static_cast<unsigned char>('0' + number % 10));
}
// (Clang has no constant for what libstdc++ 12 does in resize.)
ATTN_ABI constexpr void append_zeros(byte_buffer& to, std::size_t count) {
  if (!std::is_constant_evaluated()) return to.resize(to.size() + count);
  for (std::size_t i = 0; i < count; ++i) to.push_back(0);
}
template <class T>
ATTN_ABI constexpr void append_elements(byte_buffer& to, const T* from, std::size_t count) {
  if (is_little_endian && !std::is_constant_evaluated()) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(from);
    to.insert(to.end(), bytes, bytes + count * sizeof(T));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_floating_point_v<T>)
      append_little_endian(to, __builtin_bit_cast(word_of<T>, from[i]));
    else if constexpr (sizeof(T) == 1)
      to.push_back(static_cast<unsigned char>(from[i]));
    else
      append_little_endian(to, static_cast<std::make_unsigned_t<T>>(from[i]));
  }
}

// The elements of a tensor at their places in a file; `to` is where its tensor begins.
template <class X>
ATTN_ABI constexpr void store_elements(unsigned char* to, const X& x,
                                       const strided_elements& elements) {
  using T = typename X::value_type;
  if (is_little_endian && !std::is_constant_evaluated() && in_order_of<X>(elements)) {
    __builtin_memcpy(to + elements.first * sizeof(T), x.data(), X::volume * sizeof(T));
    return;
  }
  byte_buffer bytes;
  append_elements(bytes, x.data(), X::volume);
  const wanted_tensor& shape = wanted_by<X>[0];
  constexpr std::size_t last = X::rank == 0 ? 0 : X::rank - 1;
  const std::size_t width = X::rank == 0 ? 1 : static_cast<std::size_t>(shape.extents[last]);
  const unsigned char* next = bytes.data();
  for_each_row(elements, shape.extents, X::rank, [&](std::size_t first) {
    for (std::size_t i = 0; i < width; ++i)
      for (std::size_t b = 0; b < sizeof(T); ++b)
        to[(first + i * elements.strides[last]) * sizeof(T) + b] = *next++;
  });
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
