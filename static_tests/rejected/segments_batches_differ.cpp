// SPDX-License-Identifier: BSL-1.0
// rejected: one text's queries, a batch of keys.
// expect-error: attn::same_segment\(queries, keys\): the leading axes of queries and keys must agree
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using memory = axis<"memory", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<int, token> ids{0, 0, 1, 1};
constexpr tensor<int, batch, memory> others{{0, 1, 1}, {1, 1, 0}};

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(ids, others);
#else
constexpr auto mask = same_segment(expand<batch, 0>(ids), others);
#endif
