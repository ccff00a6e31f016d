// SPDX-License-Identifier: BSL-1.0
// sin(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/sin.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(sin, sines)

}  // namespace attn
ATTN_STRICT_FP_END
