// SPDX-License-Identifier: BSL-1.0
// rejected: a dictionary in which two numbers have the same word.
// expect-error[gcc]: word_occurs_twice_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: word_occurs_twice_in_vocabulary
// errors: 2
// errors[gcc>=14]: 1
// lines[clang]: 8 two errors of four lines each
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "I"}};
#else
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};
#endif
