// SPDX-License-Identifier: BSL-1.0
// rejected: two ellipses: which axes are whose?
// expect-error: attn::rearrange<pattern>\(x\): a side has one ellipsis at most
// expect-note: pattern<attn::label<\d+>\{"\.\.\. t "\}, attn::rules::here<6>, attn::label<\d+>\{"\.\.\. -> t \.\.\."\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"... t ... -> t ...">(x);
#else
constexpr auto y = rearrange<"... t d -> t ... d">(x);
#endif
