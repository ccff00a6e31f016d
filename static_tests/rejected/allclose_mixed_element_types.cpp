// SPDX-License-Identifier: BSL-1.0
// rejected: close to what, float's precision or double's?
// expect-error: attn::allclose\(A, B\): both must have the same element type; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr bool close = allclose(x, y);
#else
constexpr bool close = allclose(x, as<double>(y));
#endif
