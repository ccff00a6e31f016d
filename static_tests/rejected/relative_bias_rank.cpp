// SPDX-License-Identifier: BSL-1.0
// rejected: a table with three axes.
// expect-error: attn::relative_bias<query, key>\(table\): the table must have one axis, distances, or one of heads in front of it
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 4>;
using head = axis<"head", 2>;
using distance = axis<"distance", 6>;

#ifdef ATTN_REJECT
constexpr auto bias = relative_bias<query, key>(tensor<float, dim<2>, head, distance>{});
#else
constexpr auto bias = relative_bias<query, key>(tensor<float, head, distance>{});
#endif
