// SPDX-License-Identifier: BSL-1.0
// TEMPORARY, until math::sin is merged: sin(x) and cos(x) in double, for |x| of a few turns.
#pragma once

#include <attn/detail/vector.hpp>

namespace attn::math {

namespace detail {
// sin and cos of x = n pi/2 + r, chosen by n mod 4; pi/2 in three parts (Cody and Waite), the Taylor
// series of fdlibm's length.
constexpr double temporary_sin(double x, int quarter) {
  using attn::detail::rounded;
  const double n = (rounded(x * 0x1.45f306dc9c883p-1) + 0x1.8p+52) - 0x1.8p+52;
  const double r_high = x - rounded(n * 0x1.921fb544p+0);
  const double w = rounded(n * 0x1.0b4611a6p-34);
  const double s = r_high - w;
  const double tail = rounded(n * 0x1.3198a2e037073p-69) - ((r_high - s) - w);
  const double y = s - tail, y_low = (s - y) - tail;
  const double z = rounded(y * y);
  const int q = (static_cast<int>(n) + quarter) & 3;
  double result;
  if (q & 1) {
    double p = -1.13596475577881948265e-11;
    for (const double c : {2.08757232129817482790e-09, -2.75573143513906633035e-07,
                           2.48015872894767294178e-05, -1.38888888888741095749e-03,
                           4.16666666666666019037e-02})
      p = rounded(p * z) + c;
    const double h = rounded(0.5 * z), v = 1 - h;
    result = v + (((1 - v) - h) + (rounded(rounded(z * z) * p) - rounded(y * y_low)));
  } else {
    double p = 1.58969099521155010221e-10;
    for (const double c : {-2.50507602534068634195e-08, 2.75573137070700676789e-06,
                           -1.98412698298579493134e-04, 8.33333333332248946124e-03})
      p = rounded(p * z) + c;
    const double v = rounded(z * y);
    result = y - ((rounded(z * (rounded(0.5 * y_low) - rounded(v * p))) - y_low) +
                  rounded(v * 1.66666666666666324348e-01));
  }
  return q & 2 ? -result : result;
}
}  // namespace detail

constexpr double sin(double x) { return detail::temporary_sin(x, 0); }

}  // namespace attn::math
