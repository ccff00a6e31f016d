// SPDX-License-Identifier: BSL-1.0
// rejected: what is to be ignored, taken for what is to be kept (pytorch#170415, #170404, #120668, LLMs-
// from-scratch#1061). A conversion has a name; that there is none without is the compiler's
// sentence.
// expect-error[gcc]: no match for .operator=
// expect-error[clang]: no viable overloaded '='
// errors: 1
#include <attn.hpp>

using namespace attn;

using keys = dim<3>;
constexpr ignore_mask<keys> padding{0, 0, 1};

#ifdef ATTN_REJECT
inline void choose(keep_mask<keys>& valid) { valid = padding; }
#else
inline void choose(keep_mask<keys>& valid) { valid = as_keep(padding); }
#endif
