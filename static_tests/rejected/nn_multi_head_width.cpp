// SPDX-License-Identifier: BSL-1.0
// rejected: a sequence that is not as wide as the layer.
// expect-error: attn::nn::multi_head: the width of the query must be the input of q_proj
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr matrix<double, 3, 6> wide{};
constexpr matrix<double, 3, 4> right{};

#ifdef ATTN_REJECT
constexpr auto y = layer(wide);
#else
constexpr auto y = layer(right);
#endif
