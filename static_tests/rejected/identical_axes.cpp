// SPDX-License-Identifier: BSL-1.0
// rejected: tensors of other axes, compared as objects.
// expect-error: attn::identical\(A, B\): both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);
constexpr auto longer = between<tensor<double, axis<"token", 5>>>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = identical(x, longer);
#else
constexpr bool same = identical(x, x);
#endif
