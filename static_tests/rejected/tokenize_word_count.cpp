// SPDX-License-Identifier: BSL-1.0
// rejected: a sentence of two words along an axis of three.
// expect-error[gcc]: sentence_has_another_number_of_words_than_the_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: sentence_has_another_number_of_words_than_the_axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};

#ifdef ATTN_REJECT
constexpr auto ids = tokenize<token>(words, "I Like");
#else
constexpr auto ids = tokenize<token>(words, "I Like AI");
#endif
