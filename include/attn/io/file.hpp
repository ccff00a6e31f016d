// SPDX-License-Identifier: BSL-1.0
// Files: their bytes, read and written.
#pragma once

#include <cerrno>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The bytes of a file, in memory: a view of those that are read, and a buffer for those written.
//
//   byte_view(bytes)                        an array, vector or span of unsigned char, std::byte or
//                                           char; also in constant evaluation
//   v[i], v.size(), v.part(from, length)    the byte as unsigned char; a part of the view
//   little_endian<std::uint32_t>(v, at)     a word, its lowest byte first
//   append_little_endian(buffer, word)      the same word behind the end of a byte_buffer
//
// The view does not own the bytes. As everywhere in C++, an index must be below the size.

namespace detail {
template <class T>
inline constexpr bool is_byte =
    std::is_same_v<T, unsigned char> || std::is_same_v<T, std::byte> || std::is_same_v<T, char>;

template <class X>
concept byte_range = requires(const X& x) {
  x.data();
  { x.size() } -> std::convertible_to<std::size_t>;
} && is_byte<std::remove_cvref_t<decltype(*std::declval<const X&>().data())>>;
}  // namespace detail

using byte_buffer = std::vector<unsigned char>;

class byte_view {
 public:
  ATTN_ABI constexpr byte_view() = default;
  template <class Byte>
    requires detail::is_byte<Byte>
  ATTN_ABI constexpr byte_view(const Byte* first, std::size_t size) : size_(size) {
    // A constant of one type is not read as another; at run time every byte is an unsigned char.
    if constexpr (std::is_same_v<Byte, unsigned char>)
      bytes_ = first;
    else if (!std::is_constant_evaluated())
      bytes_ = reinterpret_cast<const unsigned char*>(first);
    else if constexpr (std::is_same_v<Byte, std::byte>)
      std_bytes_ = first, kind_ = kind::std_bytes;
    else
      chars_ = first, kind_ = kind::chars;
  }
  template <class Byte, std::size_t N>
    requires detail::is_byte<Byte>
  ATTN_ABI constexpr byte_view(const Byte (&array)[N]) : byte_view(array, N) {}
  template <detail::byte_range Range>
  ATTN_ABI constexpr byte_view(const Range& range)
      : byte_view(range.data(), static_cast<std::size_t>(range.size())) {}

  ATTN_ABI constexpr std::size_t size() const { return size_; }
  // At run time the bytes; in constant evaluation only if they are unsigned char.
  ATTN_ABI constexpr bool has_data() const { return kind_ == kind::bytes; }
  ATTN_ABI constexpr const unsigned char* data() const { return bytes_; }
  ATTN_ABI constexpr unsigned char operator[](std::size_t i) const {
    if (kind_ == kind::bytes) return bytes_[i];
    return kind_ == kind::std_bytes ? static_cast<unsigned char>(std_bytes_[i])
                                    : static_cast<unsigned char>(chars_[i]);
  }
  ATTN_ABI constexpr byte_view part(std::size_t from, std::size_t length) const {
    byte_view view = *this;
    if (kind_ == kind::bytes) view.bytes_ += from;
    if (kind_ == kind::std_bytes) view.std_bytes_ += from;
    if (kind_ == kind::chars) view.chars_ += from;
    view.size_ = length;
    return view;
  }

 private:
  // It states which pointer is used. (A comparison with null would not do: with
  // -fsanitize=undefined, GCC has no constant for it.)
  enum class kind : unsigned char { bytes, std_bytes, chars };
  const unsigned char* bytes_ = nullptr;
  const std::byte* std_bytes_ = nullptr;
  const char* chars_ = nullptr;
  std::size_t size_ = 0;
  kind kind_ = kind::bytes;
};

template <std::unsigned_integral Word>
ATTN_ABI constexpr Word little_endian(const byte_view& from, std::size_t at) {
  std::uint64_t word = 0;
  for (std::size_t i = sizeof(Word); i-- > 0;) word = word << 8 | from[at + i];
  return static_cast<Word>(word);
}

template <std::unsigned_integral Word>
ATTN_ABI constexpr void append_little_endian(byte_buffer& to, Word word) {
  for (std::size_t i = 0; i < sizeof(Word); ++i)
    to.push_back(static_cast<unsigned char>(static_cast<std::uint64_t>(word) >> (8 * i)));
}

// The bytes of a file on a disk.
//
//   const file_bytes file = read_file("model.safetensors");   // all of it, in memory
//   if (!file) std::puts(file.message.c_str());               // one line, if it cannot be read
//   from_safetensors(file.bytes, model);
//   write_file("model.safetensors", to_safetensors(model));   // file_status: without bytes
//
// A file is written under its name with .part behind it, and renamed when it is complete: a program
// that is stopped in between leaves no file that is half written under the name itself.

struct file_status {
  std::string message{};  // empty: it worked
  ATTN_ABI explicit operator bool() const { return message.empty(); }
};
struct file_bytes : file_status {
  byte_buffer bytes{};
};

namespace detail {
ATTN_ABI inline std::string message_about_file(const char* what, const std::string& path) {
  const int error = errno;
  return std::string("cannot ") + what + " " + path + ": " +
         (error != 0 ? std::strerror(error) : "unknown error");
}
}  // namespace detail

ATTN_ABI inline file_bytes read_file(const std::string& path) {
  file_bytes file;
  errno = 0;
  std::FILE* const from = std::fopen(path.c_str(), "rb");
  if (from == nullptr) {
    file.message = detail::message_about_file("open", path);
    return file;
  }
  unsigned char block[16384];
  for (std::size_t count = 0; (count = std::fread(block, 1, sizeof block, from)) > 0;)
    file.bytes.insert(file.bytes.end(), block, block + count);
  if (std::ferror(from) != 0) {
    file.message = detail::message_about_file("read", path);
    file.bytes = {};
  }
  std::fclose(from);
  return file;
}

ATTN_ABI inline file_status write_file(const std::string& path, const byte_view& source) {
  const std::string part = path + ".part";
  errno = 0;
  std::FILE* const to = std::fopen(part.c_str(), "wb");
  if (to == nullptr) return {detail::message_about_file("open", part)};
  const bool written =
      source.size() == 0 || std::fwrite(source.data(), 1, source.size(), to) == source.size();
  const bool closed = std::fclose(to) == 0;
  if (written && closed && std::rename(part.c_str(), path.c_str()) == 0) return {};
  const file_status failed{detail::message_about_file("write", path)};
  std::remove(part.c_str());
  return failed;
}

}  // namespace attn
ATTN_STRICT_FP_END
