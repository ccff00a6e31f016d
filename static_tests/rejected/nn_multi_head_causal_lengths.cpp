// SPDX-License-Identifier: BSL-1.0
// rejected: three queries, four keys, and a causal mask that does not say from where.
// https://github.com/ml-explore/mlx/pull/2967: top left, or bottom right.
// expect-error: attn::nn::multi_head: causal<> and sliding_window<l, r> are for as many keys as queries
// errors: 1
#include <attn.hpp>

using namespace attn;

using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using layer = nn::multi_head_attention<float, model, head, output_by_input>;
constexpr tensor<float, target, model> y{};
constexpr tensor<float, source, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, memory, memory, causal<>);
#else
constexpr auto z = layer{}(y, memory, memory, causal<bottom_right>);
#endif
