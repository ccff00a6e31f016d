// SPDX-License-Identifier: BSL-1.0
// rejected: a pointer, which does not know how many elements there are.
// expect-error: attn::from_array<axes…>\(a\): a must have its size in its type; for a pointer: from_data<axes…>\(p\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr double a[] = {1, 2, 3, 4, 5, 6};
constexpr const double* p = a;

#ifdef ATTN_REJECT
constexpr auto x = from_array<token, feature>(p);
#else
constexpr auto x = from_data<token, feature>(p);
#endif
