// SPDX-License-Identifier: BSL-1.0
// rejected: four axes in the pattern, three in x.
// expect-error: attn::rearrange<pattern>\(x\): the left side must have as many axes as x
// expect-note: pattern<attn::label<\d+>\{"b h t "\}, attn::rules::here<6>, attn::label<\d+>\{"d -> b t \(h d\)"\}>, attn::rules::rank<3>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#else
constexpr auto y = rearrange<"b h t -> b t h">(x);
#endif
