// SPDX-License-Identifier: BSL-1.0
// rejected: one u for three rows: they would all be drawn alike.
// expect-error: attn::sample<axis>\(p, u\): one u for each row
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using word = axis<"word", 2>;
constexpr tensor<double, token, word> p{{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}};

#ifdef ATTN_REJECT
constexpr auto drawn = sample(p, 0.5);
#else
constexpr auto drawn = sample(p, tensor<double, token>{0.1, 0.5, 0.9});
#endif
