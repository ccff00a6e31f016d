// SPDX-License-Identifier: BSL-1.0
// rejected: an axis that is on the right only.
// expect-error: attn::rearrange<pattern>\(x\): this axis is not on the left; to add it: repeat
// expect-note: pattern<attn::label<\d+>\{"b t d -> b "\}, attn::rules::here<11>, attn::label<\d+>\{"g t d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t d -> b g t d">(x);
#else
constexpr auto y = repeat<"b t d -> b g t d">(x, axis<"g", 2>());
#endif
