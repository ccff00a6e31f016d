// SPDX-License-Identifier: BSL-1.0
// The element types of checkpoints, and what becomes of their values.
//
//   stored_as<float>                             stored_type::f32
//   name_of(stored_type::bf16)                   "BF16", as safetensors calls it
//   size_of(stored_type::bf16)                   2 bytes
//   conversion_to<float>(stored_type::f64)       stored_conversion::rounds
//   stored_value<float>(stored_type::f16, v, at) the element at byte `at` of a byte_view
//
// Exact conversions: float16, bfloat16 and float32 to float and double, float64 to double, every
// bit of a NaN's sign and payload included; integers to those that have all their values; bool to
// bool. float64 to float rounds to nearest, ties to even. Nothing else is converted, so an integer
// in the place of a weight is a mistake that is found.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/io/bytes.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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

// float16 as a float: exact, as every value of it is one of float.
ATTN_ABI constexpr std::uint32_t float_bits_of_half(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  std::uint32_t exponent = half >> 10 & 0x1fu, fraction = half & 0x3ffu;
  if (exponent == 0x1f) return sign | 0x7f800000u | fraction << 13;
  if (exponent == 0) {
    if (fraction == 0) return sign;
    exponent = 1;  // a subnormal number: normal as a float
    for (; (fraction & 0x400u) == 0; fraction <<= 1) --exponent;
    fraction &= 0x3ffu;
  }
  return sign | (exponent + 112u) << 23 | fraction << 13;
}

// float to double without arithmetic, which would make a signaling NaN quiet.
ATTN_ABI constexpr double widened(std::uint32_t bits) {
  const std::uint64_t sign = static_cast<std::uint64_t>(bits & 0x80000000u) << 32;
  if ((bits >> 23 & 0xffu) == 0xffu)
    return __builtin_bit_cast(
        double, sign | 0x7ff0000000000000u | static_cast<std::uint64_t>(bits & 0x7fffffu) << 29);
  return static_cast<double>(__builtin_bit_cast(float, bits));
}

// double to float, to nearest; a NaN stays one, quiet.
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
