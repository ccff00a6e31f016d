// SPDX-License-Identifier: BSL-1.0
// cos(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/cos.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(cos, sines)

}  // namespace attn
ATTN_STRICT_FP_END
