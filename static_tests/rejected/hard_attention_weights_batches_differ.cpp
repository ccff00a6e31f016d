// SPDX-License-Identifier: BSL-1.0
// rejected: two batches of different sizes.
// expect-error: attn::hard_attention_weights\(Q, K\): the leading axes of Q and K must agree
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention_weights(tensor<double, dim<2>, token, width>{},
                                            tensor<double, dim<3>, key, width>{});
#else
constexpr auto out = hard_attention_weights(q, k);
#endif

static_assert(out.rank > 0);
