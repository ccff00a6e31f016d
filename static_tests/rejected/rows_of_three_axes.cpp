// SPDX-License-Identifier: BSL-1.0
// rejected: the rows of a tensor with a batch: along which axis they lie is to be said.
// expect-error: attn::rows_of\(x\): x must have two axes; any: along<axis>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, axis<"batch", 4>, token, feature> x{};

#ifdef ATTN_REJECT
constexpr auto rows = rows_of(x);
#else
constexpr auto rows = along<"feature">(x);
#endif
