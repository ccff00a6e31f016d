// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/rules reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: rows_of_temporary
// rejected: the rows of a temporary, which would be gone before the first is used.
// expect-error: attn::rows_of\(x\): x is a temporary, which would not last; give it a name
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto rows = rows_of(transpose(x));
#else
constexpr auto turned = transpose(x);
constexpr auto rows = rows_of(turned);
#endif

// case: rows_of_three_axes
// rejected: the rows of a tensor with a batch: along which axis they lie is to be said.
// expect-error: attn::rows_of\(x\): x must have two axes; any number: along<axis>\(x\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, axis<"batch", 4>, token, feature> x{};

#ifdef ATTN_REJECT
constexpr auto rows = rows_of(x);
#else
constexpr auto rows = along<"feature">(x);
#endif
