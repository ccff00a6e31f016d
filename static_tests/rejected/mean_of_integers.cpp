// SPDX-License-Identifier: BSL-1.0
// rejected: the mean of 2, 4 and 4 is no whole number.
// expect-error: attn::mean<axis>\(x\): the elements must have fractions; convert: as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<int, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto y = mean<"key">(scores);
#else
constexpr auto y = mean<"key">(as<double>(scores));
#endif
