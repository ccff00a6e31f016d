// SPDX-License-Identifier: BSL-1.0
// rejected: the gradient by integers.
// expect-error: attn::gradient\(f, x\): the elements must have fractions
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, dim<3>> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto slope = gradient([](const auto& y) { return sum<0>(y); }, x);
#else
constexpr auto slope = gradient([](const auto& y) { return sum<0>(y); }, as<double>(x));
#endif
