// SPDX-License-Identifier: BSL-1.0
// rejected: a comma too many, or a word forgotten: no sentence has an empty word that is meant.
// expect-error[gcc]: empty_word_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: empty_word_in_vocabulary
// errors: 2
// errors[gcc>=14]: 1
// lines[clang]: 8 two errors of four lines each
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr vocabulary_of words{ids_from<1>, {"I", "", "AI"}};
#else
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};
#endif
