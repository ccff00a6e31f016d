// SPDX-License-Identifier: BSL-1.0
// rejected: 2x3 by 4x3 without any names: sizes are always checked.
// expect-error: attn::matmul\(A, B\): the last axis of A
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<double, 2, 3> A{{1, 0, 2}, {2, 2, 2}};
constexpr matrix<double, 4, 3> B{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}, {1, 1, 1}};

#ifdef ATTN_REJECT
constexpr auto product = matmul(A, B);
#else
constexpr auto product = matmul(A, transpose(B));
#endif
