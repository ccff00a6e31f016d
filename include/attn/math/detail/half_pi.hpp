// SPDX-License-Identifier: BSL-1.0
// A number of any size as quarters of a turn and what is left: |x| = quarters pi/2 + angle, in
// integers. (math/sin.hpp, math/cos.hpp; small numbers have a shorter way in sin_parts.hpp.)
//
// x = m 2^e, and 2/pi is known to 1184 bits. Bits of 2/pi that make multiples of 4 in (2/pi) x say
// nothing about the quarters modulo 4; the 192 after them make a product whose first two bits are
// the quarters and whose others are the rest of a quarter, exact to 2^-137. No double is closer to
// a multiple of pi/2 than 2^-61, hence 75 good bits, of which 62 are kept.
//
// Source: M. Payne and R. Hanek, Radian reduction for trigonometric functions, SIGNUM 18 (1983).
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math::detail {

// The binary places of 2/pi, 32 to a word, after 64 zeros.
ATTN_ABI inline constexpr std::uint32_t two_over_pi[] = {
    0x00000000, 0x00000000,                                      //
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,  //
    0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0,  //
    0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5,  //
    0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4,  //
    0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b,  //
    0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,  //
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1,  //
    0x1f8d5d08, 0x56033046};

// |angle| = digits 2^exponent; digits has 63 or 64 bits.
struct angle_in_digits {
  unsigned quarters;
  bool negative;
  std::uint64_t digits;
  int exponent;
};

// The upper half of a product of 128 bits, or one less.
ATTN_ABI constexpr std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) noexcept {
  const std::uint64_t a_high = a >> 32, a_low = a & 0xffffffff;
  const std::uint64_t b_high = b >> 32, b_low = b & 0xffffffff;
  const std::uint64_t crossed = a_high * b_low + ((a_low * b_low) >> 32);
  return a_high * b_high + (crossed >> 32) + ((a_low * b_high + (crossed & 0xffffffff)) >> 32);
}

// m 2^e, m < 2^53, -62 <= e <= 971.
ATTN_ABI constexpr angle_in_digits angle_of(std::uint64_t m, int e) noexcept {
  constexpr std::size_t words = 6;
  // The product, most significant word first; what is carried out of it counts whole turns.
  std::uint32_t product[words] = {};
  const std::size_t first_bit = static_cast<std::size_t>(e + 62);
  const std::uint32_t* const bits = two_over_pi + first_bit / 32;
  const unsigned skipped = first_bit % 32;
  for (std::size_t part = 0; part < 2; ++part) {
    const std::uint64_t factor = part == 0 ? m & 0xffffffff : m >> 32;
    std::uint64_t carry = 0;
    for (std::size_t i = words; i-- > part;) {
      const std::uint64_t two = std::uint64_t{bits[i]} << 32 | bits[i + 1];
      const std::uint64_t word = (two >> (32 - skipped)) & 0xffffffff;
      const std::uint64_t sum = factor * word + product[i - part] + carry;
      product[i - part] = static_cast<std::uint32_t>(sum);
      carry = sum >> 32;
    }
  }

  // To the nearest quarter: from its middle on, it is the next one, less what lacks.
  const unsigned quarters = product[0] >> 30;
  const bool negative = (product[0] >> 29 & 1) != 0;
  if (negative)
    for (std::uint32_t& word : product) word = ~word;  // a negation but for the last bit
  product[0] &= 0x1fffffff;

  // The first 64 bits from the first that is set, times pi/2.
  int zeros = 0;
  const std::uint32_t* first = product;
  for (; *first == 0; ++first) zeros += 32;
  int shift = 0;  // not std::countl_zero, which is one function for all units (abi.hpp)
  while ((*first << shift & 0x80000000) == 0) ++shift;
  const std::uint64_t fraction =
      (std::uint64_t{first[0]} << 32 | first[1]) << shift | std::uint64_t{first[2]} >> (32 - shift);
  constexpr std::uint64_t half_pi = 0xc90fdaa22168c235;  // pi/2 2^63
  return {(quarters + (negative ? 1 : 0)) & 3, negative, upper_product(fraction, half_pi),
          -61 - zeros - shift};
}

}  // namespace attn::math::detail
ATTN_STRICT_FP_END
