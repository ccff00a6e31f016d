// SPDX-License-Identifier: BSL-1.0
// rejected: log_softmax of integer scores.
// expect-error: attn::log_softmax\(x\): the elements must have fractions; convert: as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 2>;
constexpr tensor<int, token, key> scores{{2, 4}, {4, 16}, {4, 12}};

#ifdef ATTN_REJECT
constexpr auto y = log_softmax(scores);
#else
constexpr auto y = log_softmax(as<double>(scores));
#endif
