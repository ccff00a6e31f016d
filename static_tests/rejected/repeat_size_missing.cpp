// SPDX-License-Identifier: BSL-1.0
// rejected: how often?
// expect-error: attn::repeat<pattern>\(x\): a new axis needs its size: axis<"head", 8>\(\)
// expect-note: pattern<attn::label<\d+>\{"\.\.\. -> "\}, attn::rules::here<7>, attn::label<\d+>\{"group \.\.\."\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"... -> group ...">(x);
#else
constexpr auto y = repeat<"... -> group ...">(x, axis<"group", 4>());
#endif
