// SPDX-License-Identifier: BSL-1.0
// sigmoid(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/sigmoid.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(sigmoid, sigmoids)

}  // namespace attn
ATTN_STRICT_FP_END
