// SPDX-License-Identifier: BSL-1.0
// rejected: two output projections.
// expect-error: attn::multi_head_self_attention\(…\): an argument behind the tensors is no option; a scale is scaled_by\(x\)
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
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, w_o, w_o);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);
