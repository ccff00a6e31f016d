// SPDX-License-Identifier: BSL-1.0
// rejected: the two tensors that feed_forward_into writes, in the wrong order.
// expect-error: attn::feed_forward_into\(out, hidden, layer, x\): out must have the axes of layer\(x\)
// expect-error: attn::feed_forward_into\(out, hidden, layer, x\): hidden must have the axes of layer.linear1\(x\)
// errors: 2
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using model = axis<"model", 3>;
using inner = axis<"inner", 4>;
nn::feed_forward<float, model, inner, output_by_input, act::relu> layer;
tensor<float, token, model> x, y;
tensor<float, token, inner> hidden;

#ifdef ATTN_REJECT
void run() { feed_forward_into(hidden, y, layer, x); }
#else
void run() { feed_forward_into(y, hidden, layer, x); }
#endif
