// SPDX-License-Identifier: BSL-1.0
// Compressed bytes, as zip has them.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/io/file.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Deflate (RFC 1951): inflate(bytes, size, out) appends the `size` bytes that all of the bytes
// stand for, or returns what is wrong. Nothing is made beyond the size.
class inflater {
 public:
  ATTN_ABI constexpr inflater(const byte_view& from, std::size_t size, byte_buffer& out)
      : from_(from), out_(out), first_(out.size()), end_(out.size() + size) {}

  ATTN_ABI constexpr const char* run() {
    for (bool last = false; !last && fault_ == nullptr;) {
      last = bits(1) == 1;
      switch (bits(2)) {
        case 0:
          stored();
          break;
        case 1:
          block(fixed_lengths(), fixed_distances());
          break;
        case 2:
          dynamic();
          break;
        default:
          refuse("has a block of an unknown kind");
      }
    }
    if (fault_ == nullptr && at_ != from_.size()) refuse("has bytes after its compressed data");
    if (fault_ == nullptr && out_.size() != end_) refuse("is shorter than its size");
    return fault_;
  }

 private:
  // The codes of symbols by their lengths: how many have each length, and the symbols in order.
  struct codes {
    std::uint16_t count[16]{};
    std::uint16_t symbol[288]{};
  };

  ATTN_ABI constexpr void refuse(const char* sentence) {
    if (fault_ == nullptr) fault_ = sentence;
  }
  ATTN_ABI constexpr std::uint32_t bits(std::size_t n) {
    while (held_ < n) {
      if (at_ == from_.size()) return refuse("ends within its compressed data"), 0u;
      word_ |= static_cast<std::uint32_t>(from_[at_++]) << held_;
      held_ += 8;
    }
    const std::uint32_t value = word_ & ((1u << n) - 1);
    word_ >>= n;
    held_ -= n;
    return value;
  }
  // Every code has a symbol, unless there is one code, or none.
  ATTN_ABI constexpr codes codes_of(const std::uint8_t* lengths, std::size_t n, bool may_lack) {
    codes made;
    for (std::size_t i = 0; i < n; ++i) ++made.count[lengths[i]];
    int left = 1;
    for (std::size_t length = 1; length < 16 && left >= 0; ++length)
      left = 2 * left - made.count[length];
    if (left < 0 || (left > 0 && !(may_lack && n - made.count[0] <= 1)))
      refuse("has an invalid set of codes");
    std::uint16_t next[16]{};
    for (std::size_t length = 1; length < 15; ++length)
      next[length + 1] = static_cast<std::uint16_t>(next[length] + made.count[length]);
    for (std::size_t i = 0; i < n; ++i)
      if (lengths[i] != 0) made.symbol[next[lengths[i]]++] = static_cast<std::uint16_t>(i);
    made.count[0] = 0;
    return made;
  }
  ATTN_ABI constexpr std::size_t symbol(const codes& of) {
    int code = 0, first = 0, index = 0;
    for (std::size_t length = 1; length < 16 && fault_ == nullptr; ++length) {
      code |= static_cast<int>(bits(1));
      const int count = of.count[length];
      if (code - count < first) return of.symbol[index + (code - first)];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    refuse("has an unknown code");
    return 0;
  }
  ATTN_ABI constexpr codes fixed_lengths() {
    std::uint8_t lengths[288]{};
    for (std::size_t i = 0; i < 288; ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    return codes_of(lengths, 288, false);
  }
  ATTN_ABI constexpr codes fixed_distances() {
    std::uint8_t lengths[32]{};
    for (std::uint8_t& length : lengths) length = 5;
    return codes_of(lengths, 32, false);
  }

  ATTN_ABI constexpr void put(unsigned char byte) {
    if (out_.size() == end_) return refuse("is longer than its size");
    out_.push_back(byte);
  }
  ATTN_ABI constexpr void stored() {
    word_ = 0;
    held_ = 0;  // at most 7 bits
    const std::uint32_t length = bits(16), other = bits(16);
    if (fault_ == nullptr && (length ^ other) != 0xffff) refuse("has a block with two lengths");
    if (fault_ == nullptr && from_.size() - at_ < length) refuse("ends within its compressed data");
    for (std::uint32_t i = 0; i < length && fault_ == nullptr; ++i) put(from_[at_++]);
  }
  ATTN_ABI constexpr void dynamic() {
    constexpr std::uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    const std::size_t literals = bits(5) + 257, distances = bits(5) + 1, given = bits(4) + 4;
    if (literals > 286 || distances > 30) return refuse("has too many codes");
    std::uint8_t lengths[320]{};
    for (std::size_t i = 0; i < given; ++i) lengths[order[i]] = static_cast<std::uint8_t>(bits(3));
    const codes of_lengths = codes_of(lengths, 19, false);
    for (std::uint8_t& length : lengths) length = 0;
    for (std::size_t i = 0; i < literals + distances && fault_ == nullptr;) {
      const std::size_t next = symbol(of_lengths);
      if (next < 16) {
        lengths[i++] = static_cast<std::uint8_t>(next);
        continue;
      }
      if (next == 16 && i == 0) return refuse("repeats a length that is not there");
      const std::uint8_t again = next == 16 ? lengths[i - 1] : std::uint8_t{0};
      std::size_t times = next == 16 ? 3 + bits(2) : next == 17 ? 3 + bits(3) : 11 + bits(7);
      if (times > literals + distances - i) return refuse("has too many lengths");
      for (; times > 0; --times) lengths[i++] = again;
    }
    if (lengths[256] == 0) return refuse("has a block without an end");
    const codes of_literals = codes_of(lengths, literals, true);
    block(of_literals, codes_of(lengths + literals, distances, true));
  }
  ATTN_ABI constexpr void block(const codes& literals, const codes& distances) {
    constexpr std::uint16_t base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                      15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                      67, 83, 99, 115, 131, 163, 195, 227, 258};
    while (fault_ == nullptr) {
      const std::size_t next = symbol(literals);
      if (next == 256) return;
      if (next < 256) {
        put(static_cast<unsigned char>(next));
        continue;
      }
      if (next > 285) return refuse("has an unknown length");
      const std::size_t more = next < 265 || next == 285 ? 0 : (next - 261) / 4;
      std::size_t length = base[next - 257] + bits(more);
      const std::size_t code = symbol(distances);
      if (code > 29) return refuse("has an unknown distance");
      const std::size_t extra = code < 4 ? 0 : code / 2 - 1;
      const std::size_t back = code < 4 ? code + 1 : ((2 + code % 2) << extra) + 1 + bits(extra);
      if (back > out_.size() - first_) return refuse("refers to bytes before its first");
      for (; length > 0 && fault_ == nullptr; --length) put(out_[out_.size() - back]);
    }
  }

  byte_view from_;
  byte_buffer& out_;
  std::size_t first_, end_, at_ = 0, held_ = 0;
  std::uint32_t word_ = 0;
  const char* fault_ = nullptr;
};
ATTN_ABI constexpr const char* inflate(const byte_view& from, std::size_t size, byte_buffer& out) {
  return inflater(from, size, out).run();
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
