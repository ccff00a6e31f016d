// SPDX-License-Identifier: BSL-1.0
// rejected: gelu_exact of whole numbers.
// expect-error: attn::gelu_exact\(x\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = gelu_exact(x);
#else
constexpr auto y = gelu_exact(as<double>(x));
#endif
