// SPDX-License-Identifier: BSL-1.0
// rejected: a packed weight of other inputs than the matrix has columns.
// expect-error: attn::matmul\(A, B\): the last axis of A and the one before B's last must have the same size
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<float, 1, 3> x{{1, 2, 3}};
constexpr auto wide = packed(matrix<float, 2, 2>{{1, 2}, {3, 4}});
constexpr auto fitting = packed(matrix<float, 3, 1>{{1}, {2}, {3}});

#ifdef ATTN_REJECT
constexpr auto y = matmul(x, wide);
#else
constexpr auto y = matmul(x, fitting);
#endif
