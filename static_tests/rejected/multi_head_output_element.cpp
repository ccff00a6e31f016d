// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection in another element type.
// expect-error: attn::multi_head_attention\(…\): one element type for all; convert with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<float, model, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, as<double>(w_o));
#endif

static_assert(out.rank > 0);
