// SPDX-License-Identifier: BSL-1.0
// rejected: W^T for W: Luong's h^T W s asks for (d_h, d_s), and an article does not say which way
//   W stands.
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

#ifdef ATTN_REJECT
constexpr auto out = general_score(h, s, transpose(W));
#else
constexpr auto out = general_score(h, s, W);
#endif

static_assert(out.rank > 0);
