// SPDX-License-Identifier: BSL-1.0
// rejected: one axis of x, cut into as many as one likes.
// expect-error: attn::rearrange<pattern>\(x\): on the left, no ellipsis may stand between \( and \)
// expect-note: pattern<attn::label<\d+>\{"b t \("\}, attn::rules::here<5>, attn::label<\d+>\{"\.\.\. d\) -> b t d \.\.\."\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t (... d) -> b t d ...">(x);
#else
constexpr auto y = rearrange<"b t d -> b (t d)">(x);
#endif
