// SPDX-License-Identifier: BSL-1.0
// rejected: the number of keys of a tensor that has none.
// expect-error: attn::tensor::extent<axis>\(\): the tensor has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto length = x.extent<"key">();
#else
constexpr auto length = x.extent<"token">();
#endif
