// SPDX-License-Identifier: BSL-1.0
// rejected: an upstream gradient that has other axes than the result.
// expect-error: attn::vjp\(f, x, u\): u must have the axes of f\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto back = vjp([](const auto& y) { return sum<1>(y); }, x, tensor<double, dim<3>>{});
#else
constexpr auto back = vjp([](const auto& y) { return sum<1>(y); }, x, tensor<double, dim<2>>{});
#endif
