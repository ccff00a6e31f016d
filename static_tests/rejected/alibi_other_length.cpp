// SPDX-License-Identifier: BSL-1.0
// rejected: one query and five keys: does it stand at the first, or at the last?
// Thread: https://github.com/Dao-AILab/flash-attention/issues/517
// expect-error: attn::alibi_bias<…>\(\): as many queries as keys; else say at which key query 0 stands: \(first\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = axis<"head", 4>;
using query = axis<"query", 1>;
using key = axis<"key", 5>;

#ifdef ATTN_REJECT
constexpr auto bias = alibi_bias<float, head, query, key>();
#else
constexpr auto bias = alibi_bias<float, head, query, key>(4);
#endif
