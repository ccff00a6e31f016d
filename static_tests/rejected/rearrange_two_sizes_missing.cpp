// SPDX-License-Identifier: BSL-1.0
// rejected: 8 = head x d_k: how many heads?
// expect-error: attn::rearrange<pattern>\(x\): also needs this size: axis<"head", 8>\(\)
// expect-note: d_model
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"batch token (head d_k) -> batch head token d_k">(x);
#else
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 2>());
#endif
