// SPDX-License-Identifier: BSL-1.0
// rejected: three axes in the pattern, four in x.
// expect-error: attn::rearrange<pattern>\(x\): the left side must have as many axes as x
// expect-note: pattern<attn::label<\d+>\{"h t d "\}, attn::rules::here<6>, attn::label<\d+>\{"-> t \(h d\)"\}>, attn::rules::rank<4>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"h t d -> t (h d)">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif
