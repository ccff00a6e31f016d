// SPDX-License-Identifier: BSL-1.0
// Protocol Buffers, as far as a file needs them: a message is a sequence of fields, each with its
// number; a message inside it is a field of bytes.
//
//   protobuf_message m;
//   m.add(1, std::uint64_t{300});   number, text, float or message: one field each
//   m.bytes                         as they are in a file
//
// A field that may occur several times is added several times; numbers may be packed into one.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include <attn/io/bytes.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

struct protobuf_message {
  byte_buffer bytes{};

  ATTN_ABI constexpr void add(std::uint64_t field, std::unsigned_integral auto number) {
    begin(field, wire::varint);
    append_varint(bytes, number);
  }
  // A negative number has ten bytes: those of its 64-bit two's complement.
  ATTN_ABI constexpr void add(std::uint64_t field, std::signed_integral auto number) {
    add(field, static_cast<std::uint64_t>(std::int64_t{number}));
  }
  ATTN_ABI constexpr void add(std::uint64_t field, float number) {
    begin(field, wire::four_bytes);
    append_little_endian(bytes, __builtin_bit_cast(std::uint32_t, number));
  }
  ATTN_ABI constexpr void add(std::uint64_t field, std::string_view text) {
    begin(field, wire::counted);
    append_varint(bytes, text.size());
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  ATTN_ABI constexpr void add(std::uint64_t field, const byte_buffer& content) {
    begin(field, wire::counted);
    append_varint(bytes, content.size());
    bytes.insert(bytes.end(), content.begin(), content.end());
  }
  ATTN_ABI constexpr void add(std::uint64_t field, const protobuf_message& message) {
    add(field, message.bytes);
  }
  // Several numbers in one field.
  template <class Numbers>
  ATTN_ABI constexpr void add_packed(std::uint64_t field, const Numbers& numbers) {
    byte_buffer packed;
    for (const auto number : numbers) append_varint(packed, static_cast<std::uint64_t>(number));
    add(field, packed);
  }
  // Fields that are a message already.
  ATTN_ABI constexpr void add_fields(const protobuf_message& other) {
    bytes.insert(bytes.end(), other.bytes.begin(), other.bytes.end());
  }

 private:
  enum class wire : unsigned char { varint = 0, counted = 2, four_bytes = 5 };

  // Seven bits a byte, the lowest first; the eighth is set where others follow.
  ATTN_ABI static constexpr void append_varint(byte_buffer& to, std::uint64_t number) {
    for (; number >= 128; number /= 128) to.push_back(static_cast<unsigned char>(number | 128));
    to.push_back(static_cast<unsigned char>(number));
  }
  ATTN_ABI constexpr void begin(std::uint64_t field, wire kind) {
    append_varint(bytes, field * 8 + static_cast<unsigned char>(kind));
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
