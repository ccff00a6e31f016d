// SPDX-License-Identifier: BSL-1.0
// rejected: whole numbers are equal or they are not.
// expect-error: attn::allclose\(A, B\): the elements must have fractions; compare integers with ==
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr bool close = allclose(tensor<int, token>{1, 2, 3}, {1, 2, 3});
#else
constexpr bool close = tensor<int, token>{1, 2, 3} == tensor<int, token>{1, 2, 3};
#endif
