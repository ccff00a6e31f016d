// SPDX-License-Identifier: BSL-1.0
// rejected: two numbers for three tokens.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr tensor<double, token> x{1, 2};
#else
constexpr tensor<double, token> x{1, 2, 3};
#endif
