// SPDX-License-Identifier: BSL-1.0
// rejected: rows of double for a layer of float.
// expect-error: attn::linear_into\(out, layer, x\): x must have the element type of the layer
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x;
tensor<double, token, feature> doubles;
tensor<float, token, axis<"hidden", 4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, doubles); }
#else
void run() { linear_into(y, layer, x); }
#endif
