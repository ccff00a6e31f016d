// SPDX-License-Identifier: BSL-1.0
// rejected: two letters are names alike: h is not w.
// expect-error: attn::rearrange<pattern>\(x\): this axis of x has another name
// expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"w h -> h w"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"h", 2>, axis<"w", 3>> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"w h -> h w">(x);
#else
constexpr auto y = rearrange<"h w -> w h">(x);
#endif
