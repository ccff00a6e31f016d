// SPDX-License-Identifier: BSL-1.0
// rejected: attention of a single row.
// expect-error: attn::nn::multi_head: each sequence must be \(token, width\), or a batch of them
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};

#ifdef ATTN_REJECT
constexpr auto y = layer(tensor<double, model>{1, 2, 3, 4});
#else
constexpr auto y = layer(tensor<double, dim<1>, model>{{1, 2, 3, 4}});
#endif
