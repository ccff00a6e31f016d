// SPDX-License-Identifier: BSL-1.0
// rejected: the largest along an axis that is not there.
// expect-error: attn::argmax<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 2>, dim<3>> x;

#ifdef ATTN_REJECT
constexpr auto y = argmax<"key">(x);
#else
constexpr auto y = argmax<"token">(x);
#endif
