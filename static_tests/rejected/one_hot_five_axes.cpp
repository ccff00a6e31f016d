// SPDX-License-Identifier: BSL-1.0
// rejected: a row of four axes' ids takes a fifth.
// expect-error: attn::one_hot<Axis, T>\(ids\): a tensor has at most 4 axes, and ids has 4
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<int, batch, part, head, token> ids;

#ifdef ATTN_REJECT
constexpr auto rows = one_hot<axis<"word", 7>, double>(ids);
#else
constexpr auto rows = one_hot<axis<"word", 7>, double>(select<"part">(ids, 0));
#endif
