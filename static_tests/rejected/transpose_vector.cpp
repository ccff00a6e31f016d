// SPDX-License-Identifier: BSL-1.0
// rejected: NumPy's transpose of a vector is the vector itself: is it a row or a column?
// expect-error: attn::transpose\(x\): x must have at least two axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr auto row = transpose(tensor<double, token>{1, 2, 3});
#else
constexpr auto row = transpose(tensor<double, dim<1>, token>{{1, 2, 3}});
#endif
