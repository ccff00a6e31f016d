// SPDX-License-Identifier: BSL-1.0
// rejected: double and float.
// expect-error: attn::concat<axis>\(A, B…\): all must have the same element type; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"token">(x, as<float>(x));
#else
constexpr auto y = concat<"token">(x, as<double>(as<float>(x)));
#endif
