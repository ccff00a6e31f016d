// SPDX-License-Identifier: BSL-1.0
// rejected: ids from 0 to 4, and an axis of four words.
// expect-error: attn::one_hot<Axis, T>\(ids\): there are more ids than the axis has indices
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<token_id<5>, axis<"token", 3>> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto y = one_hot<axis<"word", 4>, float>(ids);
#else
constexpr auto y = one_hot<axis<"word", 5>, float>(ids);
#endif
