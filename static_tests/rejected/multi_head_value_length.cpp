// SPDX-License-Identifier: BSL-1.0
// rejected: one value less than there are keys.
// expect-error: attn::multi_head_attention\(…\): one value per key: Xk and Xv must have the same sequence
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"key", 5>, width> five;
constexpr tensor<double, axis<"key", 4>, width> four;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, five, four, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, five, five, w, w, w);
#endif

static_assert(out.rank > 0);
