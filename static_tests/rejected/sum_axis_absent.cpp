// SPDX-License-Identifier: BSL-1.0
// rejected: the sum over an axis that has been summed over before, or never was there.
// expect-error: attn::sum<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto y = sum<"feature">(scores);
#else
constexpr auto y = sum<"key">(scores);
#endif
