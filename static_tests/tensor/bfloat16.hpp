// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/bfloat16.hpp promises.
#pragma once

#include <attn/tensor/bfloat16.hpp>

#include "static_tests/tests.hpp"

namespace attn_tests::bfloat16_tests {
template <class H> constexpr unsigned bits_of(float x) { return H(x).bits; }
template <class H> constexpr std::uint32_t float_bits_of(unsigned bits) {
  const auto x = static_cast<float>(H::from_bits(static_cast<std::uint16_t>(bits)));
  return std::bit_cast<std::uint32_t>(x);
}
constexpr float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// Every sixty-first pattern: what is no NaN is the number that is stored, and rounds to itself.
template <class H> constexpr bool all_are_stored_again(unsigned infinity) {
  for (unsigned bits = 0; bits < 65536; bits += 61) {
    if ((bits & 0x7fffu) > infinity) continue;
    const H h = H::from_bits(static_cast<std::uint16_t>(bits));
    if (H(static_cast<float>(h)).bits != bits) return false;
  }
  return true;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("what is stored is stored again", [](report& r) {
    r.check(all_are_stored_again<bfloat16>(0x7f80));
    r.check(all_are_stored_again<float16>(0x7c00));
  });
  // Half a unit goes to the even neighbour, and a little more than that up.
  tests.proved("rounding", [](report& r) {
    r.check(bits_of<bfloat16>(1.0f) == 0x3f80 && bits_of<float16>(1.0f) == 0x3c00);
    r.check(bits_of<bfloat16>(0x1.01p0f) == 0x3f80 && bits_of<bfloat16>(0x1.03p0f) == 0x3f82);
    r.check(bits_of<bfloat16>(0x1.010002p0f) == 0x3f81);
    r.check(bits_of<float16>(0x1.002p0f) == 0x3c00 && bits_of<float16>(0x1.006p0f) == 0x3c02);
    r.check(bits_of<float16>(-0x1.002002p0f) == 0xbc01);
  });
  tests.proved("subnormal numbers", [](report& r) {
    r.check(bits_of<float16>(0x1p-25f) == 0 && bits_of<float16>(0x1.8p-24f) == 2);
    r.check(bits_of<float16>(0x1.000002p-25f) == 1 && bits_of<float16>(-0x1p-24f) == 0x8001);
    r.check(bits_of<float16>(0x1.ffep-15f) == 0x400);  // the smallest normal number
    r.check(float_bits_of<float16>(0x0001) == std::bit_cast<std::uint32_t>(0x1p-24f));
    r.check(float_bits_of<float16>(0x03ff) == std::bit_cast<std::uint32_t>(0x1.ff8p-15f));
    r.check(bits_of<bfloat16>(float_of(0x00018000)) == 2);
  });
  tests.proved("beyond the largest", [](report& r) {
    r.check(bits_of<float16>(65504) == 0x7bff && bits_of<float16>(0x1.ffdffep15f) == 0x7bff);
    r.check(bits_of<float16>(65520) == 0x7c00 && bits_of<float16>(-1e30f) == 0xfc00);
    r.check(bits_of<bfloat16>(0x1.fffffep127f) == 0x7f80);
    r.check(bits_of<bfloat16>(-0x1.fep127f) == 0xff7f);
    r.check(bits_of<float16>(float_of(0x7f800000)) == 0x7c00);
    r.check(float_bits_of<float16>(0xfc00) == 0xff800000);
  });
  tests.proved("NaN", [](report& r) {
    r.check(bits_of<bfloat16>(float_of(0xffc12345)) == 0xffc1);
    r.check(bits_of<bfloat16>(float_of(0x7f800001)) == 0x7fc0);  // quiet
    r.check(bits_of<float16>(float_of(0x7fc02000)) == 0x7e01);
    r.check(float_bits_of<float16>(0xfe01) == 0xffc02000);
  });
  tests.proved("zeros", [](report& r) {
    r.check(bits_of<bfloat16>(-0.0f) == 0x8000 && bits_of<float16>(-0.0f) == 0x8000);
    r.check(float16(-0.0f) == float16(0.0f) && bfloat16(1.0f) != bfloat16(2.0f));
  });
  tests.proved("tensors", [](report& r) {
    static_assert(two_byte_float<float16> && !two_byte_float<float>);
    const tensor<float, axis<"row", 2>, axis<"column", 3>> x{{1, 2, -3}, {0.1f, 0, 1e6f}};
    const auto b = as<bfloat16>(x);
    has_type<tensor<bfloat16, axis<"row", 2>, axis<"column", 3>>>(b);
    r.check(as<float>(b)(1, 2) == 999424 && as<float>(b)(0, 2) == -3);
    const auto h = as<float16>(x);
    r.check(as<float>(h)(1, 0) == 0x1.998p-4f && h(1, 2).bits == 0x7c00);
    r.check(as<double>(b)(0, 1) == 2 && b == as<bfloat16>(as<float>(b)));
  });
};
}  // namespace attn_tests::bfloat16_tests
