// SPDX-License-Identifier: BSL-1.0
#include <attn/io/byte_pair.hpp>

#include "runtime_tests/fuzz_readers/reader.hpp"

using namespace attn;

namespace {

template <std::size_t Words>
void meets(const word_view& file) {
  using tokenizer = byte_pair_tokenizer<Words, 512, byte_level>;
  const auto t = std::make_unique<tokenizer>();
  const attn_tests::bytes_before before(*t);
  const merges_result result = from_merges(file, *t);
  if (!result) {
    attn_tests::require_one_line(std::string(result.text()));
    attn_tests::require(before.same(), "after a fault the tokenizer is unchanged");
    return;
  }
  attn_tests::require(t->size() == Words && result.text().empty(), "all words are read");
  // No byte of a text is lost.
  const word_view text(file.data(), file.size() < 256 ? file.size() : 256);
  std::string all;
  for (const auto id : t->encode(text)) all += std::string(t->text(id));
  attn_tests::require(all == std::string(text), "the texts of the ids are the text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const word_view file(reinterpret_cast<const char*>(data), size);
  meets<257>(file);
  meets<259>(file);
  meets<262>(file);
  return 0;
}
