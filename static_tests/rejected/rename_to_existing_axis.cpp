// SPDX-License-Identifier: BSL-1.0
// rejected: both axes would be called `feature`.
// expect-error: attn::rename<from, to>\(x\): x has another axis named `to`
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = rename<"token", "feature">(x);
#else
constexpr auto y = rename<"token", "query">(x);
#endif
