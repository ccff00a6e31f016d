// SPDX-License-Identifier: BSL-1.0
// rejected: the cost of a product that does not exist.
// expect-error: attn::matmul\(A, B\): the last axis of A and the one before B's last must have the same size
// errors: 1
#include <attn.hpp>

using namespace attn;

using A = tensor<double, axis<"token", 3>, axis<"feature", 2>>;
using B = tensor<double, axis<"feature", 2>, axis<"content", 4>>;

#ifdef ATTN_REJECT
constexpr auto cost = operations::matmul<B, A>();
#else
constexpr auto cost = operations::matmul<A, B>();
#endif
