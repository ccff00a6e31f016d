// SPDX-License-Identifier: BSL-1.0
// rejected: one weight in another element type.
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
constexpr tensor<float, width, model> narrow_w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, narrow_w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, as<double>(narrow_w), w);
#endif

static_assert(out.rank > 0);
