// SPDX-License-Identifier: BSL-1.0
// Behaviours of tokenizer, vocabulary, word_view, token_id of attn/text/.
#pragma once

#include "static_tests/support/article.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::text_tokenizer_tests {
using article::dictionary;
using token_of_tokenizer = axis<"token", word_count(article::sentence)>;
using id_of_tokenizer = decltype(dictionary)::id_type;

template <std::size_t N>
constexpr void stops(report& r, const char (&sentence)[N], std::size_t at, std::string_view word) {
  const std::string_view text = launder(std::string_view(sentence));
  const auto read = tokenize_up_to<axis<"place", 4>>(dictionary, text);
  r.check(!read && read.status == tokenize_status::unknown_word);
  r.check(read.length == at);
  r.check(read.word == word);
  for (std::size_t i = at; i < 4; ++i) r.check(read.ids(i) == 0);
}

// What is not constant (static_tests/rejected/text.cpp), and its words.
static_assert(std::is_same_v<decltype(sentence_has_another_number_of_words_than_the_axis()), void>);

template <class A, class B>
concept can_be_compared = requires(const A& a, const B& b) { a == b; };
template <class A, class B>
concept can_be_ordered = requires(const A& a, const B& b) { a < b; };

template <auto Ids> constexpr bool second_is(int number) { return Ids(1) == number; }

// What is not constant (static_tests/rejected/text.cpp), and its word.
static_assert(std::is_same_v<decltype(token_id_out_of_range()), void>);

using article::dictionary;

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

// What is not there is not constant (static_tests/rejected/text.cpp); these are the words.
static_assert(std::is_same_v<decltype(word_occurs_twice_in_vocabulary()), void>);
static_assert(std::is_same_v<decltype(empty_word_in_vocabulary()), void>);
static_assert(std::is_same_v<decltype(word_is_not_in_vocabulary()), void>);
static_assert(std::is_same_v<decltype(id_is_not_in_vocabulary()), void>);

// A character stays one: nothing turns into a number, or a number into a text.
static_assert(!std::is_convertible_v<word_view, bool> && !std::is_convertible_v<int, word_view>);
static_assert(std::is_convertible_v<word_view, std::string_view>);

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/text/tokenizer.hpp promises.
  tests.proved("the numbers of 23 words", [](report& r) {
    has_type<vocabulary_of<23, 1>>(dictionary);
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
  });
  // word and id undo each other, and so do the words in order.
  tests.proved("one to one", [](report& r) {
    std::size_t expected = 1;
    for (const std::string_view word : dictionary) {
      r.check(dictionary.id(word) == launder(expected));
      r.check(dictionary.word(expected) == word);
      r.bits(static_cast<int>(dictionary.id(word)));
      ++expected;
    }
    r.check(expected == dictionary.id_bound());
  });
  tests.proved("the numbering begins anywhere", [](report& r) {
    constexpr vocabulary_of from_0{ids_from<0>, {"zero", "one"}};
    constexpr vocabulary_of from_7{ids_from<7>, {"a", "b", "c"}};
    r.check(from_0.id("zero") == 0 && from_0.word(launder(1)) == "one");
    r.check(from_7.id("c") == 9 && from_7.word(launder(7)) == "a");
    r.check(from_0.id_bound() == 2 && from_7.id_bound() == 10 && from_7.size() == 3);
    static_assert(std::is_same_v<decltype(ids_from<7>), const first_id<7>>);
    has_type<vocabulary_of<3, 7>>(from_7);
    static_assert(std::is_same_v<decltype(from_7)::id_type, token_id<10>>);
    constexpr vocabulary_of one_word{ids_from<0>, {"alone"}};
    r.check(one_word.id("alone") == 0 && !one_word.find("together"));
  });
  tests.proved("unknown words are said to be", [](report& r) {
    for (const std::string_view unknown : {"Tea", "i", "Lik", "Likee", "", " I"}) {
      const auto found = dictionary.find(unknown);
      r.check(!found && !found.known);
    }
    const auto found = dictionary.find("AI");
    r.check(found && found.known && found.id == 3);
  });
  tests.proved("a thousand words within the limits", [](report& r) {
    bool right = true;
    for (int i = 0; i < 1000; ++i) right = right && large.id(thousand.word[i]) == i;
    r.check(right);
    r.check(!large.find("abk") && !large.find("ab"));
    r.check(large.id("bcd") == 123);
  });
  // What attn/text/tokenizer.hpp promises.
  tests.proved("from and to", [](report& r) {
    const word_view none;
    r.check(none.empty() && none.size() == 0 && none.begin() == none.end() && none == "");
    const word_view literal = launder(word_view("Like"));
    r.check(literal.size() == 4 && literal.data()[3] == 'e' && !literal.empty());
    const std::string_view text = launder(std::string_view("I Like"));
    const word_view part(text.data() + 2, 4);
    r.check(part == literal && part.end() - part.begin() == 4);
    r.check(word_view(text) == text && std::string_view(word_view(text)) == text);
    const std::string_view back = part;
    r.check(back == "Like");
    r.check(literal.starts_with("Li") && literal.starts_with("") && literal.starts_with("Like"));
    r.check(literal.ends_with("ke") && literal.ends_with("") && literal.ends_with("Like"));
    for (const char* other : {"ik", "Liked", "Lk", "xLike"})
      r.check(!literal.starts_with(other) && !literal.ends_with(other));
    r.check(!none.starts_with("L") && !none.ends_with("e"));
  });
  tests.proved("equal is every character", [](report& r) {
    const word_view word = launder(word_view("Like"));
    r.check(word == "Like" && word == std::string_view("Like") && std::string_view("Like") == word);
    for (const char* other : {"Lik", "Likee", "like", "", " Like"}) r.check(word != other);
    r.check(word != std::string_view("Lik"));
  });
  // What attn/text/tokenizer.hpp promises.
  tests.proved("a sentence of seven words", [](report& r) {
    static_assert(token_of_tokenizer::size == 7);
    const auto ids = tokenize<token_of_tokenizer>(dictionary, launder(article::sentence));
    has_type<tensor<token_id<24>, token_of_tokenizer>>(ids);
    r.check(ids == tensor<id_of_tokenizer, token_of_tokenizer>{1, 2, 5, 6, 4, 14, 6});
    for (std::size_t i = 0; i < token_of_tokenizer::size; ++i) r.check(ids(i) == article::ids[i]);
    r.bits(as<int>(ids));
  });
  tests.proved("words are counted as Python splits", [](report& r) {
    r.check(word_count(launder(std::string_view("I"))) == 1);
    r.check(word_count("I Like") == 2);
    r.check(word_count("I  Like") == 3);
    r.check(word_count(" I Like ") == 4);
    r.check(word_count(" ") == 2);
    r.check(word_count("I\tLike\nAI") == 1);
    r.check(word_count("") == 0);  // Python says 1
  });
  tests.proved("shorter than the axis", [](report& r) {
    using place = axis<"place", 10>;
    const auto read = tokenize_up_to<place>(dictionary, launder(article::sentence));
    has_type<tokenized<id_of_tokenizer, place>>(read);
    r.check(read && read.status == tokenize_status::ok);
    r.check(read.length == 7);
    r.check(read.ids == tensor<id_of_tokenizer, place>{1, 2, 5, 6, 4, 14, 6, 0, 0, 0});
    r.check(read.word.empty());
    r.bits(as<int>(read.ids));
  });
  tests.proved("as long as the axis", [](report& r) {
    const auto read = tokenize_up_to<token_of_tokenizer>(dictionary, launder(article::sentence));
    r.check(read && read.length == 7);
    r.check(read.ids == tokenize<token_of_tokenizer>(dictionary, article::sentence));
    const auto one = tokenize_up_to<axis<"place", 1>>(dictionary, launder(std::string_view("AI")));
    r.check(one && one.length == 1 && one.ids(0) == 3);
  });
  tests.proved("too long", [](report& r) {
    using place = axis<"place", 6>;
    const auto read = tokenize_up_to<place>(dictionary, launder(article::sentence));
    r.check(!read && read.status == tokenize_status::too_long);
    r.check(read.length == 6);
    r.check(read.word == "Learning");
    r.check(read.ids == tensor<id_of_tokenizer, place>{1, 2, 5, 6, 4, 14});
    // The axis ends before the unknown word does.
    const auto both = tokenize_up_to<axis<"place", 1>>(dictionary, "I Tea");
    r.check(both.status == tokenize_status::too_long && both.word == "Tea");
  });
  tests.proved("unknown words", [](report& r) {
    stops(r, "Tea", 0, "Tea");
    stops(r, "I Like Tea And AI", 2, "Tea");
    stops(r, "I Like AI.", 2, "AI.");
    stops(r, "i Like AI", 0, "i");
    stops(r, "I  Like", 1, "");
    stops(r, " I", 0, "");
    stops(r, "I ", 1, "");
    stops(r, " ", 0, "");
  });
  tests.proved("the empty sentence", [](report& r) {
    const auto read = tokenize_up_to<token_of_tokenizer>(dictionary, launder(std::string_view()));
    r.check(!read && read.status == tokenize_status::empty);
    r.check(read.length == 0 && read.word.empty() &&
            read.ids == tensor<id_of_tokenizer, token_of_tokenizer>());
  });
  tests.proved("other vocabularies", [](report& r) {
    constexpr vocabulary_of from_0{ids_from<0>, {"to", "be", "or", "not"}};
    const auto ids = tokenize<dim<6>>(from_0, launder(std::string_view("to be or not to be")));
    r.check(ids == tensor<token_id<4>, dim<6>>{0, 1, 2, 3, 0, 1});
    r.bits(as<int>(ids));
  });
  // What attn/text/token_id.hpp promises.
  tests.proved("numbers below the bound", [](report& r) {
    using id = token_id<23>;
    static_assert(id::bound == 23);
    r.check(id() == 0);
    for (int i = 0; i < 23; ++i) r.check(static_cast<int>(id(launder(i))) == i);
    r.check(static_cast<std::size_t>(id(launder(std::uint8_t{22}))) == 22);
    r.check(id(launder(22ull)) == id(22) && id(launder('\7')) == 7);
  });
  // Of every integer type, without a conversion that would make a wrong number a right one.
  tests.proved("has asks first", [](report& r) {
    using id = token_id<200>;
    r.check(id::has(launder(0)) && id::has(launder(199)) && !id::has(launder(200)));
    r.check(
        !id::has(launder(-1)) && !id::has(launder(std::int8_t{-57})));  // 199 as an unsigned one
    r.check(!id::has(launder(std::numeric_limits<long long>::min())));
    r.check(!id::has(launder(std::numeric_limits<std::uint64_t>::max())));
    r.check(!id::has(launder(std::uint64_t{1} << 32)));  // 0 as an int
    r.check(token_id<2147483647>::has(launder(2147483646)));
    r.check(!token_id<2147483647>::has(launder(2147483647)));
    r.check(!token_id<1>::has(launder(1)));
  });
  tests.proved("equality", [](report& r) {
    using id = token_id<5>;
    r.check(id(launder(3)) == id(3) && id(launder(3)) != id(4));
    r.check(id(launder(3)) == 3 && 3 == id(3) && id(3) != 4 && id(3) != 3u + 1);
    r.check(id(launder(0)) != -1 && id(launder(4)) != 5 && id(launder(0)) != std::int64_t{1} << 32);
  });
  tests.proved("an id is no number", [](report& r) {
    using id = token_id<5>;
    r.check(!scalar<id> && tensor_element<id>);
    r.check(!rules::supports_arithmetic<rules::element<id>>::value &&
            !rules::floating_point_element<rules::element<id>>::value);
    r.check(!std::is_convertible_v<id, int> && !std::is_convertible_v<int, id>);
    r.check(!std::is_constructible_v<id, float> && !std::is_constructible_v<double, id>);
    r.check(!can_be_ordered<id, id> && !can_be_compared<id, token_id<6>>);
  });
  tests.proved("tensors of ids", [](report& r) {
    const auto ids = launder(tensor<token_id<8>, token>{1, 7, 0});
    r.check(ids(0) == 1 && ids(1) == 7 && ids(2) == 0);
    r.check(ids == tensor<token_id<8>, token>{1, 7, 0} && !(ids == tensor<token_id<8>, token>()));
    r.check(as<int>(ids) == tensor<int, token>{1, 7, 0});
    r.check(second_is<tensor<token_id<8>, token>{1, 7, 0}>(7));  // a structural type
    r.bits(as<int>(ids));
  });
  tests.proved("integers become ids", [](report& r) {
    const auto ids = as_token_ids<14>(launder(tensor<long, token>{13, 0, 6}));
    has_type<tensor<token_id<14>, token>>(ids);
    r.check(ids == tensor<token_id<14>, token>{13, 0, 6});
    const auto batch = as_token_ids<9>(launder(matrix<int, 2, 3>{{1, 2, 3}, {4, 8, 0}}));
    has_type<matrix<token_id<9>, 2, 3>>(batch);
    r.check(as<int>(batch) == matrix<int, 2, 3>{{1, 2, 3}, {4, 8, 0}});
    r.check(as_token_ids<3>(launder(tensor<unsigned char>(2)))() == 2);
    r.bits(as<int>(batch));
  });
};
}  // namespace attn_tests::text_tokenizer_tests
