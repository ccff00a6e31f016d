// SPDX-License-Identifier: BSL-1.0
// rejected: weights and biases in another order.
// expect-error: attn::torch_multi_head<head>\(…\): the weights must have two axes
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<float, 12, 4> in{};
constexpr matrix<float, 4, 4> out{};
constexpr tensor<float, dim<12>> in_bias{};
constexpr tensor<float, dim<4>> out_bias{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(in, out, in_bias, out_bias);
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, in_bias, out, out_bias);
#endif
