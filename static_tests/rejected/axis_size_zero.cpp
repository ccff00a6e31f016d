// SPDX-License-Identifier: BSL-1.0
// rejected: attention over no keys: every weight would be 0 / 0.
// expect-error: attn::axis: the size must be at least 1
// errors[gcc]: 1
// errors[clang]: 2
#include <attn.hpp>

using namespace attn;

using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, axis<"key", 0>, feature> K;
#else
constexpr tensor<double, axis<"key", 1>, feature> K;
#endif
