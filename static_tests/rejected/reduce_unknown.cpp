// SPDX-License-Identifier: BSL-1.0
// rejected: a reduction that is none of the five.
// expect-error: attn::reduce<pattern, how>\(x\): how is sum, mean, max, min or prod
// expect-note: "average"
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = reduce<"b t d -> b d", "average">(x);
#else
constexpr auto y = reduce<"b t d -> b d", "mean">(x);
#endif
