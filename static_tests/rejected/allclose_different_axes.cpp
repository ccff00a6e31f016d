// SPDX-License-Identifier: BSL-1.0
// rejected: a result compared with the expectation for another one.
// expect-error: attn::allclose\(A, B\): both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr bool close = allclose(tensor<double, token>{1, 2, 3}, tensor<double, key>{1, 2, 3});
#else
constexpr bool close = allclose(tensor<double, token>{1, 2, 3}, tensor<double, token>{1, 2, 3});
#endif
