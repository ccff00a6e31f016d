// SPDX-License-Identifier: BSL-1.0
// rejected: a packed layer whose input and output are one axis, for rows of another name.
// expect-error: attn::linear<layout>\(x, W\): x's last axis and W's input differ in name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using model = axis<"model", 3>;
constexpr auto layer = packed(nn::linear<float, model, model, output_by_input>{});

#ifdef ATTN_REJECT
constexpr auto y = layer(tensor<float, token, axis<"other", 3>>{});
#else
constexpr auto y = layer(tensor<float, token, model>{});
#endif
