// SPDX-License-Identifier: BSL-1.0
// rejected: whole numbers are rotated.
// expect-error: attn::rotary<layout>\(x\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, axis<"token", 2>, axis<"d_k", 2>> q{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q);
#else
constexpr auto turned = rotary<half_pairs>(as<double>(q));
#endif
