// SPDX-License-Identifier: BSL-1.0
// The part of JSON that the header of a safetensors file consists of, strictly as RFC 8259 has it:
// objects, strings, arrays of natural numbers. Other values can be skipped. The first mistake is
// kept, and ends the reading.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/io/file.hpp>
#include <attn/io/stored_type.hpp>
#include <attn/rules/call.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

class json_reader {
 public:
  ATTN_ABI constexpr json_reader(const byte_view& file, std::size_t begin, std::size_t end,
                                 const char* whole = "the header")
      : file_(file), begin_(begin), end_(end), at_(begin), whole_(whole) {}

  // Empty, if there was no mistake so far.
  rules::composed_text fault{};
  ATTN_ABI constexpr bool failed() const { return fault.size() > 0; }
  // What is read belongs to a tensor, whose name is in front of every sentence.
  stored_string subject{};
  ATTN_ABI constexpr bool fail(const char* sentence, const char* more = "") {
    if (failed()) return false;
    if (subject.at > 0) add_string(fault, file_, subject).add(": ");
    add_place(fault.add(sentence).add(more));
    return false;
  }
  ATTN_ABI constexpr void add_place(rules::composed_text& text) const {
    text.add(", at byte ").add(at_ - begin_).add(" of ").add(whole_);
  }

  ATTN_ABI constexpr bool at_end() const { return at_ == end_; }
  ATTN_ABI constexpr unsigned char here() const { return at_ < end_ ? file_[at_] : 0; }
  ATTN_ABI constexpr void skip_spaces() {
    while (at_ < end_ && (here() == ' ' || here() == '\n' || here() == '\t' || here() == '\r'))
      ++at_;
  }
  ATTN_ABI constexpr bool skip(char c) {
    skip_spaces();
    if (at_ == end_ || here() != static_cast<unsigned char>(c)) return false;
    ++at_;
    return true;
  }
  ATTN_ABI constexpr bool expect(char c, const char* sentence) {
    if (failed()) return false;
    if (skip(c)) return true;
    if (at_end()) return ends_too_early();
    return fail(sentence);
  }

  // "…": 4 hexadecimal digits after \u, both halves of a pair, and UTF-8.
  ATTN_ABI constexpr stored_string string(const char* sentence) {
    if (!expect('"', sentence)) return {};
    stored_string found{at_, 0, false};
    while (!failed()) {
      if (at_end()) return fail("a string has no end"), found;
      const unsigned char c = here();
      if (c == '"') break;
      if (c < 0x20) return fail("a control character in a string"), found;
      if (c == '\\')
        found.escaped = true, escape();
      else if (c >= 0x80)
        utf8();
      else
        ++at_;
    }
    found.length = at_ - found.at;
    ++at_;
    return found;
  }

  ATTN_ABI constexpr std::uint64_t number(const char* sentence) {
    if (failed()) return 0;
    skip_spaces();
    if (at_end()) return ends_too_early(), 0;
    if (here() == '-') return fail("a negative number"), 0;
    if (here() < '0' || here() > '9') return fail(sentence), 0;
    std::uint64_t value = 0;
    const std::size_t first = at_;
    for (; here() >= '0' && here() <= '9'; ++at_) {
      const std::uint64_t d = here() - static_cast<std::uint64_t>('0');
      if (at_ == first + 1 && file_[first] == '0') return fail("a number begins with 0"), 0;
      if (value > (UINT64_MAX - d) / 10) return fail("a number that exceeds 64 bits"), 0;
      value = 10 * value + d;
    }
    if (here() == '.' || here() == 'e' || here() == 'E')
      return fail("a number that is not written as an integer"), 0;
    return value;
  }

  // Any value. An object or array in 16 others is refused.
  ATTN_ABI constexpr void skip_value() {
    char closing[16]{};
    std::size_t depth = 0;
    bool opened = false;  // the last character was { or [
    do {
      if (opened && skip(closing[depth - 1])) {
        --depth;
        opened = false;
      } else {
        if (depth > 0 && closing[depth - 1] == '}') {
          string("expected a key in quotes");
          expect(':', "expected : after a key");
        }
        opened = skip('{') || skip('[');
        if (opened && depth == 16) return void(fail("a value is nested too deeply"));
        if (opened) closing[depth++] = file_[at_ - 1] == '{' ? '}' : ']';
        if (opened) continue;
        skip_scalar();
      }
      while (depth > 0 && skip(closing[depth - 1])) --depth;
      if (depth > 0) expect(',', "expected , or the end of a list");
    } while (depth > 0 && !failed());
  }

  // each() for the members of an object or an array whose opening brace has been read.
  template <class F>
  ATTN_ABI constexpr void members(char closing, const F& each) {
    if (skip(closing)) return;
    while (!failed()) {
      each();
      if (failed() || skip(closing)) return;
      if (!expect(',', closing == '}' ? "expected , or }" : "expected , or ]")) return;
    }
  }

 private:
  ATTN_ABI constexpr void skip_scalar() {
    skip_spaces();
    if (here() == '"') return void(string(""));
    const std::size_t first = at_;
    const auto goes_on = [](unsigned char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' ||
             c == 'E';
    };
    while (goes_on(here())) ++at_;
    if (!is_word(first, "true") && !is_word(first, "false") && !is_word(first, "null") &&
        !is_number(first))
      fail("expected a value");
  }
  ATTN_ABI constexpr bool ends_too_early() { return fail(whole_, " ends too early"); }
  ATTN_ABI constexpr bool is_word(std::size_t first, const char* word) const {
    std::size_t i = first;
    for (; i < at_ && *word != '\0' && file_[i] == static_cast<unsigned char>(*word); ++i) ++word;
    return i == at_ && *word == '\0';
  }
  // -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][-+]?[0-9]+)?
  ATTN_ABI constexpr bool is_number(std::size_t i) const {
    const auto at = [&](std::size_t k) { return k < at_ ? file_[k] : '\0'; };
    const auto digits = [&] {
      const std::size_t first = i;
      while (at(i) >= '0' && at(i) <= '9') ++i;
      return i > first;
    };
    if (at(i) == '-') ++i;
    if (at(i) == '0' && at(i + 1) >= '0' && at(i + 1) <= '9') return false;
    if (!digits()) return false;
    if (at(i) == '.' && (++i, !digits())) return false;
    if (at(i) == 'e' || at(i) == 'E') {
      ++i;
      if (at(i) == '-' || at(i) == '+') ++i;
      if (!digits()) return false;
    }
    return i == at_;
  }
  ATTN_ABI constexpr int hexadecimal_at(std::size_t at) const {
    return at < end_ ? string_decoder::hexadecimal(file_[at]) : -1;
  }
  // The code unit after a \u at a place, or -1.
  ATTN_ABI constexpr int code_unit(std::size_t at) const {
    if (at + 1 >= end_ || file_[at] != '\\' || file_[at + 1] != 'u') return -1;
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const int d = hexadecimal_at(at + 2 + i);
      if (d < 0) return -1;
      value = value * 16 + d;
    }
    return value;
  }
  ATTN_ABI constexpr void escape() {
    const unsigned char c = at_ + 1 < end_ ? file_[at_ + 1] : 0;
    if (c == 'u') {
      const int first = code_unit(at_);
      if (first < 0) return void(fail("\\u without four hexadecimal digits"));
      const bool high = first >= 0xd800 && first < 0xdc00;
      const int second = high ? code_unit(at_ + 6) : 0;
      if ((first >= 0xdc00 && first < 0xe000) || (high && (second < 0xdc00 || second > 0xdfff)))
        return void(fail("half of a surrogate pair in a string"));
      at_ += high ? 12 : 6;
      return;
    }
    for (const char known : {'"', '\\', '/', 'b', 'f', 'n', 'r', 't'})
      if (c == static_cast<unsigned char>(known)) {
        at_ += 2;
        return;
      }
    fail("an unknown escape sequence in a string");
  }
  ATTN_ABI constexpr void utf8() {
    const unsigned char first = here();
    const std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    std::uint32_t code = first & (0x3fu >> more);
    bool valid = first >= 0xc2 && first <= 0xf4 && at_ + more < end_;
    for (std::size_t i = 1; valid && i <= more; ++i) {
      valid = (file_[at_ + i] & 0xc0u) == 0x80u;
      code = code << 6 | (file_[at_ + i] & 0x3fu);
    }
    constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (!valid || code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
      return void(fail("a string that is not UTF-8"));
    at_ += more + 1;
  }

  byte_view file_;
  std::size_t begin_, end_, at_;
  const char* whole_;
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
