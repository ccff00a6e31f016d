// SPDX-License-Identifier: BSL-1.0
// rejected: a batch of two asks a batch of three.
// expect-error: attn::multi_head_attention_weights\(…\): the leading axes of Xq and Xk must agree
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"batch", 2>, token, width> two;
constexpr tensor<double, axis<"batch", 3>, token, width> three;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(two, three, w, w);
#else
constexpr auto out = multi_head_attention_weights<head>(two, two, w, w);
#endif

static_assert(out.rank > 0);
