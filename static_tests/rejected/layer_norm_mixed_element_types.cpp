// SPDX-License-Identifier: BSL-1.0
// rejected: float weights, double activations.
// expect-error: attn::layer_norm\(x, …\): one element type for all; convert with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x, gain, as<float>(gain));
#else
constexpr auto y = layer_norm(x, gain, gain);
#endif
