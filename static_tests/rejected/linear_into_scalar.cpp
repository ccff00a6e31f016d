// SPDX-License-Identifier: BSL-1.0
// rejected: a number where a layer takes rows.
// expect-error: attn::linear_into\(out, layer, x\): x must have an axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x;
tensor<float> number;
tensor<float, token, axis<"hidden", 4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, number); }
#else
void run() { linear_into(y, layer, x); }
#endif
