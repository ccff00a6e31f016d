// SPDX-License-Identifier: BSL-1.0
// rejected: two batches of different sizes.
// expect-error: attn::general_score\(Q, K, W\): the leading axes of Q and K must agree
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
constexpr auto out =
    general_score(tensor<double, dim<2>, step, d_h>{}, tensor<double, dim<3>, source, d_s>{}, W);
#else
constexpr auto out =
    general_score(tensor<double, dim<2>, step, d_h>{}, tensor<double, dim<2>, source, d_s>{}, W);
#endif

static_assert(out.rank > 0);
