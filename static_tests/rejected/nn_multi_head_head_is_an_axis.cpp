// SPDX-License-Identifier: BSL-1.0
// rejected: a batch that has the name of the heads.
// expect-error: attn::nn::multi_head: an axis of a sequence has the name of the heads
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using layer = nn::multi_head_attention<float, model, head, output_by_input>;

#ifdef ATTN_REJECT
constexpr auto z = layer{}(tensor<float, head, target, model>{});
#else
constexpr auto z = layer{}(tensor<float, batch, target, model>{});
#endif
