// SPDX-License-Identifier: BSL-1.0
// rejected: V + W, without a state: what "U tanh(V_h + W_s)", an article's line, says if its
//   subscripts are overlooked.
// expect-error: attn: A \+ B: both must have the same axes
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
constexpr auto out = tanh(V + W);
#else
constexpr auto out =
    tanh(linear<output_by_input>(select<0>(h, 0), V) + linear<output_by_input>(select<0>(s, 0), W));
#endif

static_assert(out.rank > 0);
