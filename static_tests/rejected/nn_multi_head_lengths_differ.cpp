// SPDX-License-Identifier: BSL-1.0
// rejected: keys of one sequence, values of another.
// expect-error: attn::nn::multi_head: one value per key: both must have the same sequence
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};
constexpr tensor<double, dim<5>, model> keys{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, keys, x);
#else
constexpr auto y = layer(x, keys, keys);
#endif
