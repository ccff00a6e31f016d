// SPDX-License-Identifier: BSL-1.0
// rejected: cross attention to a memory of another width, in PyTorch "mat1 and mat2 shapes cannot be
// multiplied (5x3 and 4x4)"; there it wants kdim and vdim, here nn::multi_head_of_widths.
// expect-error: attn::nn::multi_head: the width of the key must be the input of k_proj
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = dim<2>;
using source = dim<5>;
using model = dim<4>;
using narrow_model = dim<3>;
using head = dim<2>;
constexpr tensor<double, token, model> x{{1, 2, 3, 4}, {5, 6, 7, 8}};
constexpr tensor<double, source, narrow_model> memory{};

#ifdef ATTN_REJECT
using layer = nn::multi_head_attention<double, model, head, output_by_input>;
#else
using layer = nn::multi_head_of_widths<double, model, narrow_model, narrow_model, head, 2, 2, model,
                                       output_by_input>;
#endif
constexpr auto y = layer{}(x, memory, memory);
