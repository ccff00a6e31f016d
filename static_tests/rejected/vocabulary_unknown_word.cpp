// SPDX-License-Identifier: BSL-1.0
// rejected: a word that is not in the dictionary: KeyError in Python (E3).
// expect-error[gcc]: word_is_not_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: word_is_not_in_vocabulary
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};

#ifdef ATTN_REJECT
constexpr auto id = words.id("like");
#else
constexpr auto id = words.id("Like");
#endif
