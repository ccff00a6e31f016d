// SPDX-License-Identifier: BSL-1.0
// A string in a file, where it is: it is decoded while it is compared, so that nothing is copied.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/io/file.hpp>
#include <attn/rules/call.hpp>
#include <attn/tensor/bfloat16.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// A string in a file: the bytes between the quotes.
struct stored_string {
  std::size_t at = 0, length = 0;
  bool escaped = false;  // there are escape sequences in it
};

// The bytes that a string stands for, one after the other; -1 after the last.
class string_decoder {
 public:
  ATTN_ABI constexpr string_decoder(const byte_view& file, const stored_string& string)
      : text_(file.part(string.at, string.length)), escaped_(string.escaped) {}

  ATTN_ABI constexpr int next() {
    if (pending_ > 0) return static_cast<int>(0x80u | (code_ >> (6 * --pending_) & 0x3fu));
    if (at_ == text_.size()) return -1;
    const unsigned char c = text_[at_++];
    if (c != '\\' || !escaped_) return c;
    const unsigned char escape = text_[at_++];
    switch (escape) {
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        break;
      default:
        return escape;
    }
    code_ = four_digits();
    if (code_ >= 0xd800 && code_ < 0xdc00) {
      at_ += 2;
      code_ = 0x10000 + ((code_ - 0xd800) << 10) + (four_digits() - 0xdc00);
    }
    if (code_ < 0x80) return static_cast<int>(code_);
    pending_ = code_ < 0x800 ? 1 : code_ < 0x10000 ? 2 : 3;
    const std::uint32_t first = pending_ == 1 ? 0xc0 : pending_ == 2 ? 0xe0 : 0xf0;
    return static_cast<int>(first | code_ >> (6 * pending_));
  }

  ATTN_ABI static constexpr int hexadecimal(unsigned char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  }

 private:
  ATTN_ABI constexpr std::uint32_t four_digits() {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
      value = value << 4 | static_cast<std::uint32_t>(hexadecimal(text_[at_++]));
    return value;
  }

  byte_view text_;
  bool escaped_;
  std::size_t at_ = 0;
  std::uint32_t code_ = 0;
  int pending_ = 0;
};

// < 0, 0 or > 0.
ATTN_ABI constexpr int compared(const byte_view& file, const stored_string& a,
                                const stored_string& b) {
  string_decoder x(file, a), y(file, b);
  for (;;) {
    const int c = x.next(), d = y.next();
    if (c != d || c < 0) return c - d;
  }
}
ATTN_ABI constexpr int compared(const byte_view& file, const stored_string& a, std::string_view b) {
  string_decoder x(file, a);
  for (const char c : b) {
    const int d = x.next();
    if (d != static_cast<unsigned char>(c)) return d - static_cast<unsigned char>(c);
  }
  return x.next() < 0 ? 0 : 1;
}

// A string of a file in a sentence: in one line, and not longer than 64 bytes.
ATTN_ABI constexpr rules::composed_text& add_string(rules::composed_text& text,
                                                    const byte_view& file,
                                                    const stored_string& string) {
  string_decoder from(file, string);
  int c = from.next();
  for (int count = 0; c >= 0 && count < 64; ++count, c = from.next()) {
    const char one[] = {c >= ' ' && c < 127 ? static_cast<char>(c) : '?', '\0'};
    text.add(one);
  }
  return text.add(c < 0 ? "" : "...");
}

}  // namespace attn::detail

namespace attn {

// The element types of checkpoints, and what becomes of their values.
//
//   stored_as<float>                             stored_type::f32
//   name_of(stored_type::bf16)                   "BF16", as safetensors calls it
//   size_of(stored_type::bf16)                   2 bytes
//   conversion_to<float>(stored_type::f64)       stored_conversion::rounds
//   stored_value<float>(stored_type::f16, v, at) the element at byte `at` of a byte_view
//
// Exact conversions: float16, bfloat16 and float32 to float and double, float64 to double, every
// bit of a NaN's sign and payload included. Integers to those that have all their values. bool to
// bool. float64 to float rounds to nearest, ties to even. Nothing else is converted, so an integer
// in the place of a weight is a mistake that is found.

// Those without a value here can only be skipped: their sizes are known.
enum class stored_type : unsigned char {
  boolean,
  u8,
  i8,
  u16,
  i16,
  u32,
  i32,
  u64,
  i64,
  f16,
  bf16,
  f32,
  f64,
  f8_e4m3,
  f8_e5m2,
  c64,
  unknown
};

enum class stored_conversion { exact, rounds, none };

namespace detail {
struct stored_type_row {
  const char* name;
  std::size_t size;
};
ATTN_ABI inline constexpr stored_type_row stored_types[] = {
    {"BOOL", 1}, {"U8", 1},      {"I8", 1},      {"U16", 2}, {"I16", 2},    {"U32", 4},
    {"I32", 4},  {"U64", 8},     {"I64", 8},     {"F16", 2}, {"BF16", 2},   {"F32", 4},
    {"F64", 8},  {"F8_E4M3", 1}, {"F8_E5M2", 1}, {"C64", 8}, {"unknown", 0}};

template <class T>
ATTN_ABI consteval stored_type stored_type_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return stored_type::boolean;
  } else if constexpr (std::is_same_v<T, float>) {
    return stored_type::f32;
  } else if constexpr (std::is_same_v<T, double>) {
    return stored_type::f64;
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return stored_type::bf16;
  } else if constexpr (std::is_same_v<T, float16>) {
    return stored_type::f16;
  } else if constexpr (std::integral<T>) {
    constexpr stored_type of_size[] = {stored_type::u8, stored_type::u16, stored_type::u32,
                                       stored_type::u64};
    constexpr std::size_t log = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return static_cast<stored_type>(static_cast<int>(of_size[log]) + std::is_signed_v<T>);
  } else {
    return stored_type::unknown;
  }
}
}  // namespace detail

template <class T>
inline constexpr stored_type stored_as = detail::stored_type_of<T>();

ATTN_ABI constexpr const char* name_of(stored_type type) {
  return detail::stored_types[static_cast<std::size_t>(type)].name;
}
ATTN_ABI constexpr std::size_t size_of(stored_type type) {
  return detail::stored_types[static_cast<std::size_t>(type)].size;
}

namespace detail {

ATTN_ABI constexpr bool is_integer(stored_type type) {
  return type >= stored_type::u8 && type <= stored_type::i64;
}
ATTN_ABI constexpr bool is_signed(stored_type type) {
  return is_integer(type) && (static_cast<int>(type) - static_cast<int>(stored_type::u8)) % 2 == 1;
}

// The model's type and the file's, both as stored types.
ATTN_ABI constexpr stored_conversion conversion_between(stored_type to, stored_type from) {
  using enum stored_type;
  const auto exact = [](bool is) {
    return is ? stored_conversion::exact : stored_conversion::none;
  };
  if (to == from) return exact(to <= f64);
  if (to == f32 && from == f64) return stored_conversion::rounds;
  if (to == f32) return exact(from == f16 || from == bf16);
  if (to == f64) return exact(from == f16 || from == bf16 || from == f32);
  if (!is_integer(to) || !is_integer(from)) return stored_conversion::none;
  if (is_signed(to) == is_signed(from)) return exact(size_of(from) <= size_of(to));
  return exact(is_signed(to) && size_of(from) < size_of(to));
}

// float to double without arithmetic, which would make a signaling NaN quiet.
ATTN_ABI constexpr double widened(std::uint32_t bits) {
  const std::uint64_t sign = static_cast<std::uint64_t>(bits & 0x80000000u) << 32;
  if ((bits >> 23 & 0xffu) == 0xffu)
    return __builtin_bit_cast(
        double, sign | 0x7ff0000000000000u | static_cast<std::uint64_t>(bits & 0x7fffffu) << 29);
  return static_cast<double>(__builtin_bit_cast(float, bits));
}

// double to float, to nearest. A NaN stays one, quiet.
ATTN_ABI constexpr float narrowed(std::uint64_t bits) {
  const auto sign = static_cast<std::uint32_t>(bits >> 63) << 31;
  const std::uint64_t magnitude = bits & 0x7fffffffffffffffu;
  if (magnitude > 0x7ff0000000000000u)
    return __builtin_bit_cast(
        float, sign | 0x7fc00000u | static_cast<std::uint32_t>(bits >> 29 & 0x3fffffu));
  // From half a unit above the largest float on: infinite. The compilers reject the conversion.
  if (magnitude >= 0x47effffff0000000u) return __builtin_bit_cast(float, sign | 0x7f800000u);
  return static_cast<float>(__builtin_bit_cast(double, bits));
}

}  // namespace detail

template <class T>
ATTN_ABI constexpr stored_conversion conversion_to(stored_type from) {
  return detail::conversion_between(stored_as<T>, from);
}

// For a type that converts to T.
template <class T>
ATTN_ABI constexpr T stored_value(stored_type type, const byte_view& from, std::size_t at) {
  if constexpr (std::is_floating_point_v<T>) {
    if (type == stored_type::f64) {
      const auto bits = little_endian<std::uint64_t>(from, at);
      if constexpr (sizeof(T) == 8)
        return __builtin_bit_cast(T, bits);
      else
        return detail::narrowed(bits);
    }
    std::uint32_t bits = 0;
    if (type == stored_type::f32)
      bits = little_endian<std::uint32_t>(from, at);
    else if (type == stored_type::bf16)
      bits = static_cast<std::uint32_t>(little_endian<std::uint16_t>(from, at)) << 16;
    else
      bits = detail::float_bits_of_half(little_endian<std::uint16_t>(from, at));
    if constexpr (sizeof(T) == 8)
      return detail::widened(bits);
    else
      return __builtin_bit_cast(T, bits);
  } else if constexpr (two_byte_float<T>) {
    return T::from_bits(little_endian<std::uint16_t>(from, at));
  } else {
    std::uint64_t word = 0;
    const std::size_t size = size_of(type);
    for (std::size_t i = size; i-- > 0;) word = word << 8 | from[at + i];
    if (type == stored_type::boolean) return static_cast<T>(word != 0);
    if (size < 8 && detail::is_signed(type) && (word >> (8 * size - 1)) != 0)
      word |= ~std::uint64_t{0} << (8 * size);
    return static_cast<T>(word);
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
