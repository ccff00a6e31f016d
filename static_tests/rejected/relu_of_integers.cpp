// SPDX-License-Identifier: BSL-1.0
// rejected: relu of whole numbers.
// expect-error: attn::relu\(x\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = relu(x);
#else
constexpr auto y = relu(as<double>(x));
#endif
