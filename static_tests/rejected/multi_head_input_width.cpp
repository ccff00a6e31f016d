// SPDX-License-Identifier: BSL-1.0
// rejected: keys that are wider than their weight takes.
// expect-error: attn::multi_head_attention\(…\): the input of W_k must be the last axis of Xk
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"key", 5>, axis<"offered", 7>> memory;
constexpr tensor<double, axis<"offered", 7>, model> w_k;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, memory, memory, w, w, w_k);
#else
constexpr auto out = multi_head_attention<head>(x, memory, memory, w, w_k, w_k);
#endif

static_assert(out.rank > 0);
