// SPDX-License-Identifier: BSL-1.0
// rejected: a tensor has four axes at most.
// expect-error: attn::rearrange<pattern>\(x\): a tensor has at most 4 axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t (two d) -> b h t two d">(x, axis<"two", 2>());
#else
constexpr auto y = rearrange<"b h t (two d) -> b (h t) two d">(x, axis<"two", 2>());
#endif
