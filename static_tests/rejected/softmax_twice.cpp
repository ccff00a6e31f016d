// SPDX-License-Identifier: BSL-1.0
// rejected: weights go through a softmax a second time, as where a loss or a layer does it again.
// expect-error: attn::softmax_weights\(scores\): these are weights already
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using content = axis<"content", 2>;

constexpr tensor<double, token, key> scores{};
constexpr tensor<double, key, content> v{};

constexpr auto once = softmax_weights(scores);
#ifdef ATTN_REJECT
constexpr auto twice = softmax_weights(once);
constexpr auto out = weighted_mean(twice, v);
#else
constexpr auto out = weighted_mean(once, v);
#endif

static_assert(out.rank == 2);
