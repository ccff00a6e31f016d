// SPDX-License-Identifier: BSL-1.0
#include <attn/io/llama2c.hpp>

#include "runtime_tests/fuzz_readers/reader.hpp"

using namespace attn;

namespace {

template <class Layout>
using model = nn::llama<float, axis<"word", 3>, axis<"position", 2>, axis<"width", 4>,
                        axis<"head", 2>, axis<"kv_head", 1>, axis<"inner", 3>, 2, Layout>;

template <class M>
void meets(const byte_view& file) {
  attn_tests::require_all_or_nothing<M>(
      [&](M& m) { return from_llama2c(file, m); },
      [&](const M& m) {
        const byte_buffer again = to_llama2c(m);
        attn_tests::require(again.size() == file.size(),
                            "what was written has the size of what was read");
        for (std::size_t i = 0; i < 28 + 4 * parameter_count<M>; ++i)
          attn_tests::require(again[i] == file[i], "what was written is what was read");
      });
}

template <std::size_t Words, std::size_t Characters>
void meets_words(const byte_view& file) {
  using tokenizer = byte_pair_tokenizer<Words, Characters>;
  attn_tests::require_all_or_nothing<tokenizer>(
      [&](tokenizer& t) { return from_llama2c(file, t); },
      [&](const tokenizer& t) {
        attn_tests::require(t.size() == Words, "all words are read");
        const byte_buffer again = to_llama2c(t);
        attn_tests::require(again.size() == file.size(), "no byte is lost");
        for (std::size_t i = 4; i < file.size(); ++i)
          attn_tests::require(again[i] == file[i], "what was written is what was read");
        // Any text has ids.
        const std::size_t length = file.size() < 64 ? file.size() : 64;
        char text[64];
        for (std::size_t i = 0; i < length; ++i) text[i] = static_cast<char>(file[i]);
        for (const auto id : t.encode({text, length}))
          attn_tests::require(static_cast<std::size_t>(id) < Words, "an id is a word");
      });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const byte_view file(data, size);
  meets<model<output_by_input>>(file);
  meets<model<input_by_output>>(file);
  meets_words<1, 8>(file);
  meets_words<5, 20>(file);
  return 0;
}
