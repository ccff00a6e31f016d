// SPDX-License-Identifier: BSL-1.0
// rejected: heads and their widths with the tokens between them: the reshape that forgot its
//   transpose. It trains, and is wrong (FuxiCTR#30, transformer-from-scratch#6).
// expect-error: attn::merge<first, second, name>\(x\): `second` must stand right behind `first`: permute or transpose x first; a reshape is no transpose
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;
constexpr tensor<double, token, head, dim<4>> right;

#ifdef ATTN_REJECT
constexpr auto y = merge<"head", 2, "model">(x);
#else
constexpr auto y = merge<"head", 2, "model">(right);
#endif
