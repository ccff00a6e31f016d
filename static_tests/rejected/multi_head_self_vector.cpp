// SPDX-License-Identifier: BSL-1.0
// rejected: a single token without its sequence.
// expect-error: attn::multi_head_self_attention\(…\): X must be \(token, width\), or a batch of them
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
constexpr auto out = multi_head_self_attention<head>(one, w, w, w);
#else
constexpr auto out = multi_head_self_attention<head>(expand<dim<1>, 0>(one), w, w, w);
#endif

static_assert(out.rank > 0);
