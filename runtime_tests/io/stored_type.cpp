// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/safetensors.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "runtime_tests/catch.hpp"

using namespace attn;

namespace {

// The value of a binary floating-point number, by its definition.
double value_of(std::uint32_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
  const double fraction = bits & ((1u << fraction_bits) - 1);
  const double sign = (bits >> (exponent_bits + fraction_bits)) != 0 ? -1 : 1;
  if (exponent == 2 * bias + 1)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  const double one = std::ldexp(1, fraction_bits);
  return sign * (exponent == 0 ? std::ldexp(fraction / one, 1 - bias)
                               : std::ldexp(1 + fraction / one, exponent - bias));
}

void check_all(stored_type type, int exponent_bits, int fraction_bits) {
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    byte_buffer buffer;
    append_little_endian(buffer, static_cast<std::uint16_t>(bits));
    const double expected = value_of(bits, exponent_bits, fraction_bits);
    const double wide = stored_value<double>(type, buffer, 0);
    const float narrow = stored_value<float>(type, buffer, 0);
    const bool right = std::isnan(expected)
                           ? std::isnan(wide) && std::isnan(narrow)
                           : wide == expected && static_cast<double>(narrow) == expected;
    if (!right || std::signbit(wide) != (bits >> 15 != 0) ||
        std::signbit(narrow) != (bits >> 15 != 0))
      FAIL("bits " << bits << ": " << wide << ", " << narrow << ", not " << expected);
  }
}

}  // namespace

TEST_CASE("io/stored_type: every float16 is exact") { check_all(stored_type::f16, 5, 10); }
TEST_CASE("io/stored_type: every bfloat16 is exact") { check_all(stored_type::bf16, 8, 7); }

TEST_CASE("io/stored_type: float64 is rounded to float as by a cast") {
  std::uint64_t bits = 0x1234567;
  for (int i = 0; i < 200000; ++i) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    // Exponents in and around the range of float.
    const std::uint64_t exponent = 1023 - 155 + (bits >> 32) % 290;
    const std::uint64_t word = (bits & 0x800fffffffffffffu) | exponent << 52;
    byte_buffer buffer;
    append_little_endian(buffer, word);
    const float found = stored_value<float>(stored_type::f64, buffer, 0);
    const auto expected = static_cast<float>(__builtin_bit_cast(double, word));
    if (!(found == expected)) FAIL(word);
  }
}
