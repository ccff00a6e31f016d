// SPDX-License-Identifier: BSL-1.0
// rejected: a single query without its sequence.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): each must be \(token, width\), or a batch of them
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;
constexpr tensor<double, width> one;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(one, k, v);
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);
