// SPDX-License-Identifier: BSL-1.0
// rejected: a width that the heads do not divide: PyTorch's "embed_dim must be divisible by num_heads",
// raised when the layer is built, is known here when its type is written.
// expect-error: attn::nn::multi_head: the number of heads must divide the width
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
template <std::size_t Heads>
using layer = nn::multi_head_attention<float, model, dim<Heads>, output_by_input>;

#ifdef ATTN_REJECT
constexpr layer<3> f{};
#else
constexpr layer<2> f{};
#endif
