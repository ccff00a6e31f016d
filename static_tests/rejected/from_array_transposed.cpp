// SPDX-License-Identifier: BSL-1.0
// rejected: an array that is as large as the tensor, and lies the other way.
// expect-error: attn::from_array<axes…>\(a\): a must have the sizes of the axes, or be flat
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr double a[3][2] = {{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto x = from_array<token, feature>(a);
#else
constexpr auto x = from_array<feature, token>(a);
#endif
