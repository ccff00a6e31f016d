// SPDX-License-Identifier: BSL-1.0
// rejected: one row of zeros for each id, and each longer than any memory.
// expect-error: attn::one_hot<Axis, T>\(ids\): the result would be too large for an object
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, axis<"token", 2>> ids{1, 2};

#ifdef ATTN_REJECT
constexpr auto rows = one_hot<axis<"word", 1ull << 62>, float>(ids);
#else
constexpr auto rows = one_hot<axis<"word", 62>, float>(ids);
#endif
