// SPDX-License-Identifier: BSL-1.0
// rejected: integer tokens times float weights; PyTorch says so at run time ("expected scalar
//   type Long but found Float"), C++ would convert every element on the way (E8).
// expect-error: attn::matmul\(A, B\): A and B must have one element type; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 2>;
constexpr tensor<int, token, feature> x{{1, 0}, {0, 1}};
constexpr tensor<float, feature, axis<"hidden", 2>> W{{0.5f, 1}, {1.5f, 2}};

#ifdef ATTN_REJECT
constexpr auto projected = matmul(x, W);
#else
constexpr auto projected = matmul(as<float>(x), W);
#endif
