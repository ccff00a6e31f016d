// SPDX-License-Identifier: BSL-1.0
// log1p(x): the natural logarithm of 1 + x, without the rounding error of the sum 1 + x, for float,
// double and vectors of them, at compile time and at run time.
//
//   1 + x = u + lost = 2^e (1 + f),   f = (u / 2^e - 1) + lost / 2^e
//   log1p(x) = e ln 2 + log(1 + f)
//
// Accuracy: at most 0.84 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; subnormal arguments included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: log1p(±0) = ±0, log1p(-1) = -inf, log1p(+inf) = +inf, log1p(NaN) = NaN;
// log1p(x < -1) = NaN at run time, and does not compile as a constant.
// Source: the sum 1 + x in two parts; the reduction and the polynomial of log.
#pragma once

#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V log1p_lanes(const V& x) {
  using detail::bits_as, detail::rounded, detail::select_less, detail::splat;
  using T = detail::element_of<V>;
  using limits = attn::detail::limits<T>;
  using words = detail::words_of<V>;
  using word = detail::element_of<words>;

  // 1 + x, and what the sum lost: exactly that, but for an x so large that it does not matter.
  // Bounded, so that infinities are not subtracted.
  const V above = attn::detail::at_least(x, rounded(splat<V>(T(-1))));
  const V t = attn::detail::at_most(above, rounded(splat<V>(limits::max)));
  const V u = t + T(1);
  const V lost = t - (u - T(1));

  // f = f_high + f_low: for e = 0 it is x itself. lost / 2^e by two factors, since e is up to 1024.
  const auto [e, m] = detail::in_binary(u);
  const V minus_e = T(0) - e;
  const words k = bits_as<words>(V(minus_e + detail::log_constants<T>::round_to_integer)) -
                  bits_as<words>(splat<V>(detail::log_constants<T>::round_to_integer));
  const words half = k >> 1;
  const V scaled = (lost * detail::power_of_two<V>(half)) * detail::power_of_two<V>(k - half);
  const V high = m - T(1);
  const V added = rounded(scaled);
  const V f = high + added;
  const V f_low = added - (f - high);

  // log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), to first order.
  const V rest = f_low - rounded(f_low * f);
  const V y = detail::log_of_parts(e, f, rest);

  // x itself where it is so small, -0 among it.
  const V size = bits_as<V>(words(bits_as<words>(x) & attn::detail::limits<word>::max));
  const V own = select_less(size, splat<V>(limits::min), x, y);
  return detail::log_or_special(x, T(-1), own);
}

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void logarithm_of_one_plus_a_number_below_minus_one() noexcept {}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T log1p(T x) noexcept {
  if (std::is_constant_evaluated()) {
    if (x < T(-1)) {
      logarithm_of_one_plus_a_number_below_minus_one();
      return attn::detail::limits<T>::quiet_NaN;
    }
  }
  return log1p_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(log1p, (const T& a), (a),
                          "log1p(x): the element type has no log1p; define log1p(T)")
ATTN_STRICT_FP_END
