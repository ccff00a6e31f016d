// SPDX-License-Identifier: BSL-1.0
// The bytes of a file on a disk.
//
//   const file_bytes file = read_file("model.safetensors");   // all of it, in memory
//   if (!file) std::puts(file.message.c_str());               // one line, if it cannot be read
//   from_safetensors(file.bytes, model);
//   write_file("model.safetensors", to_safetensors(model));   // file_status: without bytes
//
// A file is written under its name with .part behind it, and renamed when it is complete: a program
// that is stopped in between leaves no file that is half written under the name itself.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>

#include <attn/io/bytes.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
    file.bytes.clear();
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
