// SPDX-License-Identifier: BSL-1.0
// rejected: a new axis at position 2 of a vector, which has room at 0 and 1.
// expect-error: attn::expand<Axis, position>\(x\): no such position
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr auto y = expand<key, 2>(tensor<double, token>{1, 2, 3});
#else
constexpr auto y = expand<key, 1>(tensor<double, token>{1, 2, 3});
#endif
