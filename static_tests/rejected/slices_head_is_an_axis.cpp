// SPDX-License-Identifier: BSL-1.0
// rejected: heads under the name that the tokens have.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): two of the axes would have one name
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
constexpr auto out = attention_of_slices<axis<"token", 2>>(q, k, v);
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);
