// SPDX-License-Identifier: BSL-1.0
// log1p(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/log1p.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(log1p, logarithms)

}  // namespace attn
ATTN_STRICT_FP_END
