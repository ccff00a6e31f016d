// SPDX-License-Identifier: BSL-1.0
// rejected: the part is called as another axis already is.
// expect-error: attn::rearrange<pattern>\(x\): the result would have two axes of this name
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t (token d) -> b t token d">(x, axis<"token", 2>());
#else
constexpr auto y = rearrange<"b t (pair d) -> b t pair d">(x, axis<"pair", 2>());
#endif
