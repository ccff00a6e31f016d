// SPDX-License-Identifier: BSL-1.0
// rejected: integers, which a scale would leave.
// expect-error: attn::scaled_dot_score\(Q, K\): the elements must have fractions
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
constexpr auto out = scaled_dot_score(as<int>(q), as<int>(k));
#else
constexpr auto out = scaled_dot_score(q, k);
#endif

static_assert(out.rank > 0);
