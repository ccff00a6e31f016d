// SPDX-License-Identifier: BSL-1.0
// rejected: a size is given for an axis of x, and is not that of x.
// expect-error: attn::rearrange<pattern>\(x\): this axis of x has another size
// expect-note: pattern<attn::label<\d+>\{"b "\}, attn::rules::here<2>, attn::label<\d+>\{"t d -> b d t"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t d -> b d t">(x, axis<"t", 4>());
#else
constexpr auto y = rearrange<"b t d -> b d t">(x, axis<"t", 3>());
#endif
