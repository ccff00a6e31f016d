// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection into an axis that the sequence has.
// expect-error: attn::multi_head_self_attention\(…\): the result would have two axes of one name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, axis<"token", 5>> to_tokens;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, to_tokens);
#else
constexpr auto out =
    multi_head_self_attention<head>(x, w, w, w, rename<"token", "word">(to_tokens));
#endif

static_assert(out.rank > 0);
