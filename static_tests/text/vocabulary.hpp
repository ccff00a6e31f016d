// SPDX-License-Identifier: BSL-1.0
// What attn/text/vocabulary.hpp promises.
#pragma once

#include <attn/text/vocabulary.hpp>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "static_tests/support/article.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::vocabulary_tests {

using namespace attn;
using article::dictionary;

constexpr report the_numbers_of_23_words() {
  report r;
  static_assert(std::is_same_v<decltype(dictionary), const vocabulary_of<23, 1>>);
  r.check(dictionary.size() == 23);
  r.check(dictionary.id_bound() == 24);  // row 0 is no word's: a table for them has 24 rows
  static_assert(std::is_same_v<decltype(dictionary.id("I")), token_id<24>>);
  r.check(dictionary.id("I") == 1);
  r.check(dictionary.id("Like") == 2);
  r.check(dictionary.id("Deep") == 14);
  r.check(dictionary.id("Innovation") == 23);
  r.check(dictionary.word(launder(1)) == "I");
  r.check(dictionary.word(launder(6)) == "Learning");
  r.check(dictionary.word(launder(23)) == "Innovation");
  r.check(dictionary.word(launder(token_id<24>(14))) == "Deep");
  r.check(dictionary.word(launder(std::size_t{14})) == "Deep");
  return r;
}

// word and id undo each other, and so do the words in order.
constexpr report one_to_one() {
  report r;
  std::size_t expected = 1;
  for (const std::string_view word : dictionary) {
    r.check(dictionary.id(word) == launder(expected));
    r.check(dictionary.word(expected) == word);
    r.bits(static_cast<int>(dictionary.id(word)));
    ++expected;
  }
  r.check(expected == dictionary.id_bound());
  return r;
}

constexpr report the_numbering_begins_anywhere() {
  report r;
  constexpr vocabulary_of from_0{ids_from<0>, {"zero", "one"}};
  constexpr vocabulary_of from_7{ids_from<7>, {"a", "b", "c"}};
  r.check(from_0.id("zero") == 0 && from_0.word(launder(1)) == "one");
  r.check(from_7.id("c") == 9 && from_7.word(launder(7)) == "a");
  r.check(from_0.id_bound() == 2 && from_7.id_bound() == 10 && from_7.size() == 3);
  static_assert(std::is_same_v<decltype(ids_from<7>), const first_id<7>>);
  static_assert(std::is_same_v<decltype(from_7), const vocabulary_of<3, 7>>);
  static_assert(std::is_same_v<decltype(from_7)::id_type, token_id<10>>);
  constexpr vocabulary_of one_word{ids_from<0>, {"alone"}};
  r.check(one_word.id("alone") == 0 && !one_word.find("together"));
  return r;
}

constexpr report unknown_words_are_said_to_be() {
  report r;
  for (const std::string_view unknown : {"Tea", "i", "Lik", "Likee", "", " I"}) {
    const auto found = dictionary.find(unknown);
    r.check(!found && !found.known);
  }
  const auto found = dictionary.find("AI");
  r.check(found && found.known && found.id == 3);
  return r;
}

// So that a bad hash, or comparing all with all, would show: all words of three letters a to j.
struct three_letters {
  char text[1000][3]{};
  constexpr three_letters() {
    for (int i = 0; i < 1000; ++i) {
      text[i][0] = static_cast<char>('a' + i / 100);
      text[i][1] = static_cast<char>('a' + i / 10 % 10);
      text[i][2] = static_cast<char>('a' + i % 10);
    }
  }
};
inline constexpr three_letters letters;
struct a_thousand_words {
  std::string_view word[1000]{};
  constexpr a_thousand_words() {
    for (std::size_t i = 0; i < 1000; ++i) word[i] = std::string_view(letters.text[i], 3);
  }
};
inline constexpr a_thousand_words thousand;
inline constexpr vocabulary_of large{ids_from<0>, thousand.word};

constexpr report a_thousand_words_within_the_limits() {
  report r;
  bool right = true;
  for (int i = 0; i < 1000; ++i) right = right && large.id(thousand.word[i]) == i;
  r.check(right);
  r.check(!large.find("abk") && !large.find("ab"));
  r.check(large.id("bcd") == 123);
  return r;
}

// What is not there is not constant (static_tests/rejected/text.cpp); these are the words.
static_assert(std::is_same_v<decltype(word_occurs_twice_in_vocabulary()), void>);
static_assert(std::is_same_v<decltype(empty_word_in_vocabulary()), void>);
static_assert(std::is_same_v<decltype(word_is_not_in_vocabulary()), void>);
static_assert(std::is_same_v<decltype(id_is_not_in_vocabulary()), void>);

inline constexpr behaviour behaviours[] = {
    {"the numbers of 23 words", the_numbers_of_23_words},
    {"one to one", one_to_one},
    {"the numbering begins anywhere", the_numbering_begins_anywhere},
    {"unknown words are said to be", unknown_words_are_said_to_be},
    {"a thousand words within the limits", a_thousand_words_within_the_limits},
};

}  // namespace attn_tests::vocabulary_tests
