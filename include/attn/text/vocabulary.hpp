// SPDX-License-Identifier: BSL-1.0
// vocabulary_of<N, First>: a one-to-one map between N words and their ids, at compile time.
//
//   constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};   // I is 1, Like 2, AI 3
//   words.id("AI") == 3        words.word(3) == "AI"                // the word must exist
//   words.find("tea").known    words.find(text).id                  // for unknown words
//   words.size() == 3          words.id_bound() == 4                // ids are below 4
//
// ids_from gives the first id: tables start with row 0, dictionaries often with 1. So the number of
// words and the number of rows that a table needs, id_bound, may differ. All words must be distinct
// and not empty; otherwise a vocabulary does not compile. Words are compared byte by byte, and are
// string literals: the vocabulary refers to them.
//
// id of an unknown word and word of an unknown id are errors in constant evaluation, named by the
// functions below; at run time they end the program. find never fails.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include <attn/text/token_id.hpp>
#include <attn/text/word_view.hpp>

namespace attn {

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
[[noreturn]] ATTN_ABI inline void word_occurs_twice_in_vocabulary() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void empty_word_in_vocabulary() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void word_is_not_in_vocabulary() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void id_is_not_in_vocabulary() { detail::end_of_program(); }

// The number of the first word; the others follow.
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
  ATTN_ABI constexpr word_view word(id_type id) const {
    if (static_cast<std::size_t>(id) < First) id_is_not_in_vocabulary();
    return words_[static_cast<std::size_t>(id) - First];
  }
  template <std::integral I>
  ATTN_ABI constexpr word_view word(I id) const {
    if (!id_type::has(id)) id_is_not_in_vocabulary();
    return word(id_type(id));
  }

  // All words, in the order of their numbers.
  ATTN_ABI constexpr const word_view* begin() const { return words_; }
  ATTN_ABI constexpr const word_view* end() const { return words_ + N; }

 private:
  // A hash table at most half full, so that neither the compiler nor a program compares every word
  // with every other: the slot of a word, or the free one where it would be.
  static constexpr std::size_t slots = std::bit_ceil(2 * N);
  ATTN_ABI constexpr std::size_t slot_of(word_view word) const {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    std::size_t at = static_cast<std::size_t>(hash ^ hash >> 32) & (slots - 1);
    while (slots_[at] != 0 && words_[slots_[at] - 1] != word) at = (at + 1) & (slots - 1);
    return at;
  }

  word_view words_[N]{};
  std::uint32_t slots_[slots]{};  // 1 + the index of a word, or 0
};

template <std::size_t N, std::size_t First, std::convertible_to<word_view> Text>
vocabulary_of(first_id<First>, const Text (&)[N]) -> vocabulary_of<N, First>;

}  // namespace attn
