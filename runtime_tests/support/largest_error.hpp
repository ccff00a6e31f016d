// SPDX-License-Identifier: BSL-1.0
// The error of a function of double, in ulp, where the C library knows the result to more digits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attn_tests {

// Is long double enough longer than double to judge it?
inline constexpr bool has_longer_double =
    std::numeric_limits<long double>::digits >= std::numeric_limits<double>::digits + 11;

// The largest over arguments of both signs, of every size from 2^-20 to `largest`, half of them
// evenly spread.
template <class Function, class Exact>
double largest_error(double largest, const Function& function, const Exact& exact) {
  double worst = 0;
  std::uint64_t state = 1;
  for (int i = 0; i < 100000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double fraction = std::ldexp(static_cast<double>(state >> 11), -53);
    const double size = i % 2 == 0 ? fraction : std::exp2(-20 * fraction) * (1 - fraction / 3);
    const double x = (i % 4 < 2 ? largest : -largest) * size;
    const long double right = exact(static_cast<long double>(x));
    const int exponent = std::max(std::ilogb(right) - 52, -1074);
    const long double error = static_cast<long double>(function(x)) - right;
    worst = std::max(worst, static_cast<double>(std::fabs(std::ldexp(error, -exponent))));
  }
  return worst;
}

}  // namespace attn_tests
