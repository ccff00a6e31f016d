// SPDX-License-Identifier: BSL-1.0
// rejected: a scale that is not said to be one.
// expect-error: attn::attention_of_slices<head>\(Q, K, V, options…\): an argument behind the tensors is no option
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
constexpr auto out = attention_of_slices<head>(q, k, v, 0.5);
#else
constexpr auto out = attention_of_slices<head>(q, k, v, scaled_by(0.5));
#endif

static_assert(out.rank > 0);
