// SPDX-License-Identifier: BSL-1.0
// rejected: 12 columns are not 3 heads of 5.
// expect-error: attn::split<axis, parts…>\(x\): the parts' sizes must multiply to the axis' size
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"model", head, dim<5>>(x);
#else
constexpr auto y = split<"model", head, dim<4>>(x);
#endif
