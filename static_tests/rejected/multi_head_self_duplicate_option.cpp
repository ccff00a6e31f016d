// SPDX-License-Identifier: BSL-1.0
// rejected: two scales, behind the output projection.
// expect-error: attn::multi_head_self_attention\(…\): two options of one kind
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
constexpr auto out =
    multi_head_self_attention<head>(x, w, w, w, transpose(w), unscaled, scaled_by(0.5));
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, transpose(w), unscaled);
#endif

static_assert(out.rank > 0);
