// SPDX-License-Identifier: BSL-1.0
// rejected: the width of the table is named as the axis of the ids.
// expect-error: attn::embedding\(ids, table\): the ids have an axis named as the width
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
constexpr tensor<token_id<5>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto x = embedding(ids, tensor<float, axis<"word", 5>, token>{});
#else
constexpr auto x = embedding(ids, tensor<float, axis<"word", 5>, width>{});
#endif
