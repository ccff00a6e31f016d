// SPDX-License-Identifier: BSL-1.0
// sqrt(x): the square root, for float and double, at compile time and at run time.
//
// Correctly rounded (0.5 ulp), as IEEE 754 requires of the hardware that computes it at run time;
// in constant evaluation, and where there is no such instruction, by Heron's method with a
// correction of the last bit. The C library is not called. At run time, sqrt_lanes of a vector is
// an instruction if the compiler has a builtin for it: Clang does, GCC without intrinsics does not.
// Special values: sqrt(±0) = ±0, sqrt(+inf) = +inf, sqrt(NaN) = NaN. sqrt(x < 0) = NaN at run time,
// and does not compile as a constant.
#ifndef ATTN_MATH_SQRT_HPP
#define ATTN_MATH_SQRT_HPP

#include <limits>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/detail/polynomial.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

namespace detail {

// Whether sqrt_lanes is one instruction at run time, and not lane by lane.
#if defined(__has_builtin)
#if __has_builtin(__builtin_elementwise_sqrt)
#define ATTN_HAS_SQRT_LANES 1
#endif
#endif
#if defined(ATTN_HAS_SQRT_LANES)
inline constexpr bool has_sqrt_lanes = true;
#else
inline constexpr bool has_sqrt_lanes = false;
#endif

// Whether the processor has an instruction for the root of a T. Elsewhere the compiler would call
// the C library. The library's own steps take its place.
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
template <class T>
inline constexpr bool has_sqrt_instruction = true;
#elif defined(__GNUC__) && (defined(__aarch64__) || defined(__arm__)) && defined(__ARM_FP)
template <class T>  // a bit for each format, its size
inline constexpr bool has_sqrt_instruction = (__ARM_FP & sizeof(T)) != 0;
#elif defined(__GNUC__) && defined(__riscv_flen)
template <class T>
inline constexpr bool has_sqrt_instruction = __riscv_flen >= 8 * sizeof(T);
#elif defined(__wasm__)
template <class T>
inline constexpr bool has_sqrt_instruction = has_sqrt_lanes;
#else
template <class T>
inline constexpr bool has_sqrt_instruction = false;
#endif

// At run time. Not __builtin_sqrt: of a negative number, it calls the C library, which sets errno.
template <class T>
ATTN_INLINE T sqrt_instruction(T x) {
#if defined(ATTN_HAS_SQRT_LANES)
  return __builtin_elementwise_sqrt(x);
#else
  constexpr bool is_float = sizeof(T) == 4;
  // In one register: the instruction keeps the upper part of its result, so that it would wait for
  // what was in another one.
#if (defined(__x86_64__) || defined(__i386__)) && defined(ATTN_AVX)
  if constexpr (is_float)
    asm("vsqrtss %0, %0, %0" : "+x"(x));
  else
    asm("vsqrtsd %0, %0, %0" : "+x"(x));
#elif defined(__x86_64__) || defined(__i386__)
  if constexpr (is_float)
    asm("sqrtss %0, %0" : "+x"(x));
  else
    asm("sqrtsd %0, %0" : "+x"(x));
#elif defined(__aarch64__)
  if constexpr (is_float)
    asm("fsqrt %s0, %s1" : "=w"(x) : "w"(x));
  else
    asm("fsqrt %d0, %d1" : "=w"(x) : "w"(x));
#elif defined(__arm__)
  if constexpr (is_float)
    asm("vsqrt.f32 %0, %1" : "=t"(x) : "t"(x));
  else
    asm("vsqrt.f64 %P0, %P1" : "=w"(x) : "w"(x));
#elif defined(__riscv_flen)
  if constexpr (is_float)
    asm("fsqrt.s %0, %1" : "=f"(x) : "f"(x));
  else
    asm("fsqrt.d %0, %1" : "=f"(x) : "f"(x));
#endif
  return x;
#endif
}

// The root of positive normal numbers. x = m 4^h with m in [1, 4). Heron's steps come to within an
// ulp of the root s of m, and what s s lacks to m is exact in two parts of s (Veltkamp, Dekker):
// compared with what half an ulp makes, it decides between s and its neighbours. Products that meet
// a sum here are exact too, except the square of a guess, so that nothing depends on who fuses
// them.
template <class V>
ATTN_INLINE constexpr V sqrt_of_normal(const V& x) {
  using attn::detail::bits_as;
  using T = attn::detail::element_of<V>;
  using words = attn::detail::words_of<V>;
  using word = attn::detail::element_of<words>;
  constexpr int digits = std::numeric_limits<T>::digits;  // 24 or 53, the hidden bit included
  constexpr T ulp = attn::detail::limits<T>::epsilon, split = T((1ll << (digits + 1) / 2) + 1);
  constexpr T slope = T(0.3431), start = T(0.6863), half = T(0.5);
  constexpr word one = bits_as<word>(T(1)), below_four = (word{1} << digits) - 1;
  constexpr int mantissa_bits = digits - 1, sign = std::numeric_limits<word>::digits;
  constexpr word bias = std::numeric_limits<T>::max_exponent - 1;

  const words above_one = bits_as<words>(x) - one;
  const V m = bits_as<V>(words((above_one & below_four) + one));
  V s = m * slope + start;  // to 3 %, and each step doubles the digits
  s = (s + m / s) * half;
  s = (s + m / s) * half;
  s = (s + m / s) * half;
  if constexpr (digits > 24) s = (s + m / s) * half;

  const V scaled = attn::detail::rounded(s * split);
  const V high = scaled - (scaled - s), low = s - high;
  const V lacks = ((m - high * high) - (high + high) * low) - low * low;
  const V border = s * ulp;  // (s + ulp / 2)^2 - s^2, but for less than the last bit of lacks
  const words up = bits_as<words>(V(border - lacks)) >> sign;      // -1 if the next is closer
  const words stays = bits_as<words>(V(-border - lacks)) >> sign;  // 0 if the one before is
  const V root = bits_as<V>(words(bits_as<words>(s) - up - stays - 1));
  const words exponent = (above_one >> digits) + bias;
  return root * bits_as<V>(words(exponent << mantissa_bits));
}

// Of a finite positive number.
template <class T>
ATTN_ABI constexpr T sqrt_in_steps(T x) noexcept {
  constexpr int digits = std::numeric_limits<T>::digits;
  constexpr T scale = T(1ll << (digits + 1) / 2);
  if (x < attn::detail::limits<T>::min) return sqrt_of_normal(x * scale * scale) / scale;
  return sqrt_of_normal(x);
}

}  // namespace detail

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void square_root_of_a_negative_number() noexcept {}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T sqrt(T x) noexcept {
  if (std::is_constant_evaluated() || !detail::has_sqrt_instruction<T>) {
    if (x < T(0)) {
      square_root_of_a_negative_number();
      return attn::detail::limits<T>::quiet_NaN;
    }
    if (!(x > T(0)) || x == attn::detail::infinity_of<T>()) return x;  // ±0, NaN, +inf
    return detail::sqrt_in_steps(x);
  }
  return detail::sqrt_instruction(x);
}

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V sqrt_lanes(const V& x) {
  using T = attn::detail::element_of<V>;
#if defined(ATTN_HAS_SQRT_LANES)
  if constexpr (detail::has_sqrt_instruction<T>)
    if (!std::is_constant_evaluated()) return __builtin_elementwise_sqrt(x);
#endif
  if (!std::is_constant_evaluated() && detail::has_sqrt_instruction<T>) {
    auto lanes = attn::detail::bits_as<attn::detail::block<T, attn::detail::lanes_of<V>>>(x);
    for (T& lane : lanes.data) lane = sqrt(lane);
    return attn::detail::bits_as<V>(lanes);
  }
  using limits = attn::detail::limits<T>;
  return attn::detail::scalar_fallback(
      x, limits::min, limits::max, [](const V& normal) { return detail::sqrt_of_normal(normal); },
      [](T lane) { return sqrt(lane); });
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(sqrt, (const T& a), (a),
                          "sqrt(x): the element type has no sqrt; define sqrt(T)")
ATTN_STRICT_FP_END

#endif
