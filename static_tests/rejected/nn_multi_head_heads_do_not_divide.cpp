// SPDX-License-Identifier: BSL-1.0
// rejected: a width that the heads do not divide: PyTorch's "embed_dim must be divisible by num_heads",
// raised when the layer is built, is known here when its type is written.
// expect-error: attn::nn::multi_head: the number of heads must divide the width
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using model = axis<"model", 4>;
template <std::size_t Heads>
using layer = nn::multi_head_attention<double, model, axis<"head", Heads>, output_by_input>;
constexpr tensor<double, token, model> x{{1, 2, 3, 4}, {5, 6, 7, 8}};

#ifdef ATTN_REJECT
constexpr auto y = layer<3>{}(x);
#else
constexpr auto y = layer<2>{}(x);
#endif
