// SPDX-License-Identifier: BSL-1.0
// rejected: the cost of a softmax along an axis that is not there.
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using X = tensor<double, axis<"token", 3>, axis<"key", 2>>;

#ifdef ATTN_REJECT
constexpr auto cost = operations::softmax<X, "feature">();
#else
constexpr auto cost = operations::softmax<X, "key">();
#endif
