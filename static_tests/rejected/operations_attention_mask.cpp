// SPDX-License-Identifier: BSL-1.0
// rejected: the cost of a causal mask on a rectangle, where nothing says which query stands at which
//   key.
// expect-error: attn::attention_weights\(Q, K, options…\): causal<> and sliding_window<l, r> are for as
// errors: 1
#include <attn.hpp>

using namespace attn;

using Q = tensor<double, axis<"token", 3>, axis<"feature", 2>>;
using K = tensor<double, axis<"key", 4>, axis<"feature", 2>>;

#ifdef ATTN_REJECT
constexpr auto cost = operations::attention_weights<Q, K>(causal<>);
#else
constexpr auto cost = operations::attention_weights<Q, K>(causal<bottom_right>);
#endif
