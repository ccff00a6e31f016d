// SPDX-License-Identifier: BSL-1.0
// rejected: inner sizes that differ, where the compiler can compose messages (C++26): the shapes of
// both operands stand behind the sentence (attn/rules/call.hpp).
// expect-error: differ in size \[A is \(2, 3\), B is \(4, 5\)\]
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<float, 2, 3> a;
#ifdef ATTN_REJECT
constexpr matrix<float, 4, 5> b;
#else
constexpr matrix<float, 3, 5> b;
#endif

constexpr auto product = matmul(a, b);

static_assert(product.rank == 2);
