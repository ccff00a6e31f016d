// SPDX-License-Identifier: BSL-1.0
// rejected: views of a temporary, which would be gone before the first is used.
// expect-error: attn::along<axis>\(x\): x is a temporary, which would not last; give it a name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto views = along<"token">(transpose(x));
#else
constexpr auto turned = transpose(x);
constexpr auto views = along<"token">(turned);
#endif
