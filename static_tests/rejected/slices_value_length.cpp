// SPDX-License-Identifier: BSL-1.0
// rejected: a value for each query.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): one value per key: K and V must have the same sequence
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

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(q, k, q);
#else
constexpr auto out = attention_of_slices<head>(q, k, k);
#endif

static_assert(out.rank > 0);
