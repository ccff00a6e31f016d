// SPDX-License-Identifier: BSL-1.0
// rejected: -inf among integers.
// expect-error: attn::mask_scores\(x, mask\): the elements must have fractions
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
constexpr auto masked = mask_scores(as<int>(matmul(Q, transpose(K))), causal<>);
#else
constexpr auto masked = mask_scores(matmul(Q, transpose(K)), causal<>);
#endif
