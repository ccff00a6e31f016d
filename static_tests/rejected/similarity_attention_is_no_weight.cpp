// SPDX-License-Identifier: BSL-1.0
// rejected: an unnormalised similarity given out as attention weights of another shape: the names
//   of its result are those of an answer.
// expect-error: attn::matmul\(A, B\):
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = matmul(similarity_attention(q, k, v), v);
#else
constexpr auto out = matmul(attention_weights(q, k), v);
#endif

static_assert(out.rank > 0);
