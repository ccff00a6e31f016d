// SPDX-License-Identifier: BSL-1.0
// rejected: an axis of a tensor of four is split in two.
// expect-error: attn::split<axis, parts…>\(x\): a tensor has at most 4 axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<int, batch, part, head, token> ids;

#ifdef ATTN_REJECT
constexpr auto parts = split<"token", axis<"a", 3>, axis<"b", 1>>(ids);
#else
constexpr auto parts = split<"token", axis<"a", 3>, axis<"b", 1>>(select<"part">(ids, 0));
#endif
