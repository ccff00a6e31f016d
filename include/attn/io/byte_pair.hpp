// SPDX-License-Identifier: BSL-1.0
// Byte-pair encoding: a text as the ids of its parts, which begin as characters and are merged, the
// best pair of neighbours first, until no pair is a word.
//
//   byte_pair_tokenizer<words, characters> t;    sentence_piece, the words of Llama
//   byte_pair_tokenizer<words, characters, byte_level> t;                of GPT-2
//   tokenize_up_to<place>(t, text)   ids of any text, at most as many as the axis has; ids, length
//   tokenize<token>(t, text)         if the axis has their number: token_count(t, text)
//   t.text(id), t.text(id, after)    the bytes of an id; after another id
//   t.find(word), t.begin_of_text, t.end_of_text
//
// `words` is the number of ids, `characters` at least the number of bytes of all words. Tokenizers
// are read from files: llama2.c's (io/llama2c.hpp) and GPT-2's merges.txt:
//   from_merges(bytes, t)            loads it, or returns what is wrong: merges_result, its line,
//                                    and text()
// Both may be constants. None adds the id that begins a text.
//
//   sentence_piece   The pair with the highest score is merged, the first of equals. A space is put
//                    in front of a text, which t.text(id, t.begin_of_text) leaves out. A character,
//                    of UTF-8, that is no word becomes its bytes, "<0x0A>"; if these are no words,
//                    id 0.
//   byte_level       The pair of the earliest merge is merged, within the parts of GPT-2's pattern
//                    ('s|'t|'re|'ve|'m|'ll|'d| ?letters| ?digits| ?others|spaces). A byte above 127
//                    counts as part of a letter, where GPT-2 knows what Unicode has of it: texts
//                    with punctuation, digits or spaces beyond ASCII may be divided otherwise.
//
// No byte is lost: the texts of the ids, one after the other, are the text, if its bytes are words.
// Source: Kudo, SentencePiece; karpathy/llama2.c; openai/gpt-2, encoder.py.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <attn/text/token_id.hpp>
#include <attn/text/tokenizer.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct sentence_piece {};
struct byte_level {};

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void text_has_another_number_of_tokens_than_the_axis() {
  detail::end_of_program();
}

namespace detail {

struct every_byte {
  char values[256]{};
};
ATTN_ABI inline constexpr every_byte bytes_of_words = [] {
  every_byte all;
  for (int i = 0; i < 256; ++i) all.values[i] = static_cast<char>(i);
  return all;
}();

// The number of bytes of the character that begins here, of at most `left`.
ATTN_ABI constexpr std::size_t length_of_character(const char* at, std::size_t left) {
  std::size_t n = 1;
  while (n < 4 && n < left && (static_cast<unsigned char>(at[n]) & 0xc0u) == 0x80u) ++n;
  return n;
}

ATTN_ABI constexpr int hexadecimal_digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                : -1;
}
// The byte of a word "<0x0A>", or -1.
ATTN_ABI constexpr int byte_of_word(const word_view& word) {
  if (word.size() != 6 || word.data()[0] != '<' || word.data()[1] != '0' || word.data()[2] != 'x' ||
      word.data()[5] != '>')
    return -1;
  const int high = hexadecimal_digit(word.data()[3]), low = hexadecimal_digit(word.data()[4]);
  return high < 0 || low < 0 ? -1 : 16 * high + low;
}

// What a byte is in GPT-2's pattern.
enum class character_kind : unsigned char { letter, digit, space, other };
ATTN_ABI constexpr character_kind kind_of_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte > 127) return character_kind::letter;
  if (c >= '0' && c <= '9') return character_kind::digit;
  if (c == ' ' || (c >= '\t' && c <= '\r')) return character_kind::space;
  return character_kind::other;
}

// The length of the part at the beginning of a text that is not empty.
ATTN_ABI constexpr std::size_t length_of_part(const char* at, std::size_t left) {
  if (at[0] == '\'' && left > 1) {
    const char a = at[1], b = left > 2 ? at[2] : '\0';
    if (a == 's' || a == 't' || a == 'm' || a == 'd') return 2;
    if ((a == 'r' && b == 'e') || (a == 'v' && b == 'e') || (a == 'l' && b == 'l')) return 3;
  }
  const std::size_t skip = at[0] == ' ' && left > 1 ? 1 : 0;
  const character_kind kind = kind_of_character(at[skip]);
  if (kind != character_kind::space) {
    std::size_t n = skip + 1;
    while (n < left && kind_of_character(at[n]) == kind) ++n;
    return n;
  }
  std::size_t n = 0;
  while (n < left && kind_of_character(at[n]) == character_kind::space) ++n;
  return n < left && n > 1 ? n - 1 : n;  // the last space belongs to the next part
}

// The place of a byte among GPT-2's first 256 ids: those that print are first.
ATTN_ABI constexpr bool is_shown_by_gpt2(unsigned byte) {
  return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
}
struct gpt2_alphabet {
  char bytes[256]{};  // of each id
  char hidden[68]{};  // those that do not print, shown as U+0100 and what follows
};
ATTN_ABI inline constexpr gpt2_alphabet bytes_of_gpt2 = [] {
  gpt2_alphabet all;
  std::size_t shown = 0, hidden = 0;
  for (unsigned byte = 0; byte < 256; ++byte)
    if (is_shown_by_gpt2(byte))
      all.bytes[shown++] = static_cast<char>(byte);
    else
      all.hidden[hidden++] = static_cast<char>(byte);
  for (std::size_t i = 0; i < hidden; ++i) all.bytes[shown + i] = all.hidden[i];
  return all;
}();

}  // namespace detail

template <std::size_t Words, std::size_t Characters, class Scheme = sentence_piece>
class byte_pair_tokenizer {
  static_assert(std::is_same_v<Scheme, sentence_piece> || std::is_same_v<Scheme, byte_level>,
                "attn::byte_pair_tokenizer<words, characters, scheme>: the scheme is "
                "sentence_piece or byte_level");
  static constexpr bool has_ids = rules::is_id_bound<rules::size<Words>>::value;
  static_assert(
      has_ids,
      "attn::byte_pair_tokenizer<words, characters>: the number of words must be from 1 to "
      "2147483647");

 public:
  using id_type = token_id<has_ids ? Words : 1>;
  static constexpr bool is_byte_level = std::is_same_v<Scheme, byte_level>;

  struct found_id {
    bool known = false;
    id_type id{};
    ATTN_ABI constexpr explicit operator bool() const { return known; }
  };

  id_type begin_of_text{}, end_of_text{};

  ATTN_ABI static constexpr std::size_t id_bound() { return Words; }
  ATTN_ABI constexpr std::size_t size() const { return count_; }

  // Adds a word, which gets the next id. False if there is no room for it. The first of equal words
  // is found.
  ATTN_ABI constexpr bool add(word_view word, float score) {
    if (count_ == Words || word.size() > Characters - begin_[count_]) return false;
    const std::size_t begin = begin_[count_];
    for (std::size_t i = 0; i < word.size(); ++i) characters_[begin + i] = word.data()[i];
    begin_[count_ + 1] = static_cast<std::uint32_t>(begin + word.size());
    const std::size_t at = slot_of(word, {});
    if (slots_[at] == 0) slots_[at] = static_cast<std::uint32_t>(count_ + 1);
    scores_[count_++] = score;
    return true;
  }
  // Adds the word that two others make together.
  ATTN_ABI constexpr bool add_merge(id_type left, id_type right)
    requires is_byte_level
  {
    const word_view a = (word)(left), b = (word)(right);
    std::vector<char> both(a.begin(), a.end());
    for (const char c : b) both.push_back(c);
    const std::size_t id = count_;
    if (!add(word_view(both.data(), both.size()), -static_cast<float>(id))) return false;
    merges_.left[id] = static_cast<std::uint32_t>(static_cast<std::size_t>(left));
    merges_.right[id] = static_cast<std::uint32_t>(static_cast<std::size_t>(right));
    return true;
  }

  ATTN_ABI constexpr found_id find(word_view text) const {
    const std::uint32_t slot = slots_[slot_of(text, {})];
    return slot == 0 ? found_id{} : found_id{true, id_type(slot - 1)};
  }
  // As the vocabulary has it, "<0x0A>".
  ATTN_ABI constexpr word_view(word)(id_type id) const {
    const auto i = static_cast<std::size_t>(id);
    return {characters_ + begin_[i], begin_[i + 1] - begin_[i]};
  }
  ATTN_ABI constexpr float score(id_type id) const { return scores_[static_cast<std::size_t>(id)]; }
  // As it is in a text.
  ATTN_ABI constexpr word_view text(id_type id) const {
    const word_view all = (word)(id);
    const int byte = is_byte_level ? -1 : detail::byte_of_word(all);
    return byte < 0 ? all : word_view(detail::bytes_of_words.values + byte, 1);
  }
  ATTN_ABI constexpr word_view text(id_type id, id_type after) const {
    const word_view all = text(id);
    if (is_byte_level || after != begin_of_text || all.empty() || all.data()[0] != ' ') return all;
    return {all.data() + 1, all.size() - 1};
  }

  ATTN_ABI constexpr std::vector<id_type> encode(word_view text) const {
    std::vector<id_type> ids;
    if constexpr (is_byte_level) {
      for (std::size_t at = 0, n = 0; at < text.size(); at += n) {
        n = detail::length_of_part(text.data() + at, text.size() - at);
        const std::size_t first = ids.size();
        for (std::size_t i = 0; i < n; ++i) ids.push_back(find({text.data() + at + i, 1}).id);
        merge_all(ids, first);
      }
    } else {
      if (!text.empty()) add_character(ids, " ");
      for (std::size_t at = 0, n = 0; at < text.size(); at += n) {
        n = detail::length_of_character(text.data() + at, text.size() - at);
        add_character(ids, {text.data() + at, n});
      }
      merge_all(ids, 0);
    }
    return ids;
  }

 private:
  struct no_merges {};
  struct merges_of_words {
    std::uint32_t left[Words]{}, right[Words]{};
  };

  // A character as a word, or else as its bytes.
  ATTN_ABI constexpr void add_character(std::vector<id_type>& ids, word_view character) const {
    if (const auto whole = find(character)) {
      ids.push_back(whole.id);
      return;
    }
    for (const char c : character) {
      const char digits[] = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      const char word[] = {'<', '0', 'x', digits[byte / 16], digits[byte % 16], '>'};
      ids.push_back(find({word, 6}).id);  // 0, if it is no word
    }
  }

  // Merges the ids from `first` on.
  ATTN_ABI constexpr void merge_all(std::vector<id_type>& ids, std::size_t first) const {
    for (;;) {
      std::size_t best = ids.size();
      id_type merged{};
      for (std::size_t i = first; i + 1 < ids.size(); ++i) {
        const auto pair = find_pair(ids[i], ids[i + 1]);
        if (!pair || (best < ids.size() && !(score(pair.id) > score(merged)))) continue;
        best = i;
        merged = pair.id;
      }
      if (best == ids.size()) return;
      ids[best] = merged;
      for (std::size_t i = best + 1; i + 1 < ids.size(); ++i) ids[i] = ids[i + 1];
      ids.pop_back();
    }
  }
  ATTN_ABI constexpr found_id find_pair(id_type left, id_type right) const {
    const std::uint32_t slot = slots_[slot_of((word)(left), (word)(right))];
    if (slot == 0) return {};
    if constexpr (is_byte_level) {
      if (merges_.left[slot - 1] != static_cast<std::size_t>(left) ||
          merges_.right[slot - 1] != static_cast<std::size_t>(right) || slot <= 256)
        return {};
    }
    return {true, id_type(slot - 1)};
  }

  // As in vocabulary_of, of two texts as one: a hash table at most half full.
  static constexpr std::size_t table_size = std::bit_ceil(2 * Words);
  ATTN_ABI constexpr std::size_t slot_of(word_view a, word_view b) const {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (const char c : a) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    for (const char c : b) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    std::size_t at = static_cast<std::size_t>(hash ^ hash >> 32) & (table_size - 1);
    while (slots_[at] != 0 && !is_both(slots_[at] - 1, a, b)) at = (at + 1) & (table_size - 1);
    return at;
  }
  ATTN_ABI constexpr bool is_both(std::size_t id, word_view a, word_view b) const {
    const char* const all = characters_ + begin_[id];
    return begin_[id + 1] - begin_[id] == a.size() + b.size() && word_view(all, a.size()) == a &&
           word_view(all + a.size(), b.size()) == b;
  }

  std::size_t count_ = 0;
  char characters_[Characters]{};
  std::uint32_t begin_[Words + 1]{};  // of each word among the characters
  float scores_[Words]{};
  std::uint32_t slots_[table_size]{};  // 1 + an id, or 0
  [[no_unique_address]] std::conditional_t<is_byte_level, merges_of_words, no_merges> merges_{};
};

template <std::size_t Words, std::size_t Characters, class Scheme>
ATTN_ABI constexpr std::size_t token_count(
    const byte_pair_tokenizer<Words, Characters, Scheme>& words, word_view text) {
  return words.encode(text).size();
}

// Of too long a text the first ids.
template <axis_like Axis, std::size_t Words, std::size_t Characters, class Scheme>
ATTN_ABI constexpr auto tokenize_up_to(const byte_pair_tokenizer<Words, Characters, Scheme>& words,
                                       word_view text) {
  tokenized<token_id<Words>, Axis> result{};
  const auto ids = words.encode(text);
  if (ids.empty()) result.status = tokenize_status::empty;
  if (ids.size() > Axis::size) result.status = tokenize_status::too_long;
  result.length = ids.size() < Axis::size ? ids.size() : Axis::size;
  for (std::size_t i = 0; i < result.length; ++i) result.ids.data()[i] = ids[i];
  return result;
}

template <axis_like Axis, std::size_t Words, std::size_t Characters, class Scheme>
ATTN_ABI constexpr auto tokenize(const byte_pair_tokenizer<Words, Characters, Scheme>& words,
                                 word_view text) {
  const auto result = tokenize_up_to<Axis>(words, text);
  if (!result || result.length != Axis::size) text_has_another_number_of_tokens_than_the_axis();
  return result.ids;
}

// --- merges.txt ---------------------------------------------------------------------------------

enum class merges_status { ok, no_pair, unknown_word, too_many, too_few };
struct merges_result {
  merges_status status = merges_status::ok;
  std::size_t line = 0;  // of the file, from 1 on, that cannot be read
  ATTN_ABI constexpr explicit operator bool() const { return status == merges_status::ok; }
  // What is wrong, or nothing.
  ATTN_ABI constexpr word_view text() const {
    switch (status) {
      case merges_status::no_pair:
        return "the line is not a pair of words with a space between them";
      case merges_status::unknown_word:
        return "a word of the line is neither a byte nor made by a line before it";
      case merges_status::too_many:
        return "the tokenizer has no room for the word of this line";
      case merges_status::too_few:
        return "the file has fewer words than the tokenizer, or no room is left for its last word";
      default:
        return "";
    }
  }
};

// A file of GPT-2: a pair of words in each line, after a comment in the first one. Bytes that do
// not print are there as characters from U+0100 on. Id 0 to 255 are bytes, then come the merges,
// and the last id, which is no merge, ends a text. After a fault the tokenizer is unchanged.
template <std::size_t Words, std::size_t Characters>
ATTN_ABI constexpr merges_result from_merges(
    word_view file, byte_pair_tokenizer<Words, Characters, byte_level>& words) {
  using tokenizer = byte_pair_tokenizer<Words, Characters, byte_level>;
  using id_type = typename tokenizer::id_type;
  static_assert(Words > 256, "attn::from_merges: a byte-level tokenizer has more than 256 words");
  tokenizer read;
  for (const char& byte : detail::bytes_of_gpt2.bytes)
    if (!read.add({&byte, 1}, 0)) return {merges_status::too_many, 0};
  const char* at = file.data();
  const char* const end = at + file.size();
  for (std::size_t line = 1; at != end; ++line) {
    const char* const begin = at;
    while (at != end && *at != '\n') ++at;
    const char* const line_end = at;
    if (at != end) ++at;
    const word_view all(begin, static_cast<std::size_t>(line_end - begin));
    if (all.empty() || (line == 1 && all.data()[0] == '#')) continue;
    std::vector<char> parts[2];
    std::size_t part = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto byte = static_cast<unsigned char>(all.data()[i]);
      if (byte == '\r') continue;
      if (byte == ' ') {
        if (++part > 1) return {merges_status::no_pair, line};
        continue;
      }
      unsigned character = byte;
      if (byte >= 0x80) {  // two bytes of UTF-8
        const unsigned next = i + 1 < all.size() ? static_cast<unsigned char>(all.data()[++i]) : 0u;
        if ((byte & 0xe0u) != 0xc0u || (next & 0xc0u) != 0x80u)
          return {merges_status::unknown_word, line};
        character = (byte & 0x1fu) << 6 | (next & 0x3fu);
      }
      if (character >= 256 + 68) return {merges_status::unknown_word, line};
      parts[part].push_back(character >= 256 ? detail::bytes_of_gpt2.hidden[character - 256]
                                             : static_cast<char>(character));
    }
    if (part != 1 || parts[0].empty() || parts[1].empty()) return {merges_status::no_pair, line};
    const auto left = read.find({parts[0].data(), parts[0].size()});
    const auto right = read.find({parts[1].data(), parts[1].size()});
    if (!left || !right) return {merges_status::unknown_word, line};
    if (read.size() + 1 >= Words || !read.add_merge(left.id, right.id))
      return {merges_status::too_many, line};
  }
  if (read.size() + 1 != Words || !read.add("<|endoftext|>", -static_cast<float>(Words)))
    return {merges_status::too_few, 0};
  read.begin_of_text = read.end_of_text = id_type(Words - 1);
  words = read;
  return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
