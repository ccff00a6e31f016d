// SPDX-License-Identifier: BSL-1.0
// rejected: erf of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::erf\(x\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = erf(x);
#else
constexpr auto y = erf(as<double>(x));
#endif
