// SPDX-License-Identifier: BSL-1.0
// rejected: is a row of queries equal to a row of keys? The question is the mistake.
// expect-error: attn: A == B: both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr bool same = tensor<double, token>{1, 2, 3} == tensor<double, key>{1, 2, 3};
#else
constexpr bool same = tensor<double, token>{1, 2, 3} == tensor<double, token>{1, 2, 3};
#endif
