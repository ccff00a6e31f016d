// SPDX-License-Identifier: BSL-1.0
// rejected: a layer from `hidden` on, given `in`; the weight could not have told.
// expect-error: attn::linear<layout>\(x, W\): x's last axis and W's input differ in name; is the layout right\?
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
using hidden = axis<"hidden", 3>;

#ifdef ATTN_REJECT
constexpr nn::linear<float, hidden, hidden, output_by_input> layer{};
constexpr auto y = layer(x);
#else
constexpr nn::linear<float, in, hidden, output_by_input> layer{};
constexpr auto y = layer(x);
#endif
