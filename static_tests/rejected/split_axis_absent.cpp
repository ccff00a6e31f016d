// SPDX-License-Identifier: BSL-1.0
// rejected: the axis to split is not there.
// expect-error: attn::split<axis, parts…>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"d_model", head, dim<4>>(x);
#else
constexpr auto y = split<"model", head, dim<4>>(x);
#endif
