// SPDX-License-Identifier: BSL-1.0
// rejected: a layer's result into a tensor with the axes of its input.
// expect-error: attn::linear_into\(out, layer, x\): out must have the axes of layer\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
nn::linear<float, in, out, output_by_input> layer;
tensor<float, token, in> x;
tensor<float, token, out> y;

#ifdef ATTN_REJECT
void run() { linear_into(x, layer, x); }
#else
void run() { linear_into(y, layer, x); }
#endif
