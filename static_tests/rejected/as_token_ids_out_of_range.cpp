// SPDX-License-Identifier: BSL-1.0
// rejected: an id among the integers that is not below the bound.
// expect-error[gcc]: token_id_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: token_id_out_of_range
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, axis<"token", 3>> numbers{1, 14, 6};

#ifdef ATTN_REJECT
constexpr auto ids = as_token_ids<14>(numbers);
#else
constexpr auto ids = as_token_ids<15>(numbers);
#endif
