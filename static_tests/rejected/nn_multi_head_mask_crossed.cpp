// SPDX-License-Identifier: BSL-1.0
// rejected: a mask (key, query) for scores (query, key).
// https://github.com/keras-team/keras-hub/issues/783: masks whose axes nobody checks.
// expect-error: attn::nn::multi_head: a mask must have the axes of the scores
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
constexpr auto z = layer{}(y, memory, memory, keep_mask<source, target>{});
#else
constexpr auto z = layer{}(y, memory, memory, keep_mask<target, source>{});
#endif
