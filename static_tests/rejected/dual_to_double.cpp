// SPDX-License-Identifier: BSL-1.0
// rejected: a conversion to double, which loses the derivatives.
// expect-error: attn: a dual does not convert
// errors: 1
// lines[gcc]: 9 through gradient, within constant evaluation
// allow: detail::
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](const auto& x) { return decltype(x(0) * x(1))(static_cast<double>(x(0))); };
constexpr auto slope = gradient(f, X{1, 2, 3, 4});
#else
constexpr auto f = [](const auto& x) { return decltype(x(0) * x(1))(x(0)); };
constexpr auto slope = gradient(f, X{1, 2, 3, 4});
#endif
