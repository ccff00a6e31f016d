// SPDX-License-Identifier: BSL-1.0
// rejected: a vector for W.
// expect-error: attn::general_score\(Q, K, W\): W must have two axes
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
constexpr tensor<double, d_h, d_s> W;

#ifdef ATTN_REJECT
constexpr auto out = general_score(h, s, tensor<double, d_h>{});
#else
constexpr auto out = general_score(h, s, W);
#endif

static_assert(out.rank > 0);
