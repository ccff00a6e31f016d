// SPDX-License-Identifier: BSL-1.0
// rejected: rows of another width into a tensor that would fit the layer's result.
// expect-error: attn::linear_into\(out, layer, x\): x must be as wide as the layer's input
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
nn::linear<float, dim<3>, dim<4>, output_by_input> layer;
tensor<float, token, dim<3>> x;
tensor<float, token, dim<5>> wide;
tensor<float, token, dim<4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, wide); }
#else
void run() { linear_into(y, layer, x); }
#endif
