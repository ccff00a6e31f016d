// SPDX-License-Identifier: BSL-1.0
// tanh(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/tanh.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(tanh, hyperbolic_tangents)

}  // namespace attn
ATTN_STRICT_FP_END
