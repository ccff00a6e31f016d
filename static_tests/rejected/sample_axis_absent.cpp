// SPDX-License-Identifier: BSL-1.0
// rejected: p has no such axis.
// expect-error: attn::sample<axis>\(p, u\): p has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 4>;
constexpr tensor<double, word> p{0.25, 0.25, 0.25, 0.25};

#ifdef ATTN_REJECT
constexpr auto drawn = sample<"key">(p, 0.5);
#else
constexpr auto drawn = sample<"word">(p, 0.5);
#endif
