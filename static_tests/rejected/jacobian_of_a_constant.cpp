// SPDX-License-Identifier: BSL-1.0
// rejected: a function that forgets the derivatives of its argument.
// expect-error: attn::jacobian\(f, x\): f must return a tensor with the elements of its argument
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto slopes = jacobian([](const auto& y) { return softmax(value_of(y)); }, x);
#else
constexpr auto slopes = jacobian([](const auto& y) { return softmax(y); }, x);
#endif
