// SPDX-License-Identifier: BSL-1.0
// rejected: the rows of a table are a fifth axis.
// expect-error: attn::embedding\(ids, table\): a tensor has at most 4 axes, and the ids have 4
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<token_id<7>, batch, part, head, token> ids;
constexpr tensor<float, axis<"word", 7>, axis<"width", 5>> table;

#ifdef ATTN_REJECT
constexpr auto rows = embedding(ids, table);
#else
constexpr auto rows = embedding(select<"part">(ids, 0), table);
#endif
