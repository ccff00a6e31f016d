// SPDX-License-Identifier: BSL-1.0
// rejected: an element as an index, by a conversion to an integer.
// expect-error: attn: an influence does not convert
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f(const auto& x) { return x(static_cast<int>(x(0))); }
constexpr auto y = f(marked(X{}));
#else
constexpr auto f(const auto& x) { return x(static_cast<int>(x(0))); }
constexpr auto y = f(X{});
#endif
