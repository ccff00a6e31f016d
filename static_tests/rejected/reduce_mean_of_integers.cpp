// SPDX-License-Identifier: BSL-1.0
// rejected: the mean of integers.
// expect-error: attn::reduce<pattern, how>\(x\): a mean has fractions; convert: as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<int, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = reduce<"b t d -> b d", "mean">(x);
#else
constexpr auto y = reduce<"b t d -> b d", "mean">(as<double>(x));
#endif
