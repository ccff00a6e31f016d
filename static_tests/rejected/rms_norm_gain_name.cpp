// SPDX-License-Identifier: BSL-1.0
// rejected: the gain of another axis.
// expect-error: attn::rms_norm<axis>\(x, gain, eps\): the gain must have one axis, the normalised one
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = rms_norm<"token">(x, gain, 1e-6);
#else
constexpr auto y = rms_norm<"feature">(x, gain, 1e-6);
#endif
