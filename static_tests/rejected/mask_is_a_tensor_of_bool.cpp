// SPDX-License-Identifier: BSL-1.0
// rejected: a mask of bool: true keeps in one function of PyTorch and ignores in the next (pytorch#170415,
// #170404, #120668, LLMs-from-scratch#1061).
// expect-error: an argument behind the tensors is no option; a scale is scaled_by\(x\), a mask keep_where\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<bool, dim<3>, dim<3>> allowed{
    {true, false, false}, {true, true, false}, {true, true, true}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, allowed);
#else
constexpr auto weights = attention_weights(Q, K, keep_where(allowed));
#endif
