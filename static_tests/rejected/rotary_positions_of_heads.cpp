// SPDX-License-Identifier: BSL-1.0
// rejected: positions for every head.
// expect-error: attn::rotary<layout>\(x, positions\): one position for each token, the same for all heads and batches
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<double, head, token, axis<"d_k", 4>> q{};

#ifdef ATTN_REJECT
constexpr auto turned = rotary<half_pairs>(q, tensor<int, head, token>{{0, 1, 2}, {0, 1, 2}});
#else
constexpr auto turned = rotary<half_pairs>(q, tensor<int, token>{0, 1, 2});
#endif
