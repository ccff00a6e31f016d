// SPDX-License-Identifier: BSL-1.0
// rejected: two letters that differ, where the compiler can compose messages (C++26): the place
// in the pattern and the axes of x stand behind the sentence.
// expect-error: another name \[here: "w h -> h w", x is \(h 2, w 3\)\]
// errors: 1
#include <attn/ops.hpp>

using namespace attn;

constexpr tensor<double, axis<"h", 2>, axis<"w", 3>> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"w h -> h w">(x);
#else
constexpr auto y = rearrange<"h w -> w h">(x);
#endif
