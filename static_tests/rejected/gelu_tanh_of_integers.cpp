// SPDX-License-Identifier: BSL-1.0
// rejected: gelu_tanh of whole numbers.
// expect-error: attn::gelu_tanh\(x\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = gelu_tanh(x);
#else
constexpr auto y = gelu_tanh(as<double>(x));
#endif
