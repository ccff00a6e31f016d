// SPDX-License-Identifier: BSL-1.0
// rejected: a scale that is not said to be one.
// expect-error: attn::multi_head_attention_weights\(…\): an argument behind the tensors is no option; a scale is scaled_by\(x\)
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
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w, 0.5);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w, scaled_by(0.5));
#endif

static_assert(out.rank > 0);
