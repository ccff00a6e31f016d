// SPDX-License-Identifier: BSL-1.0
// rejected: double times float: which of the two is the product?
// expect-error: attn::multiply\(A, B\): both must have the same element type; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto product = multiply(x, y);
#else
constexpr auto product = multiply(x, as<double>(y));
#endif
