// SPDX-License-Identifier: BSL-1.0
// rejected: a layer for rows of another width.
// expect-error: attn::layer_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};
using wider = axis<"feature", 4>;

#ifdef ATTN_REJECT
constexpr auto y = nn::layer_norm<double, wider>::initial()(x);
#else
constexpr auto y = nn::layer_norm<double, feature>::initial()(x);
#endif
