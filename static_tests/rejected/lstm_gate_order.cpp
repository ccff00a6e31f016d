// SPDX-License-Identifier: BSL-1.0
// rejected: weights in ONNX'"
// expect-error: order
// errors: a
#include <attn.hpp>

using namespace attn;

for
