// SPDX-License-Identifier: BSL-1.0
// rejected: a memory whose batch and time are crossed, as between batch_first=True and False.
// expect-error: attn::nn::multi_head: the leading axes \(batch\) of the sequences must agree, in front of token and width
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = dim<2>;
using token = dim<3>;
using source = dim<5>;
using model = dim<4>;
constexpr nn::multi_head_attention<float, model, dim<2>, output_by_input> layer{};
constexpr tensor<float, batch, token, model> x{};
constexpr tensor<float, source, batch, model> crossed{};
constexpr tensor<float, batch, source, model> right{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, crossed, crossed);
#else
constexpr auto y = layer(x, right, right);
#endif
