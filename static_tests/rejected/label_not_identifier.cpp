// SPDX-License-Identifier: BSL-1.0
// rejected: a name with a space in it, which no pattern of rearrange or einsum could write.
// expect-error: attn::axis: the name must be an identifier of 1 to 23 characters
// errors[gcc]: 1
// errors[clang]: 2
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr tensor<double, axis<"key token", 3>> x;
#else
constexpr tensor<double, axis<"key_token", 3>> x;
#endif
