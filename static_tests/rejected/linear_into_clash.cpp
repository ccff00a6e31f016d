// SPDX-License-Identifier: BSL-1.0
// rejected: rows that have an axis named as the layer's output.
// expect-error: attn::linear_into\(out, layer, x\): x has an axis named as the layer's output
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x;
tensor<float, axis<"hidden", 2>, feature> clash;
tensor<float, token, axis<"hidden", 4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, clash); }
#else
void run() { linear_into(y, layer, x); }
#endif
