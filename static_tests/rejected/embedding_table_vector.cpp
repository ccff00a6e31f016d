// SPDX-License-Identifier: BSL-1.0
// rejected: a table with one axis.
// expect-error: attn::embedding\(ids, table\): the table must have two axes, words and width
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
constexpr tensor<token_id<5>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto x = embedding(ids, tensor<float, axis<"word", 5>>{});
#else
constexpr auto x = embedding(ids, tensor<float, axis<"word", 5>, width>{});
#endif
