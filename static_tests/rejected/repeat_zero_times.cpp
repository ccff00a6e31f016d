// SPDX-License-Identifier: BSL-1.0
// rejected: no times at all.
// expect-error: attn::repeat<pattern>\(x\): on the left the only number is 1; 0 is none
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"b t d -> b (t 0) d">(x);
#else
constexpr auto y = repeat<"b t d -> b (t 1) d">(x);
#endif
