// SPDX-License-Identifier: BSL-1.0
// rejected: numbers in [-1, 1) as integers: all of them would be 0 or -1.
// expect-error: attn::splitmix_fill<grid, tensor>\(seed\): the elements must have fractions
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr auto x = splitmix_fill<splitmix::s24, tensor<int, token>>(1);
#else
constexpr auto x = splitmix_fill<splitmix::s24, tensor<float, token>>(1);
#endif
