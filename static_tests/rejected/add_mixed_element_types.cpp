// SPDX-License-Identifier: BSL-1.0
// rejected: float and double, where C would silently compute in double and store in either.
// expect-error: attn: A \+ B: both must have the same element type; convert one with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto sum = x + y;
#else
constexpr auto sum = x + as<double>(y);
#endif
