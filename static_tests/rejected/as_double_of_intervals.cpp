// SPDX-License-Identifier: BSL-1.0
// rejected: as<double> of intervals: which number should it be?
// expect-error: attn: an interval does not convert
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr X x = as<double>(between<X>(-1, 1));
#else
constexpr X x = lower_of(between<X>(-1, 1));
#endif
