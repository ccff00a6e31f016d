// SPDX-License-Identifier: BSL-1.0
// rejected: two masks: which one holds?
// expect-error: attn::nn::multi_head: two options of one kind; masks are combined with &
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};
constexpr keep_mask<dim<3>> padding{1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, causal<>, key_padding(padding));
#else
constexpr auto y = layer(x, causal<>& key_padding(padding));
#endif
