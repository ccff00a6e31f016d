// SPDX-License-Identifier: BSL-1.0
// rejected: queries and keys on one axis.
// expect-error: attn::relative_bias<query, key>\(table\): two of the axes have one name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<float, axis<"distance", 5>> table{};

#ifdef ATTN_REJECT
constexpr auto bias = relative_bias<token, token>(table);
#else
constexpr auto bias = relative_bias<token, axis<"key_token", 3>>(table);
#endif
