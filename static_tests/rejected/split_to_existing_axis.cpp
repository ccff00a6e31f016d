// SPDX-License-Identifier: BSL-1.0
// rejected: a part has the name of another axis of x.
// expect-error: attn::split<axis, parts…>\(x\): the result would have two axes of one name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"model", token, dim<6>>(x);
#else
constexpr auto y = split<"model", dim<2>, dim<6>>(x);
#endif
