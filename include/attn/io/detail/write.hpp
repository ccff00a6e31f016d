// SPDX-License-Identifier: BSL-1.0
// What the writers of checkpoints append to a file: text, numbers, elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/io/bytes.hpp>

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

// The same to a place in the file.
template <class T>
ATTN_ABI constexpr void store_elements(unsigned char* to, const T* from, std::size_t count) {
  if (is_little_endian && !std::is_constant_evaluated()) {
    __builtin_memcpy(to, from, count * sizeof(T));
    return;
  }
  byte_buffer bytes;
  append_elements(bytes, from, count);
  for (const unsigned char byte : bytes) *to++ = byte;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
