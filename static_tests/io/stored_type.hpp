// SPDX-License-Identifier: BSL-1.0
// What attn/io/stored_type.hpp promises. Every float16 and bfloat16 value:
// runtime_tests/io/stored_type.cpp.
#pragma once

#include <attn/io/stored_type.hpp>
#include <cstdint>
#include <limits>
#include <string_view>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::stored_type_tests {

using namespace attn;

template <class To>
constexpr To value(stored_type type, std::uint64_t bits) {
  byte_buffer buffer{0xee};
  append_little_endian(buffer, bits);
  return stored_value<To>(type, launder(buffer), 1);
}

constexpr report names_and_sizes() {
  report r;
  using enum stored_type;
  r.check(name_of(f32) == std::string_view("F32") && size_of(f32) == 4);
  r.check(name_of(boolean) == std::string_view("BOOL") && size_of(boolean) == 1);
  r.check(name_of(bf16) == std::string_view("BF16") && size_of(bf16) == 2);
  r.check(name_of(i64) == std::string_view("I64") && size_of(i64) == 8);
  r.check(name_of(f8_e5m2) == std::string_view("F8_E5M2") && size_of(c64) == 8);
  r.check(name_of(unknown) == std::string_view("unknown") && size_of(unknown) == 0);
  constexpr std::size_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 1, 1, 8, 0};
  for (unsigned char i = 0; i < 17; ++i) r.check(size_of(static_cast<stored_type>(i)) == sizes[i]);
  r.check(stored_as<float> == f32 && stored_as<double> == f64 && stored_as<bool> == boolean);
  r.check(stored_as<std::int8_t> == i8 && stored_as<std::uint8_t> == u8);
  r.check(stored_as<short> == i16 && stored_as<unsigned> == u32 && stored_as<long long> == i64);
  r.check(stored_as<long double> == unknown);
  return r;
}

constexpr report conversions() {
  report r;
  using enum stored_type;
  using enum stored_conversion;
  for (const stored_type half : {f16, bf16, f32})
    r.check(conversion_to<float>(half) == exact && conversion_to<double>(half) == exact);
  r.check(conversion_to<double>(f64) == exact && conversion_to<float>(f64) == rounds);
  for (const stored_type other : {boolean, u8, i32, i64, f8_e4m3, f8_e5m2, c64, unknown})
    r.check(conversion_to<float>(other) == none && conversion_to<double>(other) == none);
  r.check(conversion_to<bool>(boolean) == exact && conversion_to<bool>(u8) == none);
  r.check(conversion_to<int>(i32) == exact && conversion_to<int>(i16) == exact);
  r.check(conversion_to<int>(u16) == exact && conversion_to<int>(u32) == none);
  r.check(conversion_to<int>(i64) == none && conversion_to<unsigned>(i8) == none);
  r.check(conversion_to<unsigned>(u8) == exact && conversion_to<long long>(u32) == exact);
  r.check(conversion_to<int>(f32) == none && conversion_to<unsigned char>(boolean) == none);
  r.check(conversion_to<unsigned long long>(u64) == exact);
  return r;
}

template <class T>
constexpr report float16() {
  report r;
  using enum stored_type;
  r.check(value<T>(f16, 0x3c00) == T(1) && value<T>(f16, 0xc500) == T(-5));
  r.check(value<T>(f16, 0x7bff) == T(65504) && value<T>(f16, 0x3555) == T(0.333251953125));
  r.check(value<T>(f16, 0x0001) == T(5.9604644775390625e-8) &&
          value<T>(f16, 0x83ff) == T(-6.0975551605224609375e-5));
  r.check(value<T>(f16, 0x0400) == T(6.103515625e-5));
  r.check(value<T>(f16, 0x7c00) == std::numeric_limits<T>::infinity());
  r.check(value<T>(f16, 0x8000) == T(0) && T(1) / value<T>(f16, 0xfc00) == T(0));
  r.check(value<T>(f16, 0x7e00) != value<T>(f16, 0x7e00));
  for (const std::uint64_t bits : {0u, 0x8000u, 0x0123u, 0x7bffu, 0xfc00u})
    r.bits(value<T>(f16, bits));
  return r;
}
template <class T>
constexpr report bfloat16() {
  report r;
  using enum stored_type;
  r.check(value<T>(bf16, 0x3f80) == T(1) && value<T>(bf16, 0xc0a0) == T(-5));
  r.check(value<T>(bf16, 0x3eab) == T(0.333984375));
  r.check(value<T>(bf16, 0x0001) == T(9.18354961579912115600575419705e-41L));
  r.check(value<T>(bf16, 0xff80) == -std::numeric_limits<T>::infinity());
  for (const std::uint64_t bits : {0u, 0x8000u, 0x0123u, 0x7f7fu, 0xff80u})
    r.bits(value<T>(bf16, bits));
  return r;
}

constexpr report float32_and_float64() {
  report r;
  using enum stored_type;
  r.check(value<float>(f32, 0x3dcccccd) == 0.1f && value<double>(f32, 0x3dcccccd) == double{0.1f});
  r.check(value<double>(f32, 1) == double{1.40129846432481707092372958329e-45f});
  r.check(value<double>(f32, 0xff800000) == -std::numeric_limits<double>::infinity());
  r.check(value<double>(f64, 0x3fb999999999999a) == 0.1);
  // Rounded: to nearest, to even, to zero, to infinity.
  r.check(value<float>(f64, 0x3fb999999999999a) == 0.1f);
  r.check(value<float>(f64, 0x3ff0000010000000) == 1.0f);
  r.check(value<float>(f64, 0x3ff0000030000000) == 1.0f + 0x1p-22f);
  r.check(value<float>(f64, 0x0000000000000001) == 0.0f);
  r.check(value<float>(f64, 0x47efffffefffffff) == std::numeric_limits<float>::max());
  r.check(value<float>(f64, 0x47effffff0000000) == std::numeric_limits<float>::infinity());
  r.check(value<float>(f64, 0xfff0000000000000) == -std::numeric_limits<float>::infinity());
  r.check(value<float>(f64, 0x7ff0000000000001) != value<float>(f64, 0x7ff0000000000001));
  return r;
}

// A signaling NaN is not made quiet, and keeps its sign.
constexpr report nan_payloads() {
  report r;
  using enum stored_type;
  const auto bits = [](double x) { return __builtin_bit_cast(std::uint64_t, x); };
  r.check(bits(value<double>(f32, 0xff812345)) == 0xfff02468a0000000u);
  r.check(bits(value<double>(f16, 0x7d01)) == 0x7ff4040000000000u);
  r.check(bits(value<double>(f64, 0x7ff0000000000001)) == 0x7ff0000000000001u);
  // Rounded to float: quiet, with the sign and the upper bits of the payload.
  const auto narrow = [](std::uint64_t x) {
    return __builtin_bit_cast(std::uint32_t, value<float>(f64, x));
  };
  r.check(narrow(0xfff8000020000000) == 0xffc00001u && narrow(0x7ff0000000000001) == 0x7fc00000u);
  return r;
}

constexpr report integers() {
  report r;
  using enum stored_type;
  r.check(value<int>(i32, 0xfffffffe) == -2 && value<int>(i8, 0x80) == -128);
  r.check(value<long long>(i16, 0xffff) == -1 && value<long long>(u32, 0xffffffff) == 4294967295);
  r.check(value<int>(u8, 0xff) == 255 && value<int>(u16, 0x8000) == 32768);
  r.check(value<std::int64_t>(i64, 0x8000000000000000) == std::numeric_limits<std::int64_t>::min());
  r.check(value<bool>(boolean, 1) && !value<bool>(boolean, 0) && value<bool>(boolean, 2));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"names and sizes", names_and_sizes},
    {"conversions", conversions},
    {"float16, float", float16<float>},
    {"float16, double", float16<double>},
    {"bfloat16, float", bfloat16<float>},
    {"bfloat16, double", bfloat16<double>},
    {"float32 and float64", float32_and_float64},
    {"NaN payloads", nan_payloads},
    {"integers", integers},
};

}  // namespace attn_tests::stored_type_tests
