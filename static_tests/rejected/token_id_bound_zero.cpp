// SPDX-License-Identifier: BSL-1.0
// rejected: ids of which there are none.
// expect-error: attn::token_id<Bound>: the bound must be from 1 to 2147483647
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr bool any = token_id<0>::has(0);
#else
constexpr bool any = token_id<1>::has(0);
#endif
