// SPDX-License-Identifier: BSL-1.0
// rejected: rows whose axis has the layer's width and another name.
// expect-error: attn::linear_into\(out, layer, x\): the last axis of x and the layer's input have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x;
tensor<float, token, axis<"hidden", 3>> other;
tensor<float, token, axis<"hidden", 4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, other); }
#else
void run() { linear_into(y, layer, x); }
#endif
