// SPDX-License-Identifier: BSL-1.0
// erf(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/erf.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(erf, error_functions)

}  // namespace attn
ATTN_STRICT_FP_END
