// SPDX-License-Identifier: BSL-1.0
// rejected: a row for every token, of something that is one number per token already.
// expect-error: attn::expand<Axis, position>\(x\): x has an axis of that name already
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr auto y = expand<token>(tensor<double, token>{1, 2, 3});
#else
constexpr auto y = expand<key>(tensor<double, token>{1, 2, 3});
#endif
