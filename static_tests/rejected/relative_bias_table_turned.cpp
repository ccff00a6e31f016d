// SPDX-License-Identifier: BSL-1.0
// rejected: heads stand behind the distances, as in Swin's table.
// expect-error: attn::relative_bias<query, key>\(table\): the table must have an entry for every distance
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 4>;
constexpr tensor<float, axis<"distance", 6>, axis<"head", 2>> table{};

#ifdef ATTN_REJECT
constexpr auto bias = relative_bias<query, key>(table);
#else
constexpr auto bias = relative_bias<query, key>(transpose(table));
#endif
