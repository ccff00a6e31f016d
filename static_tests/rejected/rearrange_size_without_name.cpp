// SPDX-License-Identifier: BSL-1.0
// rejected: a number, where einops has `head=2`.
// expect-error: attn::rearrange<pattern>\(x, size\): a size is an axis of the pattern: axis<"head", 8>\(\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"batch token (head d_k) -> batch head token d_k">(x, 2);
#else
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 2>());
#endif
