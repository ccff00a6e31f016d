// SPDX-License-Identifier: BSL-1.0
// rejected: a batch of one query with a batch of four keys: PyTorch returned a tensor, and its
//   user "wasted couple of days" (https://github.com/pytorch/pytorch/issues/64888) (E10).
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): the leading axes
// errors: 1
#include <cstddef>

#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
template <std::size_t Batch, class... Axes>
using batch_of = tensor<double, axis<"batch", Batch>, Axes...>;
constexpr batch_of<4, key, feature> K;
constexpr batch_of<4, key, meaning> V;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(batch_of<1, token, feature>{}, K, V);
#else
constexpr auto out = scaled_dot_product_attention(batch_of<4, token, feature>{}, K, V);
#endif
