// SPDX-License-Identifier: BSL-1.0
// rejected: a double by a whole number, which C++ would convert on the way.
// expect-error: attn::divide\(A, B\): both must have the same element type; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<int, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto quotient = divide(x, y);
#else
constexpr auto quotient = divide(x, as<double>(y));
#endif
