// SPDX-License-Identifier: BSL-1.0
// rejected: PyTorch's packed weight the wrong way round, as Keras and GPT-2 (Conv1D) store it.
// expect-error: attn::torch_multi_head<head>\(…\): in_proj_weight must be \(3 \* width, width\), q, k and v one below the other; is it transposed\?
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<float, 12, 4> in{};
constexpr matrix<float, 4, 4> out{};
constexpr tensor<float, dim<12>> in_bias{};
constexpr tensor<float, dim<4>> out_bias{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(transpose(in), in_bias, out, out_bias);
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, in_bias, out, out_bias);
#endif
