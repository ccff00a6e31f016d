// SPDX-License-Identifier: BSL-1.0
// rejected: a half among whole numbers: it would become 0.
// expect-error: attn::tensor: the elements are integers, and a braced number has a fraction
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr tensor<int, token> x{0.5, 1, 2};
#else
constexpr tensor<double, token> x{0.5, 1, 2};
#endif
