// SPDX-License-Identifier: BSL-1.0
// rejected: a single state without its sequence axis.
// expect-error: attn::concat_score\(Q, K, W, u\): Q and K must have at least two axes
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
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = concat_score(h, select<0>(s, 0), W, u);
#else
constexpr auto out = concat_score(h, s, W, u);
#endif

static_assert(out.rank > 0);
