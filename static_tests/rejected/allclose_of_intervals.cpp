// SPDX-License-Identifier: BSL-1.0
// rejected: allclose of intervals, as of numbers.
// expect-error: attn::allclose\(A, B\): the elements must be float or double
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = allclose(x, x);
#else
constexpr bool same = allclose(lower_of(x), lower_of(x));
#endif
