// SPDX-License-Identifier: BSL-1.0
// A string in a file, where it is: it is decoded while it is compared, so that nothing is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <attn/io/bytes.hpp>
#include <attn/rules/message.hpp>

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
ATTN_STRICT_FP_END
