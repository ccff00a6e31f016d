// SPDX-License-Identifier: BSL-1.0
// rejected: a single query without its sequence.
// expect-error: attn::multi_head_attention_weights\(…\): each X must be \(token, width\), or a batch of them
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width> one;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(one, x, w, w);
#else
constexpr auto out = multi_head_attention_weights<head>(expand<dim<1>, 0>(one), x, w, w);
#endif

static_assert(out.rank > 0);
