// SPDX-License-Identifier: BSL-1.0
// rejected: ids with fractions.
// expect-error: attn::as_token_ids<bound>\(ids\): the ids must be integers
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr auto ids = as_token_ids<9>(tensor<float, dim<2>>{1, 2});
#else
constexpr auto ids = as_token_ids<9>(tensor<int, dim<2>>{1, 2});
#endif
