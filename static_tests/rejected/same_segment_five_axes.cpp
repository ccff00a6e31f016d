// SPDX-License-Identifier: BSL-1.0
// rejected: a mask of (…, token, key_token) has one axis more than the ids.
// expect-error: attn::same_segment\(ids\): a mask has at most 4 axes, and the ids have 4
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<int, batch, part, head, token> ids;

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(ids);
#else
constexpr auto mask = same_segment(select<"part">(ids, 0));
#endif
