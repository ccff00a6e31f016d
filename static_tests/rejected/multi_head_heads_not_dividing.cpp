// SPDX-License-Identifier: BSL-1.0
// rejected: 4 heads of a width of 6 (E31: Python's // would truncate).
// expect-error: attn::multi_head_attention\(…\): the heads must divide the outputs of the weights
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<axis<"head", 4>>(x, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);
