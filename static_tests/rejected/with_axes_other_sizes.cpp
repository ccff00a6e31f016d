// SPDX-License-Identifier: BSL-1.0
// rejected: new names for a matrix, but in the wrong order: that would be a transposition.
// expect-error: attn::with_axes<axes…>\(x\): as many axes as x has, of the same sizes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = with_axes<feature, token>(x);
#else
constexpr auto y = with_axes<axis<"key", 3>, feature>(x);
#endif
