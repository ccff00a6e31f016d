// SPDX-License-Identifier: BSL-1.0
// rejected: a flat array with an element too few.
// expect-error: attn::from_array<axes…>\(a\): a must have the sizes of the axes, or be flat
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr double a[] = {1, 2, 3, 4, 5};
constexpr double b[] = {1, 2, 3, 4, 5, 6};

#ifdef ATTN_REJECT
constexpr auto x = from_array<token, feature>(a);
#else
constexpr auto x = from_array<token, feature>(b);
#endif
