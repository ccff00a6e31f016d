// SPDX-License-Identifier: BSL-1.0
// rejected: the gradient of a function that returns many numbers.
// expect-error: attn::gradient\(f, x\): f must return one number
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto slope = gradient([](const auto& y) { return softmax(y); }, x);
#else
constexpr auto slope = gradient([](const auto& y) { return sum<0>(sum<0>(softmax(y))); }, x);
#endif
