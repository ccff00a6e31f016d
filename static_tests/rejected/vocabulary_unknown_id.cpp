// SPDX-License-Identifier: BSL-1.0
// rejected: row 0 of a numbering that begins with 1.
// expect-error[gcc]: id_is_not_in_vocabulary
// expect-error[clang]: must be initialized by a constant expression
// expect-note: id_is_not_in_vocabulary
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};

#ifdef ATTN_REJECT
constexpr auto first = words.word(0);
#else
constexpr auto first = words.word(1);
#endif
