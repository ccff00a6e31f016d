// SPDX-License-Identifier: BSL-1.0
// rejected: the heads and the tokens in the wrong order: the sizes would even fit.
// expect-error: attn::rearrange<pattern>\(x\): this axis of x has another name
// expect-note: "head"
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"batch token head d_k -> batch head token d_k">(x);
#else
constexpr auto y = rearrange<"batch head token d_k -> batch token head d_k">(x);
#endif
