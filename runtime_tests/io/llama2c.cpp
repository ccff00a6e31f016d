// SPDX-License-Identifier: BSL-1.0
// The Llama of the project's own training (docs/examples/stories.bin) in its files, and files that
// are wrong, each with its sentence.
#include <attn/io/file.hpp>
#include <attn/io/llama2c.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/quantized.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "docs/examples/stories.hpp"
#include "runtime_tests/catch.hpp"

using namespace attn;
using stories::known_words;
using model = stories::model;

namespace {

const byte_buffer& file_of_stories() {
  static const byte_buffer bytes = [] {
    const std::string here = __FILE__;
    const std::string root = here.substr(0, here.rfind("runtime_tests"));
    return read_file(root + "docs/examples/stories.bin").bytes;
  }();
  return bytes;
}
const model& trained() {
  static const model weights = [] {
    model m;
    REQUIRE(from_llama2c(file_of_stories(), m).text() == "");
    return m;
  }();
  return weights;
}

template <class M>
std::string told_by(const M& m) {
  const auto words = known_words();
  std::string story;
  auto state = m.start();
  for (auto id = words.begin_of_text; state.room() > 0;) {
    const auto next = stories::id(static_cast<int>(argmax<"word">(m.step(state, id))));
    if (next == words.begin_of_text) break;
    story += std::string(words.text(next, id));
    id = next;
  }
  return story;
}

// --- files that are changed ----------------------------------------------------------------------

byte_buffer bytes_of(const std::string& text) { return {text.begin(), text.end()}; }
std::string text_of(const byte_buffer& bytes) { return {bytes.begin(), bytes.end()}; }
byte_buffer with_word(byte_buffer bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<unsigned char>(value >> 8 * i);
  return bytes;
}
byte_buffer first(byte_buffer bytes, std::size_t n) {
  bytes.resize(n);
  return bytes;
}
byte_buffer longer(byte_buffer bytes) {
  bytes.push_back(0);
  return bytes;
}
byte_buffer replaced(const byte_buffer& bytes, const std::string& from, const std::string& to) {
  std::string text = text_of(bytes);
  const std::size_t at = text.find(from);
  REQUIRE((at != std::string::npos && from.size() == to.size()));
  return bytes_of(text.replace(at, from.size(), to));
}

struct wrong_file {
  const char* what;
  byte_buffer bytes;
  const char* sentence;
};

// `read` loads into an object that must not have changed after a fault, and returns the sentence.
template <class T, class Read>
void require_sentences(const std::vector<wrong_file>& files, const T& before, const Read& read) {
  for (const auto& [what, bytes, sentence] : files) {
    INFO(what);
    T object = before;
    CHECK(read(bytes, object) == sentence);
    CHECK(std::memcmp(&object, &before, sizeof(T)) == 0);
  }
}

}  // namespace

TEST_CASE("io/llama2c: the model of the project's own training") {
  CHECK(parameter_count<model> == 4208);
  const std::string story =
      "Ben had a green boat. He loved it. Anna saw the green boat. Ben gave it to Anna. Anna was "
      "glad.";
  CHECK(told_by(trained()) == story);
  CHECK(told_by(packed(trained())) == story);
  CHECK(to_llama2c(trained()) == file_of_stories());
  stories::llama<input_by_output> turned;
  CHECK(from_llama2c(file_of_stories(), turned).text() == "");
  CHECK(told_by(turned) == story);
  model back;
  CHECK(from_safetensors(to_safetensors(trained(), llama_names), back, llama_names).text() == "");
  CHECK(bitwise_equal(back, trained()));
  // The words of the prompt as ids, and the file of the tokenizer.
  const auto words = known_words();
  stories::tokenizer read;
  CHECK(from_llama2c(to_llama2c(words), read).text() == "");
  CHECK(read.find(" boat").id == words.find(" boat").id);
  CHECK(read.begin_of_text == words.begin_of_text);
}

TEST_CASE("io/llama2c: wrong models") {
  const byte_buffer& file = file_of_stories();
  const byte_buffer words = to_llama2c(known_words());
  const auto with = [&](std::size_t i, std::uint32_t value) {
    return with_word(file, 4 * i, value);
  };
  require_sentences(
      std::vector<wrong_file>{
          {"an empty file",
           {},
           "the file has 0 bytes, and a file of llama2.c begins with 28 for the sizes of the "
           "model"},
          {"no sizes", first(file, 27),
           "the file has 27 bytes, and a file of llama2.c begins with 28 for the sizes of the "
           "model"},
          {"only sizes", first(file, 28), "the file has 28 bytes, and a model of its sizes 17372"},
          {"half of it", first(file, file.size() / 2),
           "the file has 8686 bytes, and a model of its sizes 17372"},
          {"a byte less", first(file, file.size() - 1),
           "the file has 17371 bytes, and a model of its sizes 17372"},
          {"a byte more", longer(file), "the file has 17373 bytes, and a model of its sizes 17372"},
          {"width", with(0, 288), "width: the model has 16, the file 288"},
          {"a negative width", with(0, 0 - 16u),
           "width: the model has 16, the file a negative number"},
          {"big endian", with(0, 0x10000000), "width: the model has 16, the file 268435456"},
          {"a later version", with(0, 0x616b3432),
           "the file is of a later version of llama2.c's format; export.py --version 0 writes the "
           "first"},
          {"inner width", with(1, 768), "inner width: the model has 20, the file 768"},
          {"layers", with(2, 6), "layers: the model has 2, the file 6"},
          {"no layers", with(2, 0), "layers: the model has 2, the file 0"},
          {"heads", with(3, 8), "heads: the model has 4, the file 8"},
          {"heads of keys and values", with(4, 4),
           "heads of keys and values: the model has 2, the file 4"},
          {"words", with(5, 32000), "words: the model has 42, the file 32000"},
          {"an output layer", with(5, 0 - 42u),
           "words: the model has 42, the file has the same number and an output layer of its own"},
          {"positions", with(6, 512), "positions: the model has 32, the file 512"},
          {"safetensors", to_safetensors(trained(), llama_names),
           "width: the model has 16, the file 1976"},
          {"a tokenizer", words, "width: the model has 16, the file 7"},
      },
      trained(), [](const byte_buffer& bytes, model& m) { return from_llama2c(bytes, m).text(); });
}

TEST_CASE("io/llama2c: wrong tokenizers") {
  const byte_buffer words = to_llama2c(known_words());
  const std::uint32_t nan = 0x7fc00000;
  require_sentences(
      std::vector<wrong_file>{
          {"an empty file",
           {},
           "the file has 0 bytes, and a tokenizer of llama2.c begins with 4 for its longest word"},
          {"three bytes", first(words, 3),
           "the file has 3 bytes, and a tokenizer of llama2.c begins with 4 for its longest word"},
          {"no words", first(words, 4), "word 0: the file ends before it"},
          {"a cut score", first(words, 7), "word 0: the file ends before it"},
          {"a cut length", first(words, 11), "word 0: the file ends before it"},
          {"a cut word", first(words, 14), "word 0: the file ends in it"},
          {"a word less", first(words, words.size() - 12), "word 41: the file ends before it"},
          {"a byte less", first(words, words.size() - 1), "word 41: the file ends in it"},
          {"a byte more", longer(words), "the file has 1 bytes after word 41"},
          {"no score", with_word(words, 4, nan), "word 0: its score is not a number"},
          {"a long word", with_word(words, 8, 0xffffffff), "word 0: the file ends in it"},
          {"a word of too many characters", with_word(words, 8, 300),
           "word 0: the tokenizer has room for fewer characters"},
          {"a model", file_of_stories(), "word 1: the file ends in it"},
      },
      known_words(), [](const byte_buffer& bytes, stories::tokenizer& t) {
        return from_llama2c(bytes, t).text();
      });
}

TEST_CASE("io/byte_pair: wrong merges") {
  using tokenizer = byte_pair_tokenizer<260, 512, byte_level>;
  require_sentences(
      std::vector<wrong_file>{
          {"one word", bytes_of("a b\nc\n"),
           "line 2: the line is not a pair of words with a space between them"},
          {"three words", bytes_of("a b c\n"),
           "line 1: the line is not a pair of words with a space between them"},
          {"a space in front", bytes_of("#version: 0.2\n b\n"),
           "line 2: the line is not a pair of words with a space between them"},
          {"a word that nothing makes", bytes_of("a b\nab xyz\n"),
           "line 2: a word of the line is neither a byte nor made by a line before it"},
          {"a character that is no byte", bytes_of("\xc6\x90 b\n"),
           "line 1: a word of the line is neither a byte nor made by a line before it"},
          {"half a character", bytes_of("a \xc4\n"),
           "line 1: a word of the line is neither a byte nor made by a line before it"},
          {"too many", bytes_of("a b\nb c\nc d\nd e\n"),
           "line 4: the tokenizer has no room for the word of this line"},
          {"too few", bytes_of("a b\n"),
           "line 0: the file has fewer words than the tokenizer, or no room is left for its last "
           "word"},
          {"none",
           {},
           "line 0: the file has fewer words than the tokenizer, or no room is left for its last "
           "word"},
          {"JSON", bytes_of("{\"model\": {\"type\": \"BPE\"}}\n"),
           "line 1: the line is not a pair of words with a space between them"},
      },
      tokenizer{}, [](const byte_buffer& bytes, tokenizer& t) {
        const auto result =
            from_merges(word_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), t);
        return "line " + std::to_string(result.line) + ": " + std::string(result.text());
      });
}

TEST_CASE("io/safetensors: wrong files of a Llama") {
  const byte_buffer file = to_safetensors(trained(), llama_names);
  const auto with = [&](const char* from, const char* to) { return replaced(file, from, to); };
  require_sentences(
      std::vector<wrong_file>{
          {"an empty file",
           {},
           "the file has 0 bytes, and a safetensors file begins with 8 for the length of its "
           "header"},
          {"seven bytes", first(file, 7),
           "the file has 7 bytes, and a safetensors file begins with 8 for the length of its "
           "header"},
          {"a long header", with_word(file, 4, 1),
           "the header has 4294969272 bytes; at most 100000000 are allowed"},
          {"a header beyond the end", with_word(file, 0, 0x10000),
           "the header has 65536 bytes, but only 18808 follow its length: the file is truncated"},
          {"no header", with_word(file, 0, 0), "the header is empty"},
          {"no JSON", with("{", "["), "the header does not begin with {"},
          {"a byte less", first(file, file.size() - 1),
           "model.norm.weight: ends at byte 16832 of the data, which has 16831: the file is "
           "truncated"},
          {"a byte more", longer(file), "1 bytes after the last tensor belong to none"},
          {"another name", with("\"model.norm.weight\"", "\"model.norn.weight\""),
           "norm.weight: the model needs F32 (width 16), the file has no tensor of that name, and "
           "no model.norm.weight"},
          {"another layer", with("layers.1.mlp.up_proj", "layers.2.mlp.up_proj"),
           "layers.1.feed_forward.w3.weight: the model needs F32 (inner 20, width 16), the file "
           "has no tensor of that name, and no model.layers.1.mlp.up_proj.weight"},
          {"a type that nobody knows", with("\"F32\"", "\"F33\""),
           "model.embed_tokens.weight: the unknown dtype F33"},
          {"integers", with("\"F32\"", "\"I32\""),
           "embedding.weight: the model needs F32 (word 42, width 16), the file has I32 (42, 16), "
           "which does not convert exactly"},
          {"a type of another size", with("\"F32\"", "\"F64\""),
           "model.embed_tokens.weight: its shape and dtype take 5376 bytes, its data_offsets 2688"},
          {"another shape", with("[42,16]", "[16,42]"),
           "embedding.weight: the model needs F32 (word 42, width 16), the file has F32 (16, 42), "
           "transposed"},
          {"a shape of other bytes", with("[42,16]", "[42,17]"),
           "model.embed_tokens.weight: its shape and dtype take 2856 bytes, its data_offsets 2688"},
          {"a file of llama2.c", file_of_stories(),
           "the header has 85899345936 bytes; at most 100000000 are allowed"},
      },
      trained(), [](const byte_buffer& bytes, model& m) {
        return from_safetensors(bytes, m, llama_names).text();
      });
}

TEST_CASE("io/safetensors: wrong files of a Llama in int8") {
  using small_model = with_weights<model, int8, per_row>;
  const small_model small = quantized<int8, per_row>(trained());
  const byte_buffer file = to_safetensors(small);
  const auto with = [&](const char* from, const char* to) { return replaced(file, from, to); };
  require_sentences(
      std::vector<wrong_file>{
          {"in float", to_safetensors(trained()),
           "embedding.weight.values: the model needs I8 (word 42, width 16), the file has no "
           "tensor of that name"},
          {"in bfloat16", to_safetensors(quantized<bfloat16>(trained())),
           "embedding.weight.values: the model needs I8 (word 42, width 16), the file has no "
           "tensor of that name"},
          {"a scale for each tensor", to_safetensors(quantized<int8, per_tensor>(trained())),
           "embedding.weight.scales: the model needs F32 (word 42), the file has F32 (), with "
           "another number of elements"},
          {"scales of groups", to_safetensors(quantized<int8, per_group<8>>(trained())),
           "embedding.weight.scales: the model needs F32 (word 42), the file has F32 (84), with "
           "another number of elements"},
          {"int4", to_safetensors(quantized<int4, per_row>(trained())),
           "embedding.weight.values: the model needs I8 (word 42, width 16), the file has U8 "
           "(336), with another number of elements"},
          {"no signs", with("\"I8\"", "\"U8\""),
           "embedding.weight.values: the model needs I8 (word 42, width 16), the file has U8 (word "
           "42, width 16), which does not convert exactly"},
          {"a type of another size", with("\"I8\"", "\"I9\""),
           "embedding.weight.values: the unknown dtype I9"},
          {"no scales", with("scales\":{", "scalez\":{"),
           "embedding.weight.scales: the model needs F32 (word 42), the file has no tensor of that "
           "name"},
          {"no values", with("values\":{", "valuez\":{"),
           "embedding.weight.values: the model needs I8 (word 42, width 16), the file has no "
           "tensor of that name"},
          {"another shape", with("[42,16]", "[16,42]"),
           "embedding.weight.values: the model needs I8 (word 42, width 16), the file has I8 (word "
           "16, width 42), transposed"},
          {"a byte less", first(file, file.size() - 1),
           "layers.1.feed_forward.w3.weight.values: ends at byte 5448 of the data, which has 5447: "
           "the file is truncated"},
          {"a byte more", longer(file), "1 bytes after the last tensor belong to none"},
      },
      small,
      [](const byte_buffer& bytes, small_model& m) { return from_safetensors(bytes, m).text(); });
}
