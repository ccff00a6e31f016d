// SPDX-License-Identifier: BSL-1.0
// rejected: pow of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::pow\(x, exponent\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = pow(x, 2);
#else
constexpr auto y = pow(as<double>(x), 2);
#endif
