// SPDX-License-Identifier: BSL-1.0
// rejected: an axis without a name, of size 2: einops has none of these either.
// expect-error: attn::rearrange<pattern>\(x\): the only number is 1; other axes have names
// expect-note: pattern<attn::label<\d+>\{"b t \("\}, attn::rules::here<5>, attn::label<\d+>\{"2 d\) -> b 2 t d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t (2 d) -> b 2 t d">(x);
#else
constexpr auto y = rearrange<"b t (two d) -> b two t d">(x, axis<"two", 2>());
#endif
