// SPDX-License-Identifier: BSL-1.0
// rejected: marks on integers.
// expect-error: attn::marked\(x\): the elements must have fractions
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto inputs = marked(as<int>(x));
#else
constexpr auto inputs = marked(x);
#endif
