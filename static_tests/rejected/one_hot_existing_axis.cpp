// SPDX-License-Identifier: BSL-1.0
// rejected: the new axis is there already.
// expect-error: attn::one_hot<Axis, T>\(ids\): ids have an axis of that name already
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using word = axis<"word", 3>;

#ifdef ATTN_REJECT
constexpr auto y = one_hot<token, float>(tensor<int, token>{0, 1});
#else
constexpr auto y = one_hot<word, float>(tensor<int, token>{0, 1});
#endif
