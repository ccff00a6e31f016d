// SPDX-License-Identifier: BSL-1.0
// What attn/text/tokenizer.hpp promises.
#pragma once

#include <attn/tensor/convert.hpp>
#include <attn/text/tokenizer.hpp>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "static_tests/support/article.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::tokenizer_tests {

using namespace attn;
using article::dictionary;
using token = axis<"token", word_count(article::sentence)>;
using id = decltype(dictionary)::id_type;

constexpr report a_sentence_of_seven_words() {
  report r;
  static_assert(token::size == 7);
  const auto ids = tokenize<token>(dictionary, launder(article::sentence));
  static_assert(std::is_same_v<decltype(ids), const tensor<token_id<24>, token>>);
  r.check(ids == tensor<id, token>{1, 2, 5, 6, 4, 14, 6});
  for (std::size_t i = 0; i < token::size; ++i) r.check(ids(i) == article::ids[i]);
  r.bits(as<int>(ids));
  return r;
}

constexpr report words_are_counted_as_python_splits() {
  report r;
  r.check(word_count(launder(std::string_view("I"))) == 1);
  r.check(word_count("I Like") == 2);
  r.check(word_count("I  Like") == 3);
  r.check(word_count(" I Like ") == 4);
  r.check(word_count(" ") == 2);
  r.check(word_count("I\tLike\nAI") == 1);
  r.check(word_count("") == 0);  // Python says 1
  return r;
}

constexpr report shorter_than_the_axis() {
  report r;
  using place = axis<"place", 10>;
  const auto read = tokenize_up_to<place>(dictionary, launder(article::sentence));
  static_assert(std::is_same_v<decltype(read), const tokenized<id, place>>);
  r.check(read && read.status == tokenize_status::ok);
  r.check(read.length == 7);
  r.check(read.ids == tensor<id, place>{1, 2, 5, 6, 4, 14, 6, 0, 0, 0});
  r.check(read.word.empty());
  r.bits(as<int>(read.ids));
  return r;
}

constexpr report as_long_as_the_axis() {
  report r;
  const auto read = tokenize_up_to<token>(dictionary, launder(article::sentence));
  r.check(read && read.length == 7);
  r.check(read.ids == tokenize<token>(dictionary, article::sentence));
  const auto one = tokenize_up_to<axis<"place", 1>>(dictionary, launder(std::string_view("AI")));
  r.check(one && one.length == 1 && one.ids(0) == 3);
  return r;
}

constexpr report too_long() {
  report r;
  using place = axis<"place", 6>;
  const auto read = tokenize_up_to<place>(dictionary, launder(article::sentence));
  r.check(!read && read.status == tokenize_status::too_long);
  r.check(read.length == 6);
  r.check(read.word == "Learning");
  r.check(read.ids == tensor<id, place>{1, 2, 5, 6, 4, 14});
  // The axis ends before the unknown word does.
  const auto both = tokenize_up_to<axis<"place", 1>>(dictionary, "I Tea");
  r.check(both.status == tokenize_status::too_long && both.word == "Tea");
  return r;
}

template <std::size_t N>
constexpr void stops(report& r, const char (&sentence)[N], std::size_t at, std::string_view word) {
  const std::string_view text = launder(std::string_view(sentence));
  const auto read = tokenize_up_to<axis<"place", 4>>(dictionary, text);
  r.check(!read && read.status == tokenize_status::unknown_word);
  r.check(read.length == at);
  r.check(read.word == word);
  for (std::size_t i = at; i < 4; ++i) r.check(read.ids(i) == 0);
}

constexpr report unknown_words() {
  report r;
  stops(r, "Tea", 0, "Tea");
  stops(r, "I Like Tea And AI", 2, "Tea");
  stops(r, "I Like AI.", 2, "AI.");
  stops(r, "i Like AI", 0, "i");
  stops(r, "I  Like", 1, "");
  stops(r, " I", 0, "");
  stops(r, "I ", 1, "");
  stops(r, " ", 0, "");
  return r;
}

constexpr report the_empty_sentence() {
  report r;
  const auto read = tokenize_up_to<token>(dictionary, launder(std::string_view()));
  r.check(!read && read.status == tokenize_status::empty);
  r.check(read.length == 0 && read.word.empty() && read.ids == tensor<id, token>());
  return r;
}

constexpr report other_vocabularies() {
  report r;
  constexpr vocabulary_of from_0{ids_from<0>, {"to", "be", "or", "not"}};
  const auto ids = tokenize<dim<6>>(from_0, launder(std::string_view("to be or not to be")));
  r.check(ids == tensor<token_id<4>, dim<6>>{0, 1, 2, 3, 0, 1});
  r.bits(as<int>(ids));
  return r;
}

// What is not constant (static_tests/rejected/text.cpp), and its words.
static_assert(std::is_same_v<decltype(sentence_has_another_number_of_words_than_the_axis()), void>);

inline constexpr behaviour behaviours[] = {
    {"a sentence of seven words", a_sentence_of_seven_words},
    {"words are counted as Python splits", words_are_counted_as_python_splits},
    {"shorter than the axis", shorter_than_the_axis},
    {"as long as the axis", as_long_as_the_axis},
    {"too long", too_long},
    {"unknown words", unknown_words},
    {"the empty sentence", the_empty_sentence},
    {"other vocabularies", other_vocabularies},
};

}  // namespace attn_tests::tokenizer_tests
