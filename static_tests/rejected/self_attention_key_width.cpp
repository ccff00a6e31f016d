// SPDX-License-Identifier: BSL-1.0
// rejected: d_q different from d_k, which article 3 declares as if it were free (E6).
// expect-error: attn::self_attention\(X, W_q, W_k, W_v\): W_q and W_k must have the same width
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 2>;
using d_k = axis<"d_k", 2>;

constexpr tensor<double, token, width> x{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, width, d_k> w{{1, 2}, {3, 4}};
#ifdef ATTN_REJECT
constexpr tensor<double, width, axis<"d_k", 3>> w_q{{1, 2, 3}, {4, 5, 6}};
#else
constexpr tensor<double, width, axis<"d_k", 2>> w_q{{1, 2}, {3, 4}};
#endif

constexpr auto out = self_attention(x, w_q, w, w);

static_assert(out.rank == 2);
