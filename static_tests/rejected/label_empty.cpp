// SPDX-License-Identifier: BSL-1.0
// rejected: a name that says nothing: an unnamed axis is dim<3>.
// expect-error: attn::axis: the name must be an identifier of 1 to 23 characters
// errors[gcc]: 1
// errors[clang]: 2
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr tensor<double, axis<"", 3>> x;
#else
constexpr tensor<double, dim<3>> x;
#endif
