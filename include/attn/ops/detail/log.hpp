// SPDX-License-Identifier: BSL-1.0
// log(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/log.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(log, logarithms)

}  // namespace attn
ATTN_STRICT_FP_END
