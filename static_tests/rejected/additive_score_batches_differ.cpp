// SPDX-License-Identifier: BSL-1.0
// rejected: two batches of different sizes.
// expect-error: attn::additive_score\(Q, K, V, W, u\): the leading axes of Q and K must agree
// errors: 1
#include <attn.hpp>

using namespace attn;

using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(tensor<double, dim<2>, step, d_h>{},
                                    tensor<double, dim<3>, source, d_s>{}, V, W, u);
#else
constexpr auto out = additive_score(tensor<double, dim<2>, step, d_h>{},
                                    tensor<double, dim<2>, source, d_s>{}, V, W, u);
#endif

static_assert(out.rank > 0);
