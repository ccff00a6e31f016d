// SPDX-License-Identifier: BSL-1.0
// What every reader promises, whatever the bytes, as the fuzz targets of this directory check it. A
// violation ends the program, which libFuzzer reports with the input; the sanitizers report the
// rest. fuzz_readers.py builds and runs the targets; replay.cpp runs them on the kept inputs.
#pragma once

#include <attn/io/checkpoint.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

// The name that libFuzzer calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace attn_tests {

inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", promise);
  std::abort();
}

inline void require_one_line(const std::string& message) {
  require(!message.empty(), "a fault has a message");
  require(message.find_first_of("\r\n") == std::string::npos, "a message is one line");
  require(message.find('\0') == std::string::npos, "a message is text");
}

// The tensors of a file are in it, in the order of their names, and have no byte in common.
inline void require_well_formed(const attn::checkpoint& found) {
  if (found.fault.size() > 0) {
    require_one_line({found.fault.data(), found.fault.size()});
    return;
  }
  std::vector<unsigned char> taken(found.file.size(), 0);
  for (std::size_t i = 0; i < found.entries.size(); ++i) {
    const attn::checkpoint_entry& entry = found.entries[i];
    require(entry.begin <= found.file.size() && entry.size <= found.file.size() - entry.begin,
            "a tensor is within the file");
    std::size_t bytes = attn::size_of(entry.type);
    for (std::size_t d = 0; d < entry.rank; ++d) bytes *= entry.extents[d];
    require(bytes == entry.size, "a tensor has the bytes of its shape");
    for (std::size_t at = entry.begin; at < entry.begin + entry.size; ++at)
      require(taken[at]++ == 0, "no byte belongs to two tensors");
    if (i > 0)
      require(attn::detail::compared(found.file, found.entries[i - 1].name, entry.name) < 0,
              "the tensors are sorted by name, and no name occurs twice");
  }
}

// The bytes of an object, to see that it has not changed.
template <class M>
class bytes_before {
 public:
  explicit bytes_before(const M& model) : model_(model), bytes_(sizeof(M)) {
    std::memcpy(bytes_.data(), &model, sizeof(M));
  }
  bool same() const { return std::memcmp(bytes_.data(), &model_, sizeof(M)) == 0; }

 private:
  const M& model_;
  std::vector<unsigned char> bytes_;
};

// A model loads all of a file, or has not changed; what it has loaded is written and read back.
template <class M, class Load, class Write>
void require_all_or_nothing(const Load& load, const Write& write) {
  const auto model = std::make_unique<M>();
  const bytes_before before(*model);
  if (const attn::checkpoint_result result = load(*model); !result) {
    require_one_line(result.text());
    require(before.same(), "after a fault the model is unchanged");
    return;
  }
  write(*model);
}

template <class M>
void require_same_bits(const M& a, const M& b) {
  require(attn::bitwise_equal(a, b), "what was written is read back with the same bits");
}

}  // namespace attn_tests
