// SPDX-License-Identifier: BSL-1.0
// rejected: 0.1f == 0.1 is false, to every newcomer's surprise.
// expect-error: attn: A == B: both must have the same element type; convert one with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr bool same = x == y;
#else
constexpr bool same = x == as<double>(y);
#endif
