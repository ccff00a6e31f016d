// SPDX-License-Identifier: BSL-1.0
// rejected: a full stop is part of the word before it, and the dictionary has no such word.
// expect-error[gcc]: word_is_not_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: word_is_not_in_vocabulary
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};

#ifdef ATTN_REJECT
constexpr auto ids = tokenize<token>(words, "I Like AI.");
#else
constexpr auto ids = tokenize<token>(words, "I Like AI");
#endif
