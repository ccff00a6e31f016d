// SPDX-License-Identifier: BSL-1.0
// Runs a fuzz target on every file of the given directories, in any build and without libFuzzer.
#include <algorithm>
#include <attn/io/file.hpp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** arguments) {
  std::vector<std::string> paths;
  for (int i = 1; i < count; ++i)
    for (const auto& entry : std::filesystem::directory_iterator(arguments[i]))
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    const attn::file_bytes file = attn::read_file(path);
    if (!file) return std::puts(file.message.c_str()), 1;
    // Memory of exactly this size, so that AddressSanitizer finds every access outside of it.
    const std::vector<std::uint8_t> bytes(file.bytes.begin(), file.bytes.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu inputs\n", paths.size());
  return paths.empty() ? 1 : 0;
}
