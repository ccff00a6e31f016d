// SPDX-License-Identifier: BSL-1.0
// rejected: one of several ids is not below the bound.
// expect-error[gcc]: token_id_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: token_id_out_of_range
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr tensor<token_id<23>, dim<3>> ids{1, 23, 2};
#else
constexpr tensor<token_id<23>, dim<3>> ids{1, 22, 2};
#endif
