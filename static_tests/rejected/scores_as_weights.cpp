// SPDX-License-Identifier: BSL-1.0
// rejected: the softmax is forgotten: scores weigh the values, of the same shape as weights (E18).
// expect-error: attn::weighted_mean\(weights, V\): nothing says that these sum to 1; are they scores\?
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using content = axis<"content", 2>;

constexpr tensor<double, token, key> scores{};
constexpr tensor<double, key, content> v{};

#ifdef ATTN_REJECT
constexpr auto out = weighted_mean(scores, v);
#else
constexpr auto out = weighted_mean(softmax_weights(scores), v);
#endif

static_assert(out.rank == 2);
