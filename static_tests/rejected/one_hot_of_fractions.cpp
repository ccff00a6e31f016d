// SPDX-License-Identifier: BSL-1.0
// rejected: ids with fractions.
// expect-error: attn::one_hot<Axis, T>\(ids\): the ids must be integers
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using word = axis<"word", 3>;

#ifdef ATTN_REJECT
constexpr auto y = one_hot<word, float>(tensor<double, token>{1, 2});
#else
constexpr auto y = one_hot<word, float>(tensor<int, token>{1, 2});
#endif
