// SPDX-License-Identifier: BSL-1.0
// What attn/io/bytes.hpp promises.
#pragma once

#include <array>
#include <attn/io/bytes.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::bytes_tests {

using namespace attn;

constexpr unsigned char unsigned_bytes[] = {1, 2, 0xff, 4};
constexpr std::byte std_bytes[] = {std::byte{1}, std::byte{2}, std::byte{0xff}, std::byte{4}};
constexpr char chars[] = {1, 2, static_cast<char>(0xff), 4};

constexpr report views() {
  report r;
  for (const byte_view& view :
       {byte_view(unsigned_bytes), byte_view(std_bytes), byte_view(chars)}) {
    r.check(view.size() == 4 && view[0] == 1 && view[2] == 0xff && view[3] == 4);
    const byte_view end = view.part(2, 2);
    r.check(end.size() == 2 && end[0] == 0xff && end[1] == 4);
    r.check(little_endian<std::uint32_t>(view, 0) == 0x04ff0201u);
    r.check(little_endian<std::uint16_t>(view, 1) == 0xff02u);
    r.bits(little_endian<std::uint32_t>(launder(view), 0));
  }
  return r;
}

constexpr report what_can_be_viewed() {
  report r;
  r.check(byte_view(std::string_view("abc"))[2] == 'c');
  r.check(byte_view(std::array<unsigned char, 3>{7, 8, 9})[0] == 7);
  r.check(byte_view(std::span<const std::byte>(std_bytes)).size() == 4);
  r.check(byte_view(unsigned_bytes, 2).size() == 2);
  r.check(byte_view().size() == 0 && byte_view().data() == nullptr);
  r.check(byte_view(unsigned_bytes).has_data());
  r.check(byte_view(unsigned_bytes).data() == unsigned_bytes);
  r.check(byte_view(chars).has_data() == !std::is_constant_evaluated());
  r.check(!std::is_constructible_v<byte_view, const int(&)[3]>);
  r.check(!std::is_constructible_v<byte_view, std::array<short, 3>>);
  return r;
}

constexpr report words_that_are_appended() {
  report r;
  byte_buffer buffer;
  append_little_endian(buffer, launder(std::uint16_t{0x1234}));
  append_little_endian(buffer, launder(std::uint64_t{0x123456789abcdef0u}));
  r.check(buffer.size() == 10 && buffer[0] == 0x34 && buffer[1] == 0x12 && buffer[2] == 0xf0);
  r.check(little_endian<std::uint64_t>(buffer, 2) == 0x123456789abcdef0u);
  r.bits(little_endian<std::uint64_t>(buffer, 1));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"views", views},
    {"what can be viewed", what_can_be_viewed},
    {"words that are appended", words_that_are_appended},
};

}  // namespace attn_tests::bytes_tests
