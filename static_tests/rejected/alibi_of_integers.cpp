// SPDX-License-Identifier: BSL-1.0
// rejected: slopes as whole numbers, all of which are 0.
// expect-error: attn::alibi_slopes<T, head>\(\): T must have fractions
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = axis<"head", 8>;

#ifdef ATTN_REJECT
constexpr auto slopes = alibi_slopes<int, head>();
#else
constexpr auto slopes = alibi_slopes<float, head>();
#endif
