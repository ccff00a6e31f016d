// SPDX-License-Identifier: BSL-1.0
// exp(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/exp.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(exp, exponentials)

}  // namespace attn
ATTN_STRICT_FP_END
