// SPDX-License-Identifier: BSL-1.0
// rejected: reduce adds no axes.
// expect-error: attn::reduce<pattern, how>\(x\): this axis is not on the left
// expect-note: pattern<attn::label<\d+>\{"b t d -> b t "\}, attn::rules::here<13>, attn::label<\d+>\{"new"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = reduce<"b t d -> b t new", "sum">(x);
#else
constexpr auto y = reduce<"b t d -> b t", "sum">(x);
#endif
