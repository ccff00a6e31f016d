// SPDX-License-Identifier: BSL-1.0
// rejected: keys and values exchanged.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): Q and K must have the same width
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
constexpr auto out = attention_of_slices<head>(q, v, k);
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);
