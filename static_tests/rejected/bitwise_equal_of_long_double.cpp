// SPDX-License-Identifier: BSL-1.0
// rejected: 80 bits in 128: what the other 48 hold is nobody's business.
// expect-error: attn::bitwise_equal\(A, B\): the elements must have 32 or 64 bits
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr bool same = bitwise_equal(1.0L, 1.0L);
#else
constexpr bool same = bitwise_equal(1.0, 1.0);
#endif
