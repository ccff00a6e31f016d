// SPDX-License-Identifier: BSL-1.0
// rejected: a Jacobian of more axes than a tensor has.
// expect-error: attn::jacobian\(f, x\): f\(x\) and x have more than 4 axes together
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, dim<2>, dim<3>, dim<1>> x;

#ifdef ATTN_REJECT
constexpr auto slopes = jacobian([](const auto& y) { return softmax(y); }, x);
#else
constexpr auto slopes = jacobian([](const auto& y) { return sum<0>(sum<0>(softmax(y))); }, x);
#endif
