// SPDX-License-Identifier: BSL-1.0
// rejected: the values' projection for the queries (E7: query = self.wv(query)).
// expect-error: attn::multi_head_attention\(…\): the outputs of W_q and W_k have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, axis<"content", 6>> w_v;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w_v, w, w_v);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w_v);
#endif

static_assert(out.rank > 0);
