// SPDX-License-Identifier: BSL-1.0
// rejected: the same number has other bits in float and in double.
// expect-error: attn::bitwise_equal\(A, B\): both must have the same element type
// expect-error: convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr bool same = bitwise_equal(x, y);
#else
constexpr bool same = bitwise_equal(x, as<double>(y));
#endif
