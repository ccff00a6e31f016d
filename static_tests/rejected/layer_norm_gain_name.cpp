// SPDX-License-Identifier: BSL-1.0
// rejected: as long, but of another axis: x is normalised over the tokens.
// expect-error: attn::layer_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}, {1, 1, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, dim<3>> bias{4, 5, 6};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm<"token">(x, gain, bias);
#else
constexpr auto y = layer_norm<"feature">(x, gain, bias);
#endif
