// SPDX-License-Identifier: BSL-1.0
// rejected: the columns of a vector.
// expect-error: attn::columns_of\(x\): x must have two axes; any: along<axis>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token> x{};

#ifdef ATTN_REJECT
constexpr auto columns = columns_of(x);
#else
constexpr auto columns = along<"token">(x);
#endif
