// SPDX-License-Identifier: BSL-1.0
// rejected: a projection made for another width.
// expect-error: attn::self_attention\(X, W_q, W_k, W_v\): the input of W_k must be
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 2>;
using d_k = axis<"d_k", 2>;

constexpr tensor<double, token, width> x{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, width, d_k> w{{1, 2}, {3, 4}};
#ifdef ATTN_REJECT
constexpr tensor<double, axis<"width", 3>, d_k> w_k{{1, 2}, {3, 4}, {5, 6}};
#else
constexpr tensor<double, width, d_k> w_k{{1, 2}, {3, 4}};
#endif

constexpr auto out = self_attention(x, w, w_k, w);

static_assert(out.rank == 2);
