// SPDX-License-Identifier: BSL-1.0
// rejected: windows of two, on the wrong side.
// expect-error: attn::reduce<pattern, how>\(x\): a number other than 1 is on the left only; 0 is none
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = reduce<"b t (d 2) -> b t 2", "max">(x);
#else
constexpr auto y = reduce<"b t (d 2) -> b t d", "max">(x);
#endif
