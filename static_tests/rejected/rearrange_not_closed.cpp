// SPDX-License-Identifier: BSL-1.0
// rejected: a parenthesis that is never closed.
// expect-error: attn::rearrange<pattern>\(x\): this \( is never closed
// expect-note: pattern<attn::label<\d+>\{"b t "\}, attn::rules::here<4>, attn::label<\d+>\{"\(h d -> b h t d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t (h d -> b h t d">(x, axis<"h", 2>());
#else
constexpr auto y = rearrange<"b t (h d) -> b h t d">(x, axis<"h", 2>());
#endif
