// SPDX-License-Identifier: BSL-1.0
// rejected: bounds that are integers.
// expect-error: attn::between\(low, high\): the elements must be float or double
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto box = between(as<int>(x), as<int>(x));
#else
constexpr auto box = between(as<float>(x), as<float>(x));
#endif
