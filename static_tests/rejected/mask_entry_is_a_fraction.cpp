// SPDX-License-Identifier: BSL-1.0
// rejected: a share of attention as an entry of a mask. Somewhere it would be rounded to true: PyTorch adds
// a mask of floats to the scores, and takes one of bool for a choice (pytorch#110213).
// expect-error[gcc]: no match for 'operator='
// expect-error[clang]: no viable overloaded '='
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
inline void choose(keeps& entry) { entry = 0.5; }
#else
inline void choose(keeps& entry) { entry = 1; }
#endif
