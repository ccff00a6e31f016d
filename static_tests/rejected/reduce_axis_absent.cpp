// SPDX-License-Identifier: BSL-1.0
// rejected: a reduction over an axis that is not there.
// expect-error: attn::reduce<axis>\(x, f\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
constexpr auto plus = [](double a, double b) { return a + b; };

#ifdef ATTN_REJECT
constexpr auto y = reduce<"feature">(scores, plus);
#else
constexpr auto y = reduce<"key">(scores, plus);
#endif
