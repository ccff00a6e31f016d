// SPDX-License-Identifier: BSL-1.0
// rejected: two scales, behind the output projection.
// expect-error: attn::multi_head_attention\(…\): two options of one kind
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o, unscaled, scaled_by(0.5));
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o, unscaled);
#endif

static_assert(out.rank > 0);
