// SPDX-License-Identifier: BSL-1.0
// rejected: numbers compared as analysis scalars are.
// expect-error: attn::identical\(A, B\): the elements must be analysis scalars
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr X x{1, 2, 3, 4};

#ifdef ATTN_REJECT
constexpr bool same = identical(x, x);
#else
constexpr bool same = identical(between(x, x), between(x, x));
#endif
