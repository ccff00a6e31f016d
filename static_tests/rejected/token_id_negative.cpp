// SPDX-License-Identifier: BSL-1.0
// rejected: a negative id.
// expect-error[gcc]: token_id_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: token_id_out_of_range
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr token_id<23> id(-1);
#else
constexpr token_id<23> id(1);
#endif
