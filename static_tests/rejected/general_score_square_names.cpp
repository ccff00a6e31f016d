// SPDX-License-Identifier: BSL-1.0
// rejected: a square W the wrong way round: only the names tell.
// expect-error: attn::general_score\(Q, K, W\): W must be \(d_h, d_s\): its first axis meets a query
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
constexpr tensor<double, source, axis<"d_e", 4>> k;
constexpr tensor<double, axis<"d_e", 4>, d_h> w;

#ifdef ATTN_REJECT
constexpr auto out = general_score(h, k, w);
#else
constexpr auto out = general_score(h, k, transpose(w));
#endif

static_assert(out.rank > 0);
