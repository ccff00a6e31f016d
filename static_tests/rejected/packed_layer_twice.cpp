// SPDX-License-Identifier: BSL-1.0
// rejected: a packed layer whose output has the name of a leading axis of x.
// expect-error: attn::linear<layout>\(x, W\): x has an axis named as the output of W
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using model = axis<"model", 3>;
constexpr auto to_tokens = packed(nn::linear<float, model, token, output_by_input>{});
constexpr auto to_models = packed(nn::linear<float, model, dim<2>, output_by_input>{});
constexpr tensor<float, token, model> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = to_tokens(x);
#else
constexpr auto y = to_models(x);
#endif
