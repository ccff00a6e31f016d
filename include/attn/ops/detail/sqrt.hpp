// SPDX-License-Identifier: BSL-1.0
// sqrt(x) of every element: ops/elementary.hpp.
#pragma once

#include <attn/math/sqrt.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(sqrt, square_roots)

namespace detail {
template <>
inline constexpr bool has_lanes<sqrt_of> = math::detail::has_sqrt_lanes;
}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
