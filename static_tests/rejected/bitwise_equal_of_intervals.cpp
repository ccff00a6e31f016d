// SPDX-License-Identifier: BSL-1.0
// rejected: bitwise_equal of intervals, as of numbers.
// expect-error: attn::bitwise_equal\(A, B\): the elements must be of an arithmetic type
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = bitwise_equal(x, x);
#else
constexpr bool same = identical(x, x);
#endif
