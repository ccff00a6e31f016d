// SPDX-License-Identifier: BSL-1.0
// log, sin and cos in float as the vector code of PyTorch's CPU generator computes them (AVX2).
//
// For reproducing its normals bit for bit, and for nothing else: math/ has better ones. There, the
// compiler has made one fused multiply-add of every `y * x + c`, so it is one here; a product alone
// is a product alone. The bits are the same at compile time and at run time, on any machine.
//
// Source: the polynomials are those of S. Moshier's Cephes library, in the arrangement of
// J. Pommier's sse_mathfun.h and G. Garberoglio's avx_mathfun.h.
#pragma once

#include <cstdint>

#include <attn/detail/soft_fma.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// For a normal x > 0: x = m 2^e with m in [sqrt(1/2), sqrt(2)), and a polynomial in m - 1.
ATTN_ABI constexpr float cephes_log(float x) {
  constexpr float coefficients[] = {-1.1514610310e-1f, 1.1676998740e-1f,  -1.2420140846e-1f,
                                    1.4249322787e-1f,  -1.6668057665e-1f, 2.0000714765e-1f,
                                    -2.4999993993e-1f, 3.3333331174e-1f};
  const auto bits = __builtin_bit_cast(std::int32_t, x);
  auto e = static_cast<float>((bits >> 23) - 126);
  const auto m = __builtin_bit_cast(float, (bits & 0x007FFFFF) | 0x3F000000);  // in [1/2, 1)
  x = m - 1;
  if (m < 0.707106781186547524f) {
    e -= 1;
    x += m;
  }

  const float z = x * x;
  float y = 7.0376836292e-2f;
  for (const float c : coefficients) y = fused_multiply_add(y, x, c);
  y = y * x;
  y = fused_multiply_add(y, z, e * -2.12194440e-4f);
  y = fused_multiply_add(z, -0.5f, y);
  return fused_multiply_add(e, 0.693359375f, x + y);
}

struct sin_and_cos {
  float sin, cos;
};

// For x >= 0 of a few turns: x = j pi/4 + r with j even, and a polynomial in r for each.
ATTN_ABI constexpr sin_and_cos cephes_sin_cos(float x) {
  const int j = (static_cast<int>(x * 1.27323954473516f) + 1) & ~1;
  const auto turns = static_cast<float>(j);
  x = fused_multiply_add(turns, -0.78515625f, x);
  x = fused_multiply_add(turns, -2.4187564849853515625e-4f, x);
  x = fused_multiply_add(turns, -3.77489497744594108e-8f, x);
  const float z = x * x;

  float c = fused_multiply_add(2.443315711809948e-5f, z, -1.388731625493765e-3f);
  c = fused_multiply_add(c, z, 4.166664568298827e-2f);
  c = c * z;
  c = fused_multiply_add(c, z, z * -0.5f);
  c = c + 1;

  float s = fused_multiply_add(-1.9515295891e-4f, z, 8.3321608736e-3f);
  s = fused_multiply_add(s, z, -1.6666654611e-1f);
  s = s * z;
  s = fused_multiply_add(s, x, x);

  const bool exchanged = (j & 2) != 0;
  const float sin = exchanged ? c : s, cos = exchanged ? s : c;
  return {(j & 4) != 0 ? -sin : sin, ((j - 2) & 4) == 0 ? -cos : cos};
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
