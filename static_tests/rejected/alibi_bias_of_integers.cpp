// SPDX-License-Identifier: BSL-1.0
// rejected: biases as whole numbers.
// expect-error: attn::alibi_bias<T, head, query, key>\(\): T must have fractions
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = axis<"head", 8>;
using query = axis<"query", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr auto bias = alibi_bias<int, head, query, key>();
#else
constexpr auto bias = alibi_bias<float, head, query, key>();
#endif
