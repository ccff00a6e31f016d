// SPDX-License-Identifier: BSL-1.0
// rejected: a fifth axis to broadcast along.
// expect-error: attn::expand<Axis, position>\(x\): a tensor has at most 4 axes, and x has 4
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<int, batch, part, head, token> ids;

#ifdef ATTN_REJECT
constexpr auto wide = expand<axis<"key", 5>>(ids);
#else
constexpr auto wide = expand<axis<"key", 5>>(select<"part">(ids, 0));
#endif
