// SPDX-License-Identifier: BSL-1.0
// rejected: the same bits in another order of axes are another matrix.
// expect-error: attn::bitwise_equal\(A, B\): both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr bool same = bitwise_equal(x, tensor<double, key>{1, 2, 3});
#else
constexpr bool same = bitwise_equal(x, tensor<double, token>{1, 2, 3});
#endif
