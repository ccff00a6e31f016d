// SPDX-License-Identifier: BSL-1.0
// bfloat16 and float16: element types that store a number of float in two bytes.
//
//   bfloat16(x)                 x rounded to 8 digits, the upper half of a float
//   float16(x)                  x rounded to 11 digits, IEEE 754's binary16
//   float(h)                    the number that h is: exact
//   as<bfloat16>(x), as<float>(h)    a tensor of them, and back
//   bfloat16::from_bits(0x3f80), h.bits    the stored bits
//
// They store numbers and have no arithmetic: layers/quantized.hpp has layers with such weights.
// Rounding is to nearest, ties to even. Beyond the largest number the result is an infinity, below
// the smallest normal number it is subnormal. A NaN remains a NaN, quiet, with its sign and the
// upper bits of its payload. PyTorch: torch.bfloat16, torch.float16.
//
// Rules: arithmetic_element, for as<bfloat16>(x).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/vector.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// A base, so that kernels find load_part below.
struct in_two_bytes {};

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

// The magnitude without its lowest bits, rounded. A carry goes into the exponent, up to infinity.
ATTN_ABI constexpr std::uint32_t without_low_bits(std::uint32_t magnitude, int bits) {
  const std::uint32_t half = (1u << (bits - 1)) - 1;
  return (magnitude + half + (magnitude >> bits & 1u)) >> bits;
}
ATTN_ABI constexpr std::uint32_t half_bits_of_float(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t half = 0x7c00u;  // 65520 and more is infinite
  if (magnitude > 0x7f800000u)   // NaN
    half = 0x7e00u | (magnitude >> 13 & 0x3ffu);
  else if (magnitude < 0x38800000u)  // subnormal: in units of 2^-24
    half = bits_as<std::uint32_t>(bits_as<float>(magnitude) + 0.5f) - 0x3f000000u;
  else if (magnitude < 0x477ff000u)
    half = without_low_bits(magnitude - 0x38000000u, 13);
  return (bits >> 16 & 0x8000u) | half;
}
ATTN_ABI constexpr std::uint32_t bfloat_bits_of_float(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return bits >> 16 | 0x40u;
  return (bits >> 16 & 0x8000u) | without_low_bits(magnitude, 16);
}

}  // namespace detail

struct bfloat16 : detail::in_two_bytes {
  std::uint16_t bits = 0;

  ATTN_ABI constexpr bfloat16() = default;
  ATTN_ABI constexpr explicit bfloat16(float x)
      : bits(static_cast<std::uint16_t>(
            detail::bfloat_bits_of_float(detail::bits_as<std::uint32_t>(x)))) {}
  ATTN_ABI static constexpr bfloat16 from_bits(std::uint16_t bits) {
    bfloat16 h;
    h.bits = bits;
    return h;
  }
  template <std::floating_point T>
  ATTN_ABI constexpr explicit operator T() const {
    return static_cast<T>(detail::bits_as<float>(std::uint32_t{bits} << 16));
  }
  ATTN_ABI friend constexpr bool operator==(bfloat16 a, bfloat16 b) {
    return static_cast<float>(a) == static_cast<float>(b);
  }
};

struct float16 : detail::in_two_bytes {
  std::uint16_t bits = 0;

  ATTN_ABI constexpr float16() = default;
  ATTN_ABI constexpr explicit float16(float x)
      : bits(static_cast<std::uint16_t>(
            detail::half_bits_of_float(detail::bits_as<std::uint32_t>(x)))) {}
  ATTN_ABI static constexpr float16 from_bits(std::uint16_t bits) {
    float16 h;
    h.bits = bits;
    return h;
  }
  template <std::floating_point T>
  ATTN_ABI constexpr explicit operator T() const {
    return static_cast<T>(detail::bits_as<float>(detail::float_bits_of_half(bits)));
  }
  ATTN_ABI friend constexpr bool operator==(float16 a, float16 b) {
    return static_cast<float>(a) == static_cast<float>(b);
  }
};

template <class H>
concept two_byte_float = std::same_as<H, bfloat16> || std::same_as<H, float16>;

template <two_byte_float H>
inline constexpr bool is_tensor_element<H> = true;

template <two_byte_float H, class T, class... Axes>
ATTN_ABI constexpr auto as(const tensor<T, Axes...>& x) {
  using call = rules::single_rule_call<rules::arithmetic_element<rules::element<T>>>;
  ATTN_REQUIRE(call, rule, "attn::as<bfloat16 or float16>(x): requires arithmetic elements");
  if constexpr (call::all::value) {
    tensor<H, Axes...> result(detail::uninitialized);
    const T* from = x.data();
    for (H& element : result) element = H(static_cast<float>(*from++));
    return result;
  } else {
    return x;
  }
}

namespace detail {

// Lanes of them as lanes of float.
template <class V>
ATTN_INLINE V widened_lanes(const bfloat16*, const words_of<V>& bits) {
  return bits_as<V>(words_of<V>(bits << 16));
}
template <class V>
ATTN_INLINE V widened_lanes(const float16*, const words_of<V>& bits) {
  using W = words_of<V>;
  const W magnitude = (bits & 0x7fff) << 13, exponent = magnitude & 0x0f800000;
  // Subnormal numbers: an exponent too many, of which 2^-14 is subtracted. Exact.
  const V below = bits_as<V>(W(magnitude + 0x38800000)) - splat<V>(0x1p-14f);
  const W normal = magnitude + 0x38000000 + ((exponent == 0x0f800000) & 0x38000000);
  const W found = exponent == 0 ? bits_as<W>(below) : normal;
  return bits_as<V>(W(found | (bits & 0x8000) << 16));
}

// For kernels: Count of them as V, a vector of float, the other lanes zero.
template <class V, std::size_t Count, two_byte_float H>
ATTN_INLINE V load_part(const H* from) {
  if constexpr (Count == lanes_of<V>) {
    using halves = vec<std::uint16_t, Count>;
    halves bits;
    __builtin_memcpy(&bits, from, sizeof bits);
    return widened_lanes<V>(from, widened<words_of<V>>(bits));
  } else {
    block<float, lanes_of<V>> lanes{};
    for (std::size_t i = 0; i < Count; ++i) lanes.data[i] = static_cast<float>(from[i]);
    return bits_as<V>(lanes);
  }
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
