// SPDX-License-Identifier: BSL-1.0
// rejected: an element as a condition.
// expect-error: attn: an? [a-z]+ does not convert
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr int f(const auto& x) { return x(0) ? 1 : 2; }
constexpr int y = f(between<X>(-1, 1));
#else
constexpr int f(const auto& x) { return x(0) ? 1 : 2; }
constexpr int y = f(X{});
#endif
