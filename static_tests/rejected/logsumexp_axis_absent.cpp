// SPDX-License-Identifier: BSL-1.0
// rejected: logsumexp along an axis that is gone already.
// expect-error: attn::logsumexp<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 2>;
constexpr tensor<double, token, key> scores{{2, 4}, {4, 16}, {4, 12}};

#ifdef ATTN_REJECT
constexpr auto y = logsumexp<"key">(logsumexp<"key">(scores));
#else
constexpr auto y = logsumexp<"token">(logsumexp<"key">(scores));
#endif
