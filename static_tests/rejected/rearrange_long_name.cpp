// SPDX-License-Identifier: BSL-1.0
// rejected: a name of 24 characters.
// expect-error: attn::rearrange<pattern>\(x\): a name begins with a letter or _ and has 23 characters at most
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y =
    rearrange<"b h t number_of_columns_of_head -> b t h number_of_columns_of_head">(x);
#else
constexpr auto y = rearrange<"b h t columns_of_the_head -> b t h columns_of_the_head">(unnamed(x));
#endif
