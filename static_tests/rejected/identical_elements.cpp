// SPDX-License-Identifier: BSL-1.0
// rejected: intervals of float and of double, compared as objects.
// expect-error: attn::identical\(A, B\): both must have the same element type
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);
constexpr auto y = between<tensor<float, token>>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = identical(x, y);
#else
constexpr bool same = identical(y, y);
#endif
