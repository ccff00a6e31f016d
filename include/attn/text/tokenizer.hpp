// SPDX-License-Identifier: BSL-1.0
// Converts sentences to ids: the words between single spaces, each as its id in a vocabulary.
//
//   using token = axis<"token", word_count("I Like AI")>;         // 3 words
//   constexpr auto ids = tokenize<token>(words, "I Like AI");     // {1, 2, 3}
//
//   using place = axis<"place", 16>;                              // at most 16 words
//   const auto read = tokenize_up_to<place>(words, line);         // line: from anywhere
//   if (read) use(read.ids, read.length);                         // the rest of ids is 0
//
// Like Python's sentence.split(" "): two consecutive spaces, or one at the start or the end, give
// an empty word, which no vocabulary has. Only the empty sentence differs: it has no words, whereas
// in Python it has an empty one.
//
// tokenize requires that the number of words is the size of the axis, and that all are in the
// vocabulary; otherwise it is an error in constant evaluation, and ends the program at run time.
// tokenize_up_to reports the first word that it cannot convert.
#pragma once

#include <cstddef>

#include <attn/tensor/tensor.hpp>
#include <attn/text/vocabulary.hpp>

namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void sentence_has_another_number_of_words_than_the_axis() {
  detail::end_of_program();
}

enum class tokenize_status { ok, empty, unknown_word, too_long };

template <class Id, axis_like Axis>
struct tokenized {
  tokenize_status status = tokenize_status::ok;
  std::size_t length = 0;  // the number of words that were understood
  tensor<Id, Axis> ids{};  // theirs; 0 behind them
  word_view word{};        // the word that was not, a part of the sentence: unknown or too many
  ATTN_ABI constexpr explicit operator bool() const { return status == tokenize_status::ok; }
};

// How many words a sentence has: one more than spaces, or none.
ATTN_ABI constexpr std::size_t word_count(word_view sentence) {
  std::size_t count = sentence.empty() ? 0 : 1;
  for (const char c : sentence) count += c == ' ';
  return count;
}

template <axis_like Axis, std::size_t N, std::size_t First>
ATTN_ABI constexpr auto tokenize_up_to(const vocabulary_of<N, First>& words, word_view sentence) {
  tokenized<token_id<First + N>, Axis> result{};
  if (sentence.empty()) {
    result.status = tokenize_status::empty;
    return result;
  }
  const char* at = sentence.data();
  const char* const end = at + sentence.size();
  for (;; ++at) {  // over the space
    const char* const begin = at;
    while (at != end && *at != ' ') ++at;
    const word_view word(begin, static_cast<std::size_t>(at - begin));
    const auto found = words.find(word);
    const bool too_long = result.length == Axis::size;
    if (too_long || !found) {
      result.status = too_long ? tokenize_status::too_long : tokenize_status::unknown_word;
      result.word = word;
      return result;
    }
    result.ids(result.length++) = found.id;
    if (at == end) return result;
  }
}

template <axis_like Axis, std::size_t N, std::size_t First>
ATTN_ABI constexpr auto tokenize(const vocabulary_of<N, First>& words, word_view sentence) {
  if (word_count(sentence) != Axis::size) sentence_has_another_number_of_words_than_the_axis();
  const auto result = tokenize_up_to<Axis>(words, sentence);
  if (!result) word_is_not_in_vocabulary();
  return result.ids;
}

}  // namespace attn
