// SPDX-License-Identifier: BSL-1.0
// rejected: weights in Keras'"
// expect-error: order
// errors: a
#include <attn.hpp>

using namespace attn;

for
