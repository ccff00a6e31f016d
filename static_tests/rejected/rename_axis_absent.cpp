// SPDX-License-Identifier: BSL-1.0
// rejected: the axis to rename is not there: a typing error, or it has been renamed already.
// expect-error: attn::rename<from, to>\(x\): x has no axis `from`
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = rename<"key", "query">(x);
#else
constexpr auto y = rename<"token", "query">(x);
#endif
