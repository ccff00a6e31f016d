// SPDX-License-Identifier: BSL-1.0
// rejected: integers are looked up that may be anything.
// expect-error: attn::embedding\(ids, table\): the ids must be token ids; as_token_ids<rows>\(ids\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
constexpr tensor<int, token> ids{1, 2, 0};
constexpr tensor<float, axis<"word", 5>, width> table{};

#ifdef ATTN_REJECT
constexpr auto x = embedding(ids, table);
#else
constexpr auto x = embedding(as_token_ids<5>(ids), table);
#endif
