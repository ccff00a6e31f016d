// SPDX-License-Identifier: BSL-1.0
// Words, vocabularies, and the ids of a text.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/abi.hpp>
#include <attn/tensor/tensor.hpp>
#include <attn/text/token_id.hpp>
#include <attn/version.hpp>

namespace attn {

// A view of characters, like std::string_view, whose header would add a third to the compile time
// of <attn.hpp>.
//
//   word_view w = "text";         from literals and from what has data() and size(): std::string,
//                                 std::string_view
//   std::string_view s = w;       to whatever is made of a pointer and a length
//   w.data() w.size() w.empty() begin end ==   w.starts_with("t") w.ends_with("xt")
//
// It does not own the characters: a std::string must outlive its view.

namespace detail {
template <class Text>
concept has_characters = requires(const Text& text) {
  static_cast<const char*>(text.data());
  static_cast<std::size_t>(text.size());
};
}  // namespace detail

class word_view {
 public:
  ATTN_ABI constexpr word_view() = default;
  ATTN_ABI constexpr word_view(const char* characters) : data_(characters) {
    while (characters[size_] != '\0') ++size_;
  }
  ATTN_ABI constexpr word_view(const char* data, std::size_t size) : data_(data), size_(size) {}
  template <detail::has_characters Text>
  ATTN_ABI constexpr word_view(const Text& text) : data_(text.data()), size_(text.size()) {}

  // Types constructible from a pointer and a length, except numbers.
  template <class Text>
    requires(std::is_class_v<Text> && std::is_constructible_v<Text, const char*, std::size_t> &&
             detail::has_characters<Text>)
  ATTN_ABI constexpr operator Text() const {
    return Text(data_, size_);
  }

  ATTN_ABI constexpr const char* data() const { return data_; }
  ATTN_ABI constexpr std::size_t size() const { return size_; }
  ATTN_ABI constexpr bool empty() const { return size_ == 0; }
  ATTN_ABI constexpr const char* begin() const { return data_; }
  ATTN_ABI constexpr const char* end() const { return data_ + size_; }
  ATTN_ABI constexpr bool starts_with(const word_view& part) const {
    return part.size_ <= size_ && word_view(data_, part.size_) == part;
  }
  ATTN_ABI constexpr bool ends_with(const word_view& part) const {
    return part.size_ <= size_ && word_view(end() - part.size_, part.size_) == part;
  }

  ATTN_ABI friend constexpr bool operator==(const word_view& a, const word_view& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (a.data_[i] != b.data_[i]) return false;
    return true;
  }
  // Of another text the better match than its own comparison, were it made of a view.
  template <detail::has_characters Text>
    requires(!std::is_same_v<Text, word_view>)
  ATTN_ABI friend constexpr bool operator==(const word_view& a, const Text& b) {
    return a == word_view(b);
  }

 private:
  const char* data_ = "";
  std::size_t size_ = 0;
};

// vocabulary_of<N, First>: a one-to-one map between N words and their ids, at compile time.
//
//   constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};   // I is 1, Like 2, AI 3
//   words.id("AI") == 3        words.word(3) == "AI"                // the word must exist
//   words.find("tea").known    words.find(text).id                  // for unknown words
//   words.size() == 3          words.id_bound() == 4                // ids are below 4
//
// ids_from gives the first id: tables start with row 0, dictionaries often with 1. So the number of
// words and the number of rows that a table needs, id_bound, may differ. All words must be distinct
// and not empty. Otherwise a vocabulary does not compile. Words are compared byte by byte, and are
// string literals: the vocabulary refers to them.
//
// id of an unknown word and word of an unknown id are errors in constant evaluation, named by the
// functions below; at run time they end the program. find never fails.

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
[[noreturn]] ATTN_ABI inline void word_occurs_twice_in_vocabulary() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void empty_word_in_vocabulary() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void word_is_not_in_vocabulary() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void id_is_not_in_vocabulary() { detail::end_of_program(); }

// The number of the first word. The others follow.
template <std::size_t First>
struct first_id {};
template <std::size_t First>
inline constexpr first_id<First> ids_from{};

template <std::size_t N, std::size_t First>
class vocabulary_of {
 public:
  using id_type = token_id<First + N>;

  // What find has found.
  struct found_id {
    bool known = false;
    id_type id{};  // of a known word
    ATTN_ABI constexpr explicit operator bool() const { return known; }
  };

  template <std::convertible_to<word_view> Text>
  consteval vocabulary_of(first_id<First>, const Text (&literals)[N]) {
    for (std::size_t i = 0; i < N; ++i) {
      const word_view word = literals[i];
      if (word.empty()) empty_word_in_vocabulary();
      const std::size_t at = slot_of(word);
      if (slots_[at] != 0) word_occurs_twice_in_vocabulary();
      words_[i] = word;
      slots_[at] = static_cast<std::uint32_t>(i + 1);
    }
  }

  ATTN_ABI static constexpr std::size_t size() { return N; }
  ATTN_ABI static constexpr std::size_t id_bound() { return First + N; }

  ATTN_ABI constexpr found_id find(word_view word) const {
    const std::uint32_t slot = slots_[slot_of(word)];
    if (slot == 0) return {};
    return {true, id_type(First + slot - 1)};
  }
  ATTN_ABI constexpr id_type id(word_view word) const {
    const auto found = find(word);
    if (!found) word_is_not_in_vocabulary();
    return found.id;
  }
  ATTN_ABI constexpr word_view(word)(id_type id) const {
    if (static_cast<std::size_t>(id) < First) id_is_not_in_vocabulary();
    return words_[static_cast<std::size_t>(id) - First];
  }
  template <std::integral Int>
  ATTN_ABI constexpr word_view(word)(Int id) const {
    if (!id_type::has(id)) id_is_not_in_vocabulary();
    return (word)(id_type(id));
  }

  // All words, in the order of their numbers.
  ATTN_ABI constexpr const word_view* begin() const { return words_; }
  ATTN_ABI constexpr const word_view* end() const { return words_ + N; }

 private:
  // A hash table at most half full, so that neither the compiler nor a program compares every word
  // with every other: the slot of a word, or the free one where it would be.
  static constexpr std::size_t table_size = std::bit_ceil(2 * N);
  ATTN_ABI constexpr std::size_t slot_of(word_view word) const {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    std::size_t at = static_cast<std::size_t>(hash ^ hash >> 32) & (table_size - 1);
    while (slots_[at] != 0 && words_[slots_[at] - 1] != word) at = (at + 1) & (table_size - 1);
    return at;
  }

  word_view words_[N]{};
  std::uint32_t slots_[table_size]{};  // 1 + the index of a word, or 0
};

template <std::size_t N, std::size_t First, std::convertible_to<word_view> Text>
vocabulary_of(first_id<First>, const Text (&)[N]) -> vocabulary_of<N, First>;

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
// vocabulary. Otherwise it is an error in constant evaluation, and ends the program at run time.
// tokenize_up_to reports the first word that it cannot convert.

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
    const word_view word{begin, static_cast<std::size_t>(at - begin)};
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
