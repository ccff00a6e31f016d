// SPDX-License-Identifier: BSL-1.0
// A directory for the files of one test case, which is removed with what is in it.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace attn_tests {

class temporary_directory {
 public:
  explicit temporary_directory(const std::string& test)
      : path_((std::filesystem::temp_directory_path() /
               ("attn_" + test + "_" + std::to_string(::getpid())))
                  .string()) {
    std::filesystem::create_directories(path_);
  }
  temporary_directory(const temporary_directory&) = delete;
  temporary_directory& operator=(const temporary_directory&) = delete;
  ~temporary_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace attn_tests
