// SPDX-License-Identifier: BSL-1.0
// rejected: weights of integers.
// expect-error: attn::multi_head_attention_weights\(…\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr auto whole_x = as<int>(x);
constexpr auto whole_w = as<int>(w);

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(whole_x, whole_x, whole_w, whole_w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);
