// SPDX-License-Identifier: BSL-1.0
// rejected: a batch of two asks a batch of three.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): the leading axes must agree
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
constexpr tensor<double, axis<"batch", 2>, token, width> two;
constexpr tensor<double, axis<"batch", 3>, token, width> three;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(two, three, three);
#else
constexpr auto out = attention_of_slices<head>(two, two, two);
#endif

static_assert(out.rank > 0);
