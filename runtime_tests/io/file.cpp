// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

#include <filesystem>
#include <string>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/temporary_directory.hpp"

using namespace attn;

TEST_CASE("io/file: what is written is read") {
  const attn_tests::temporary_directory directory("file");
  for (const std::size_t size : {0u, 1u, 16384u, 40001u}) {
    byte_buffer bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * 7);
    const std::string path = directory.file("bytes");
    CHECK(write_file(path, bytes).message == "");
    const file_bytes back = read_file(path);
    CHECK(static_cast<bool>(back));
    CHECK(back.bytes == bytes);
    CHECK(std::filesystem::file_size(path) == size);
    CHECK_FALSE(std::filesystem::exists(path + ".part"));
  }
}

TEST_CASE("io/file: files that cannot be read or written") {
  const attn_tests::temporary_directory directory("no_file");
  const std::string absent = directory.file("absent/bytes");
  CHECK(read_file(absent).message == "cannot open " + absent + ": No such file or directory");
  CHECK_FALSE(write_file(absent, byte_view()));
  CHECK(read_file(directory.path()).message ==
        "cannot read " + directory.path() + ": Is a directory");
  // A directory of that name: the file is written, and cannot be renamed.
  const std::string taken = directory.file("taken");
  std::filesystem::create_directories(taken + "/inside");
  CHECK_FALSE(write_file(taken, byte_view()).message.empty());
  CHECK_FALSE(std::filesystem::exists(taken + ".part"));
}
