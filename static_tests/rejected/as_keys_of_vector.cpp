// SPDX-License-Identifier: BSL-1.0
// rejected: keys are rows of features; one row is no sequence.
// expect-error: attn::as_keys\(x\): x must have a sequence axis and a width
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr auto k = as_keys(tensor<double, feature>{1, 2});
#else
constexpr auto k = as_keys(tensor<double, token, feature>{{1, 2}, {3, 4}, {5, 6}});
#endif
