// SPDX-License-Identifier: BSL-1.0
// rejected: an axis of size 2 where the pattern has 1.
// expect-error: attn::rearrange<pattern>\(x\): this axis of x has another size
// expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"1 t d -> t d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"1 t d -> t d">(x);
#else
constexpr auto y = rearrange<"b t d -> t (b d)">(x);
#endif
