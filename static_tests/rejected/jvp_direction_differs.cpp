// SPDX-License-Identifier: BSL-1.0
// rejected: a direction that has other axes than what moves along it.
// expect-error: attn::jvp\(f, x, v\): v is a direction in which x moves
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto change = jvp([](const auto& y) { return softmax(y); }, x, matrix<double, 3, 2>{});
#else
constexpr auto change = jvp([](const auto& y) { return softmax(y); }, x, matrix<double, 2, 3>{});
#endif
