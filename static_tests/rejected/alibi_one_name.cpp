// SPDX-License-Identifier: BSL-1.0
// rejected: in self-attention queries and keys come from one axis, but scores cannot carry it twice.
// expect-error: attn::alibi_bias<T, head, query, key>\(first\): two of the axes have one name
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = axis<"head", 8>;
using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr auto bias = alibi_bias<float, head, token, token>(0);
#else
constexpr auto bias = alibi_bias<float, head, token, axis<"key_token", 3>>(0);
#endif
