// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/text reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: as_token_ids_of_fractions
// rejected: ids with fractions.
// expect-error: attn::as_token_ids<bound>\(ids\): the ids must be integers
// errors: 1
#ifdef ATTN_REJECT
constexpr auto ids = as_token_ids<9>(tensor<float, dim<2>>{1, 2});
#else
constexpr auto ids = as_token_ids<9>(tensor<int, dim<2>>{1, 2});
#endif

// case: as_token_ids_out_of_range
// rejected: an id among the integers that is not below the bound.
// expect-error[gcc]: token_id_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: token_id_out_of_range
// errors: 1
constexpr tensor<int, axis<"token", 3>> numbers{1, 14, 6};

#ifdef ATTN_REJECT
constexpr auto ids = as_token_ids<14>(numbers);
#else
constexpr auto ids = as_token_ids<15>(numbers);
#endif

// case: token_id_bound_zero
// rejected: ids of which there are none.
// expect-error: attn::token_id<Bound>: the bound must be from 1 to 2147483647
// errors: 1
#ifdef ATTN_REJECT
constexpr bool any = token_id<0>::has(0);
#else
constexpr bool any = token_id<1>::has(0);
#endif

// case: token_id_in_braces
// rejected: one of several ids is not below the bound.
// expect-error[gcc]: token_id_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: token_id_out_of_range
// errors: 1
#ifdef ATTN_REJECT
constexpr tensor<token_id<23>, dim<3>> ids{1, 23, 2};
#else
constexpr tensor<token_id<23>, dim<3>> ids{1, 22, 2};
#endif

// case: token_id_negative
// rejected: a negative id.
// expect-error[gcc]: token_id_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: token_id_out_of_range
// errors: 1
#ifdef ATTN_REJECT
constexpr token_id<23> id(-1);
#else
constexpr token_id<23> id(1);
#endif

// case: token_id_out_of_range
// rejected: id 23 of 23 ids: the last one is 22
// (ng-video-lecture#20, E5-V#7).
// expect-error[gcc]: token_id_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: token_id_out_of_range
// errors: 1
#ifdef ATTN_REJECT
constexpr token_id<23> id(23);
#else
constexpr token_id<23> id(22);
#endif

// case: tokenize_unknown_word
// rejected: a full stop is part of the word before it, and the dictionary has no such word.
// expect-error[gcc]: word_is_not_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: word_is_not_in_vocabulary
// errors: 1
using token = axis<"token", 3>;
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};

#ifdef ATTN_REJECT
constexpr auto ids = tokenize<token>(words, "I Like AI.");
#else
constexpr auto ids = tokenize<token>(words, "I Like AI");
#endif

// case: tokenize_word_count
// rejected: a sentence of two words along an axis of three.
// expect-error[gcc]: sentence_has_another_number_of_words_than_the_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: sentence_has_another_number_of_words_than_the_axis
// errors: 1
using token = axis<"token", 3>;
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};

#ifdef ATTN_REJECT
constexpr auto ids = tokenize<token>(words, "I Like");
#else
constexpr auto ids = tokenize<token>(words, "I Like AI");
#endif

// case: vocabulary_empty_word
// rejected: a comma too many, or a word forgotten: no sentence has an empty word that is meant.
// expect-error[gcc]: empty_word_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: empty_word_in_vocabulary
// errors: 2
// errors[gcc>=14]: 1
// lines[clang]: 8 two errors of four lines each
#ifdef ATTN_REJECT
constexpr vocabulary_of words{ids_from<1>, {"I", "", "AI"}};
#else
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};
#endif

// case: vocabulary_unknown_id
// rejected: row 0 of a numbering that begins with 1.
// expect-error[gcc]: id_is_not_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: id_is_not_in_vocabulary
// errors: 1
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};

#ifdef ATTN_REJECT
constexpr auto first = words.word(0);
#else
constexpr auto first = words.word(1);
#endif

// case: vocabulary_unknown_word
// rejected: a word that is not in the dictionary: KeyError in Python (E3).
// expect-error[gcc]: word_is_not_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: word_is_not_in_vocabulary
// errors: 1
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};

#ifdef ATTN_REJECT
constexpr auto id = words.id("like");
#else
constexpr auto id = words.id("Like");
#endif

// case: vocabulary_word_twice
// rejected: a dictionary in which two numbers have the same word.
// expect-error[gcc]: word_occurs_twice_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: word_occurs_twice_in_vocabulary
// errors: 2
// errors[gcc>=14]: 1
// lines[clang]: 8 two errors of four lines each
#ifdef ATTN_REJECT
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "I"}};
#else
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};
#endif

// case: for_all_inputs_fails
// rejected: a property that does not hold for all texts, and the first one for which it does not.
// expect-error: attn::check: (not as expected|false for \(0, 2\); 1 of 9 inputs)
// expect-note: (token 1: 2|false for \(0, 2\))
// expect-note: false for (1 of 9|\(0, 2\))
// errors: 1
// allow: detail::
// axes: not-shown the ids are
using word = axis<"word", 3>;
using token = axis<"token", 2>;
constexpr auto not_zero_two = [](const tensor<token_id<3>, token>& ids) {
  return !(ids(0) == 0 && ids(1) == 2);
};
#ifdef ATTN_REJECT
static_assert(check<proved_for_all_inputs<word, token, not_zero_two>>);
#else
static_assert(!proved_for_all_inputs<word, token, not_zero_two>);
#endif

// case: for_all_inputs_fails_after_reading
// rejected: a property that reads word by word, and fails for one text in thousands.
// expect-error: attn::check: (not as expected|false for \(7, 4, 4, 1\); 2 of 4096 inputs)
// expect-note: (token 3: 1|false for \(7, 4, 4, 1\))
// expect-note: false for (2 of 4096|\(7, 4, 4, 1\))
// errors: 1
// allow: detail::
// axes: not-shown the ids are
using word = axis<"word", 8>;
using token = axis<"token", 4>;
struct known {
  int digits = 0;
};
struct is_not_one_of_two {
  constexpr known start() const { return {}; }
  constexpr known step(known k, token_id<8> id) const {
    return {10 * k.digits + static_cast<int>(id)};
  }
  constexpr bool operator()(known k) const { return k.digits != 7441 && k.digits != 7510; }
};
#ifdef ATTN_REJECT
static_assert(check<proved_for_all_inputs<word, token, is_not_one_of_two{}>>);
#else
static_assert(proved_for_all_inputs<word, token, is_not_one_of_two{}>.first == 07441);
#endif

// case: for_all_inputs_too_many
// rejected: all texts of the length of GPT-2.
// expect-error: attn::for_all_inputs<word, token>\(p\): more than 2\^32 inputs, too many to try them all
// errors: 1
// axes: not-shown the sizes are
template <std::size_t Words, std::size_t Tokens>
constexpr bool all = static_cast<bool>(
    for_all_inputs<axis<"word", Words>, axis<"token", Tokens>>([](const auto&) { return true; }));
#ifdef ATTN_REJECT
constexpr bool proved = all<50257, 1024>;
#else
constexpr bool proved = all<7, 3>;
#endif

// case: for_all_inputs_without_an_answer
// rejected: a function that returns a tensor, not whether it is right.
// expect-error: attn::for_all_inputs<word, token>\(p\): p\(ids\) must be true or false
// errors: 1
// axes: not-shown g++ 12 names p in the first line
using word = axis<"word", 3>;
using token = axis<"token", 2>;
#ifdef ATTN_REJECT
constexpr auto found = for_all_inputs<word, token>([](const auto& ids) { return ids; });
#else
constexpr auto found = for_all_inputs<word, token>([](const auto& ids) { return ids == ids; });
#endif
