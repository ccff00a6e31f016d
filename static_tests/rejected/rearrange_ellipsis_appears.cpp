// SPDX-License-Identifier: BSL-1.0
// rejected: an ellipsis that is on the right only.
// expect-error: attn::rearrange<pattern>\(x\): this ellipsis is not on the left and stands for nothing
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> ... b t (h d)">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif
