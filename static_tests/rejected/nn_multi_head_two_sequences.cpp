// SPDX-License-Identifier: BSL-1.0
// rejected: a query and a key without a value: the second sequence is taken for an option.
// expect-error: attn::nn::multi_head: its arguments are \(x, options…\) or \(query, key, value, options…\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, memory);
#else
constexpr auto y = layer(x, memory, memory);
#endif
