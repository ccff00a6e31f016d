// SPDX-License-Identifier: BSL-1.0
// TEMPORARY, until math::cos is merged: see sin.hpp.
#pragma once

#include <attn/math/sin.hpp>

namespace attn::math {

constexpr double cos(double x) { return detail::temporary_sin(x, 1); }

}  // namespace attn::math
