// SPDX-License-Identifier: BSL-1.0
// rejected: one part is another name and no split.
// expect-error: attn::split<axis, parts…>\(x\): two parts or more; for another name: rename
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"model", axis<"width", 12>>(x);
#else
constexpr auto y = rename<"model", "width">(x);
#endif
