// SPDX-License-Identifier: BSL-1.0
// What attn/io/byte_pair.hpp and attn/io/llama2c.hpp promise.
#pragma once

#include <attn/io/byte_pair.hpp>
#include <attn/io/checkpoint.hpp>
#include <attn/io/llama2c.hpp>

#include "static_tests/tests.hpp"

namespace attn_tests::byte_pair_tests {

// <unk>, <s>, </s>, bytes, characters, and words with scores.
using small = byte_pair_tokenizer<272, 2048, sentence_piece>;
static_assert(std::is_same_v<small, byte_pair_tokenizer<272, 2048>>);
constexpr small scored() {
  small t;
  t.add("<unk>", 0);
  t.add("<s>", 0);
  t.add("</s>", 0);
  for (int byte = 0; byte < 256; ++byte) {
    const char digits[] = "0123456789ABCDEF";
    const char word[] = {'<', '0', 'x', digits[byte / 16], digits[byte % 16], '>'};
    t.add({word, 6}, 0);
  }
  for (const char* const word : {" ", "a", "b", "c", "\xc3\xa9"}) t.add(word, -1);  // 259 to 263
  t.add("ab", 3);                                                                   // 264
  t.add("bc", 4);    // 265: before "ab"
  t.add(" a", 2);    // 266
  t.add("abc", 1);   // 267
  t.add(" abc", 5);  // 268
  t.add("aa", 3);    // 269, as good as "ab"
  t.add("aab", 9);   // 270
  t.add("cc", -9);   // 271
  t.begin_of_text = token_id<272>(1);
  t.end_of_text = token_id<272>(2);
  return t;
}
template <std::size_t N> constexpr bool is(const std::vector<token_id<N>>& ids, auto... wanted) {
  const int all[] = {wanted..., 0};
  if (ids.size() != sizeof...(wanted)) return false;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (static_cast<int>(ids[i]) != all[i]) return false;
  return true;
}
template <class Tokenizer> constexpr bool comes_back(const Tokenizer& t, word_view text) {
  std::vector<char> all;
  auto before = t.begin_of_text;
  for (const auto id : t.encode(text)) {
    for (const char c : t.text(id, before)) all.push_back(c);
    before = id;
  }
  return word_view(all.data(), all.size()) == text;
}

// The merges of "low lower newest widest", byte level: Sennrich's example with GPT-2's spaces.
constexpr char merges[] =
    "#version: 0.2\nl o\nlo w\n\xc4\xa0 low\nw e\n\xc4\xa0 n\r\ne s\nes t\n\xc3\x83 \xc2\xa9\n";
using merged = byte_pair_tokenizer<265, 1024, byte_level>;
constexpr merged of_merges() {
  merged t;
  from_merges(merges, t);
  return t;
}

constexpr bool says(const checkpoint_result& result, std::string_view text) {
  return std::string_view(result.fault.data(), result.fault.size()) == text;
}

inline constexpr merged known_merges = of_merges();
constexpr void fails(report& r, const char* file, merges_status status, std::size_t line) {
  merged t;
  const merges_result result = from_merges(file, t);
  r.check(!result && result.status == status && result.line == line && t.size() == 0);
}

constexpr byte_buffer first_bytes(const byte_buffer& file, std::size_t n) {
  byte_buffer some;
  for (std::size_t i = 0; i < n; ++i) some.push_back(file[i]);
  return some;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("scores", [](report& r) {
    const auto t = launder(scored());
    r.check(t.size() == 272 && t.id_bound() == 272 && !t.is_byte_level);
    r.check(
        is(t.encode("")) && is(t.encode("abc"), 268));  // bc, then " a" is kept apart: see below
    r.check(is(t.encode("ab"), 259, 264));              // "ab" before " a"
    r.check(is(t.encode("aab"), 259, 270));             // the first of equals: "aa", then "aab"
    r.check(is(t.encode("ccc"), 259, 271, 262));
    r.check(is(t.encode("\xc3\xa9z"), 259, 263, 3 + 'z'));  // a character, and one by its bytes
    r.check(is(t.encode("\xc3\xa8"), 259, 3 + 0xc3, 3 + 0xa8));
    r.check(is(t.encode("\xf0\x9f\x98\x80"), 259, 3 + 0xf0, 3 + 0x9f, 3 + 0x98, 3 + 0x80));
    r.check(is(t.encode("\x80\x80"), 259, 3 + 0x80, 3 + 0x80));  // not UTF-8
    for (const char* const text : {"a", "abc cba", " a", "\n", "\xc3\xa8\xff", "aaaabbbbb"})
      r.check(comes_back(t, text));
    r.check(t.text(token_id<272>(13)) == "\n" && t.word(token_id<272>(13)) == "<0x0A>");
    r.check(t.text(token_id<272>(268), t.begin_of_text) == "abc");
    r.check(t.text(token_id<272>(268), token_id<272>(5)) == " abc");
    r.check(t.find("abc").id == 267 && !t.find("abd") && t.score(token_id<272>(267)) == 1);
    auto full = t;
    r.check(!full.add("more", 0));
    byte_pair_tokenizer<4, 3> tiny;
    r.check(tiny.add("ab", 0) && !tiny.add("cd", 0) && tiny.add("c", 0) && tiny.size() == 2);
  });
  tests.proved("as a tensor", [](report& r) {
    constexpr auto t = scored();
    using token = axis<"token", token_count(t, "ccc")>;
    r.check(tokenize<token>(t, "ccc") == tensor<token_id<272>, token>{259, 271, 262});
    const auto read = tokenize_up_to<axis<"place", 5>>(t, launder(word_view("ab")));
    r.check(read.status == tokenize_status::ok && read.length == 2 && read.ids(1) == 264);
    r.check(tokenize_up_to<axis<"place", 5>>(t, "").status == tokenize_status::empty);
    // Of another number, tokenize ends in text_has_another_number_of_tokens_than_the_axis.
    const auto cut = tokenize_up_to<axis<"place", 2>>(t, "ccc");
    r.check(cut.status == tokenize_status::too_long && cut.length == 2 && cut.ids(1) == 271);
  });
  tests.proved("merges", [](report& r) {
    const auto t = launder(known_merges);
    r.check(t.size() == 265 && t.end_of_text == 264 && t.is_byte_level);
    r.check(t.word(token_id<265>(0)) == "!" && t.word(token_id<265>(220)) == " ");
    r.check(is(t.encode("low"), 257) && is(t.encode(" low"), 258));
    r.check(is(t.encode("lower low"), 257, 68, 81, 258));  // "we" comes after "low"
    r.check(is(t.encode("newest"), 77, 68, 259, 82, 83));  // "est" before "we": no, "we" is first
    r.check(is(t.encode("\xc3\xa9"), 263));
    r.check(is(t.encode("lo  low"), 256, 220, 258));  // the last space is the next word's
    for (const char* const text : {"low's  lower,\n newest \xff 12", "  ", " a  b", "don't we'll"})
      r.check(comes_back(t, text));
  });
  tests.proved("files of merges that are wrong", [](report& r) {
    fails(r, "a b\nc\n", merges_status::no_pair, 2);
    fails(r, "a b c\n", merges_status::no_pair, 1);
    fails(r, " b\n", merges_status::no_pair, 1);
  });
  tests.proved("merges of what is no word", [](report& r) {
    fails(r, "a b\nab xyz\n", merges_status::unknown_word, 2);
    fails(r, "\xc6\x90 b\n", merges_status::unknown_word, 1);
  });
  tests.proved("other numbers of merges", [](report& r) {
    fails(r, "a b\n", merges_status::too_few, 0);
    fails(r, "a b\nb c\nc d\nd e\ne f\nf g\ng h\nh i\ni j\n", merges_status::too_many, 9);
  });
  tests.proved("a file of scores", [](report& r) {
    const auto t = launder(scored());
    const auto file = to_llama2c(t);
    small read;
    r.check(says(from_llama2c(file, read), ""));
    r.check(is(read.encode("abc"), 268) && read.begin_of_text == 1 && read.end_of_text == 2);
    r.check(file[0] == 6 && file.size() == 3754);
  });
  // Apart: Clang's limit of steps, with the vectors of libstdc++ 16.
  tests.proved("files of scores that are cut", [](report& r) {
    const auto file = to_llama2c(launder(scored()));
    const auto fails = [&](byte_buffer bytes, std::string_view text) {
      small other;
      r.check(says(from_llama2c(bytes, other), text) && other.size() == 0);
    };
    fails(first_bytes(file, 3),
        "the file has 3 bytes, and a tokenizer of llama2.c begins with 4 for its longest word");
    fails(first_bytes(file, 20), "word 1: the file ends before it");
    fails(first_bytes(file, 27), "word 1: the file ends in it");
  });
  tests.proved("files of scores that are wrong", [](report& r) {
    const auto file = to_llama2c(launder(scored()));
    const auto fails = [&](const byte_buffer& bytes, std::string_view text) {
      small other;
      r.check(says(from_llama2c(bytes, other), text) && other.size() == 0);
    };
    auto longer = file;
    longer.push_back(0);
    fails(longer, "the file has 1 bytes after word 271");
    auto nan = file;
    nan[6] = 0xc0;
    nan[7] = 0x7f;
    fails(nan, "word 0: its score is not a number");
    byte_pair_tokenizer<272, 30> narrow_one;
    r.check(says(
        from_llama2c(file, narrow_one), "word 6: the tokenizer has room for fewer characters"));
  });
};
}  // namespace attn_tests::byte_pair_tests
