// SPDX-License-Identifier: BSL-1.0
// Products of rows that become integers on the way: out = x W^T, where each row of x is rounded to
// int8 with a scale of its own (int8_dynamic, layers/quantized.hpp).
//
//   scale(i) = max|x(i, k)| / 127      v(i, k) = x(i, k) / scale(i), rounded, ties to even
//
// or with the same scale for all rows (int8_static): v is from -128 to 127, and NaN makes scale(i)
// NaN.
//
//   out(i, j) = float(sum over k of v(i, k) * W(j, k)) * scale(i) * scales(j)
//
// The sums are exact in 32 bits for at most 2^17 inputs, so that no order of additions is promised,
// and every target may take its own instruction: VNNI, AArch64's dot product, x86's products of 16
// bits, or plain vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/detail/runtime/row.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

inline constexpr std::size_t most_integer_inputs = std::size_t{1} << 17;

// The integer next to x, of two the even one, and at most `largest`.
ATTN_ABI constexpr int nearest_integer(float x, int largest) {
  int n = static_cast<int>(x);
  const float rest = x - static_cast<float>(n);
  if (rest > 0.5f || (rest == 0.5f && n % 2 != 0)) ++n;
  if (rest < -0.5f || (rest == -0.5f && n % 2 != 0)) --n;
  return n > largest ? largest : n < -largest ? -largest : n;
}

// x / scale as an integer, with saturation. NaN is 0. A quotient that overflows is no constant.
ATTN_ABI constexpr int saturated_integer(float x, float scale) {
  if (scale < 1.0f && (x > 129 * scale || x < -129 * scale)) return x > 0 ? 127 : -128;
  const float ratio = x / scale;
  if (!(ratio > -128.0f)) return ratio <= -128.0f ? -128 : 0;
  return ratio >= 127.0f ? 127 : nearest_integer(ratio, 127);
}

// The scale of numbers whose largest magnitude has these bits.
ATTN_ABI constexpr float scale_of_largest(std::int32_t bits) {
  constexpr std::int32_t infinite = 0x7f800000;
  return bits >= infinite ? limits<float>::quiet_NaN : bits_as<float>(bits) / 127.0f;
}
ATTN_ABI constexpr std::int32_t magnitude_bits(float x) {
  return bits_as<std::int32_t>(x) & 0x7fffffff;
}
ATTN_ABI constexpr float scale_of_row(std::int32_t largest) { return scale_of_largest(largest); }
ATTN_ABI constexpr float scale_of_row(std::int32_t largest, float fixed) {
  return largest > 0x7f800000 ? limits<float>::quiet_NaN : fixed;
}

namespace runtime {

#if defined(ATTN_VECTORS)

// Products of Bytes weights and as many inputs, added to the lanes of a vector of sums. Weights are
// raised by `offset`, so that offset times the sum of the inputs is to be subtracted at the end.
template <std::size_t Bytes>
struct integer_dot {
  using sums = vec<std::int32_t, Bytes / 4>;
#if (defined(__AVX512VNNI__) && defined(__AVX512VL__)) || defined(__AVXVNNI__)
  using input = std::int8_t;
  using inputs = vec<input, Bytes>;
  static constexpr int offset = 128;
  ATTN_INLINE static inputs weights(const std::int8_t* from) { return load<inputs>(from) ^ -128; }
  ATTN_INLINE static void add(sums& sum, const inputs& x, const inputs& w) {
#if defined(__AVX512VNNI__) && defined(__AVX512VL__)
    asm("vpdpbusd {%2, %1, %0|%0, %1, %2}" : "+v"(sum) : "v"(w), "v"(x));
#else
    asm("%{vex%} vpdpbusd {%2, %1, %0|%0, %1, %2}" : "+x"(sum) : "x"(w), "x"(x));
#endif
  }
#elif defined(__ARM_FEATURE_DOTPROD)
  using input = std::int8_t;
  using inputs = vec<input, Bytes>;
  static constexpr int offset = 0;
  ATTN_INLINE static inputs weights(const std::int8_t* from) { return load<inputs>(from); }
  ATTN_INLINE static void add(sums& sum, const inputs& x, const inputs& w) {
    asm("sdot %0.4s, %1.16b, %2.16b" : "+w"(sum) : "w"(x), "w"(w));
  }
#else
  using input = std::int16_t;
  using inputs = vec<input, Bytes / 2>;
  static constexpr int offset = 0;
  ATTN_INLINE static inputs weights(const std::int8_t* from) {
    return __builtin_convertvector(load<vec<std::int8_t, Bytes / 2>>(from), inputs);
  }
  ATTN_INLINE static void add(sums& sum, const inputs& x, const inputs& w) {
#if defined(__AVX2__)
    sum += bits_as<sums>(__builtin_ia32_pmaddwd256(x, w));
#elif defined(__SSE2__)
    sum += bits_as<sums>(__builtin_ia32_pmaddwd128(x, w));
#else
    // A product is at most 127 * 128 and fits in 16 bits.
    using half = vec<input, Bytes / 4>;
    const inputs products = x * w;
    sum += __builtin_convertvector(half_of<half, 0>(products), sums) +
           __builtin_convertvector(half_of<half, Bytes / 4>(products), sums);
#endif
  }
#endif
};

// How K inputs lie in memory: parts of a vector. The last part ends where the row ends, over
// numbers that the part before it has too, which are 0 there.
template <std::size_t K>
struct integer_parts {
#if (defined(__AVX512VNNI__) && defined(__AVX512VL__))
  static constexpr std::size_t bytes = K >= 64 ? 64 : K >= 32 ? 32 : 16;
#elif defined(__AVX2__)
  static constexpr std::size_t bytes = 32;
#else
  static constexpr std::size_t bytes = 16;
#endif
  using dot = integer_dot<bytes>;
  static constexpr std::size_t lanes = lanes_of<typename dot::inputs>;
  static constexpr std::size_t rest = K % lanes, whole = K - rest;
  static constexpr std::size_t size = whole + (rest > 0 ? lanes : 0);
  static constexpr bool fits = K >= lanes;
};

// A row as integers, its scale, and the sum of the integers.
template <std::size_t K>
struct integer_row {
  using parts = integer_parts<K>;
  using input = typename parts::dot::input;
  alignas(64) input values[parts::size];
  float scale;
  std::int32_t sum;

  template <class... Fixed>
  ATTN_INLINE void read(const float* x, Fixed... fixed) {
    constexpr bool is_static = sizeof...(Fixed) != 0;
    using V = vec<float, native_isa::lanes<float>>;
    using W = words_of<V>;
    constexpr std::size_t lanes = lanes_of<V>, whole = K - K % lanes;
    W most{};
#pragma GCC unroll 4
    for (std::size_t k = 0; k < whole; k += lanes) {
      const W bits = load<W>(x + k) & 0x7fffffff;
      most = most > bits ? most : bits;
    }
    std::int32_t largest = fold_lanes(
        most, [](const auto& a, const auto& b) ATTN_INLINE_LAMBDA { return W(a > b ? a : b); });
    for (std::size_t k = whole; k < K; ++k)
      if (magnitude_bits(x[k]) > largest) largest = magnitude_bits(x[k]);
    scale = scale_of_row(largest, fixed...);
    sum = 0;
    if (!(scale > 0)) {
      for (input& value : values) value = 0;
      return;
    }
    // Adding 1.5 * 2^23 rounds to an integer, which is in the lowest bits then.
    W sums{};
#pragma GCC unroll 2
    for (std::size_t k = 0; k < whole; k += lanes) {
      V ratio = quotient(load<V>(x + k), splat<V>(scale));
      if constexpr (is_static) {
        ratio = ratio > 127.0f ? splat<V>(127.0f) : ratio;
        ratio = ratio < -128.0f ? splat<V>(-128.0f) : ratio;
      }
      W n = bits_as<W>(V(ratio + splat<V>(0x1.8p23f))) - 0x4b400000;
      n = n > 127 ? W{} + 127 : n;
      if constexpr (!is_static) n = n < -127 ? W{} - 127 : n;
      sums += n;
      const auto halves = __builtin_convertvector(n, vec<std::int16_t, lanes>);
      if constexpr (sizeof(input) == 2)
        store(values + k, halves);
      else
        store(values + k, __builtin_convertvector(halves, vec<std::int8_t, lanes>));
    }
    sum =
        fold_lanes(sums, [](const auto& a, const auto& b) ATTN_INLINE_LAMBDA { return W(a + b); });
    for (std::size_t k = whole; k < K; ++k) {
      values[k] = static_cast<input>(is_static ? saturated_integer(x[k], scale)
                                               : nearest_integer(quotient(x[k], scale), 127));
      sum += values[k];
    }
    if constexpr (parts::rest > 0) {
      constexpr std::size_t apart = parts::lanes - parts::rest;
      for (std::size_t k = K; k > parts::whole; --k) values[k - 1 + apart] = values[k - 1];
      for (std::size_t k = parts::whole; k < parts::whole + apart; ++k) values[k] = 0;
    }
  }
};

// Rows by Outputs, a power of two that is no more than the lanes of the sums: the weights of the
// first output are at w.
template <std::size_t Rows, std::size_t Outputs, std::size_t K, bool PerRow, std::size_t N>
ATTN_INLINE void multiply_integer_rows(float* out, const integer_row<K>* rows, const std::int8_t* w,
                                       const float* scales) {
  using parts = integer_parts<K>;
  using dot = typename parts::dot;
  using sums = typename dot::sums;
  sums sum[Rows][Outputs]{};
  const auto add = [&](std::size_t in_row, std::size_t in_weights) ATTN_INLINE_LAMBDA {
    typename dot::inputs x[Rows];
    for_constants<Rows>([&](auto r) ATTN_INLINE_LAMBDA {
      x[r] = load<typename dot::inputs>(rows[r].values + in_row);
    });
    for_constants<Outputs>([&](auto j) ATTN_INLINE_LAMBDA {
      const auto weights = dot::weights(w + j * K + in_weights);
      if constexpr (Rows == 1) prefetch(w + j * K + in_weights, Outputs * K);
      for_constants<Rows>([&](auto r) ATTN_INLINE_LAMBDA { dot::add(sum[r][j], x[r], weights); });
    });
  };
#pragma GCC unroll 1
  for (std::size_t k = 0; k < parts::whole; k += parts::lanes) add(k, k);
  if constexpr (parts::rest > 0) add(parts::whole, K - parts::lanes);
  for_constants<Rows>([&](auto r) ATTN_INLINE_LAMBDA {
    const sums folded = fold_rows(
        sum[r], [](const auto& a, const auto& b) ATTN_INLINE_LAMBDA { return sums(a + b); });
    const std::int32_t too_much = dot::offset * rows[r].sum;
    constexpr std::size_t apart = lanes_of<sums> / Outputs;
    if constexpr (Outputs == 1) {
      const float scaled = rounded(static_cast<float>(folded[0] - too_much) * rows[r].scale);
      out[r * N] = rounded(scaled * scales[0]);
    } else {
      using V = vec<float, Outputs>;
      const auto exact = [&]<std::size_t... J>(std::index_sequence<J...>) ATTN_INLINE_LAMBDA {
        return __builtin_shufflevector(folded, folded, (J * apart)...) - too_much;
      }(std::make_index_sequence<Outputs>{});
      const V scaled = rounded(V(__builtin_convertvector(exact, V) * splat<V>(rows[r].scale)));
      const V of_output = PerRow ? load<V>(scales) : splat<V>(scales[0]);
      store(out + r * N, rounded(V(scaled * of_output)));
    }
  });
}

template <std::size_t Rows, std::size_t K, std::size_t N, bool PerRow, class... Fixed>
ATTN_ABI inline void multiply_as_integers(float* out, const float* x, const std::int8_t* w,
                                          const float* scales, Fixed... fixed) {
  integer_row<K> rows[Rows];
  lifetime_begins(rows);
  for (std::size_t r = 0; r < Rows; ++r) rows[r].read(x + r * K, fixed...);
  constexpr std::size_t at_once = 4, whole = N - N % at_once;
#pragma GCC unroll 1
  for (std::size_t j = 0; j < whole; j += at_once)
    multiply_integer_rows<Rows, at_once, K, PerRow, N>(out + j, rows, w + j * K,
                                                       scales + (PerRow ? j : 0));
#pragma GCC unroll 1
  for (std::size_t j = whole; j < N; ++j)
    multiply_integer_rows<Rows, 1, K, PerRow, N>(out + j, rows, w + j * K,
                                                 scales + (PerRow ? j : 0));
}

#endif

}  // namespace runtime

// out (M, N) = x (M, K) by the integers w (N, K), with a scale for each output or one for all, and
// the scale of the inputs, if it is fixed.
template <std::size_t M, std::size_t K, std::size_t N, bool PerRow, class... Fixed>
ATTN_ABI constexpr void multiply_by_integers(float* out, const float* x, const std::int8_t* w,
                                             const float* scales, Fixed... fixed) {
#if defined(ATTN_VECTORS)
  if constexpr (runtime::integer_parts<K>::fits) {
    if (!std::is_constant_evaluated()) {
      constexpr std::size_t registers = native_isa::registers >= 32 ? 4 : 2;
      constexpr std::size_t high = M < registers ? M : registers, rest = M % high;
      for (std::size_t i = 0; i < M - rest; i += high)
        runtime::multiply_as_integers<high, K, N, PerRow>(out + i * N, x + i * K, w, scales,
                                                          fixed...);
      if constexpr (rest > 0)
        runtime::multiply_as_integers<rest, K, N, PerRow>(out + (M - rest) * N, x + (M - rest) * K,
                                                          w, scales, fixed...);
      return;
    }
  }
#endif
  for (std::size_t i = 0; i < M; ++i, x += K) {
    std::int8_t values[K]{};
    std::int32_t largest = 0;
    for (std::size_t k = 0; k < K; ++k)
      if (magnitude_bits(x[k]) > largest) largest = magnitude_bits(x[k]);
    const float scale = scale_of_row(largest, fixed...);
    if (scale > 0)
      for (std::size_t k = 0; k < K; ++k)
        values[k] =
            static_cast<std::int8_t>(sizeof...(Fixed) != 0 ? saturated_integer(x[k], scale)
                                                           : nearest_integer(x[k] / scale, 127));
    for (std::size_t j = 0; j < N; ++j) {
      std::int32_t sum = 0;
      for (std::size_t k = 0; k < K; ++k) sum += values[k] * w[j * K + k];
      const float scaled = rounded(static_cast<float>(sum) * scale);
      *out++ = rounded(scaled * scales[PerRow ? j : 0]);
    }
  }
}

// The same of elements of analysis: bounds of the integers, and what is computed of them.
//
//   v from nearest(lower / scale) to nearest(upper / scale): a quotient of float rises with x, and
//   falls with the scale where x is positive; y lies between products of the extreme sums
//
// And as far as x is known, because |scale v - x| is half a scale but for roundings:
//
//   y = scales (sum of w x + e),  |e| <= sum of |w| (scale (1/2 + 2^-15) + 70 of the least numbers)
//
// 2^-15 is 127 roundings, of scale and quotient. A scale that is subnormal is off by half of the
// least number, 127 times. With a fixed scale e also has by how much |x| exceeds 127 scales. Both
// hold for every real x, so that both bound the result.
template <class T>
concept element_with_bounds = requires(const T& x) {
  bounds_of(x);
} && std::is_same_v<decltype(bounds_of(std::declval<const T&>()).lower), float>;
template <class T>
concept element_with_set = requires(const T* x) { T::of_all(x, std::size_t{1}); };
template <class T>
concept element_of_record = requires(const T* x, const std::int8_t* w) {
  T::template of_integers<1>(x, w, 1.0f, 1.0, true);
};
template <class T>
concept element_of_integer_products = element_with_bounds<T> || element_with_set<T>;

template <class Bounds, std::size_t K>
struct integers_of_row {
  int low[K]{}, high[K]{};
  float least_scale = 0, largest_scale = 0;
  double beyond = 0;
  bool finite = true, may_overflow = false, fixed = false;

  template <class... Scale>
  ATTN_ABI constexpr explicit integers_of_row(const Bounds* x, const Scale&... scale)
      : fixed(sizeof...(Scale) != 0) {
    float least = 0, largest = 0;
    for (std::size_t k = 0; k < K; ++k) {
      finite = finite && x[k].bounded();
      may_overflow = may_overflow || x[k].may_overflow;
      const float from = x[k].lower > 0 ? x[k].lower : x[k].upper < 0 ? -x[k].upper : 0.0f;
      const float to = -x[k].lower > x[k].upper ? -x[k].lower : x[k].upper;
      if (from > least) least = from;
      if (to > largest) largest = to;
    }
    finite = finite && ((scale >= 0) && ...);
    if (!finite) return;
    least_scale = least / 127.0f, largest_scale = largest / 127.0f;
    if constexpr (sizeof...(Scale) != 0) {
      least_scale = largest_scale = (scale, ...);
      beyond = static_cast<double>(largest) - 127 * static_cast<double>(largest_scale);
    }
    for (std::size_t k = 0; k < K; ++k)
      low[k] = integer(x[k].lower, true), high[k] = integer(x[k].upper, false);
  }
  ATTN_ABI constexpr float scale_for(bool largest) const {
    return largest ? largest_scale : least_scale;
  }
  ATTN_ABI constexpr double error() const {
    return static_cast<double>(largest_scale) * (0.5 + 0x1p-15) + (beyond > 0 ? beyond : 0) +
           70 * 0x1p-149;
  }

 private:
  ATTN_ABI constexpr int integer(float x, bool is_lower) const {
    if (fixed) return largest_scale > 0 ? saturated_integer(x, largest_scale) : 0;
    const bool outward = is_lower == (x < 0);  // a smaller scale makes the integer farther from 0
    if (!outward && !(least_scale > 0)) return 0;
    const float scale = outward ? least_scale : largest_scale;
    const double ends = 128 * static_cast<double>(scale);  // beyond, also if the scale may be 0
    if (static_cast<double>(x) > ends) return 127;
    if (static_cast<double>(x) < -ends) return -127;
    return scale > 0 ? nearest_integer(x / scale, 127) : 0;
  }
};

template <class T, class Bounds, std::size_t K>
ATTN_ABI constexpr T element_of_integers(const T* x, const integers_of_row<Bounds, K>& row,
                                         const std::int8_t* w, float scale) {
  if (!row.finite || !(scale <= limits<float>::max)) return T(Bounds::anything());
  std::int64_t low = 0, high = 0, size = 0;
  for (std::size_t k = 0; k < K; ++k) {
    low += w[k] * (w[k] > 0 ? row.low[k] : row.high[k]);
    high += w[k] * (w[k] > 0 ? row.high[k] : row.low[k]);
    size += w[k] < 0 ? -w[k] : w[k];
  }
  const auto factor = static_cast<double>(scale);
  const double largest = static_cast<double>(-low > high ? -low : high) * row.largest_scale;
  if (!(largest < 0x1p126 && largest * factor < 0x1p126)) return T(Bounds::anything());
  const float from = rounded(static_cast<float>(low) * row.scale_for(low < 0));
  const float to = rounded(static_cast<float>(high) * row.scale_for(high >= 0));
  const float least = rounded(from * scale), most = rounded(to * scale);
  Bounds all(least, most);
  all.may_overflow = row.may_overflow;
  if (least == most) return T(all);
  const double weights = static_cast<double>(size) * factor, by = weights * row.error();
  const double reach = weights * 128 * static_cast<double>(row.largest_scale);
  const double error = (by + reach * 0x1p-21 + (factor + 3) * 0x1p-149) * (1 + 0x1p-40);
  if constexpr (element_of_record<T>) {
    return within_bounds(T::template of_integers<K>(x, w, scale, error, row.fixed), all);
  } else {
    T sum(0);
    for (std::size_t k = 0; k < K; ++k)
      if (w[k] != 0) sum = sum + x[k] * T(static_cast<int>(w[k]));
    return within_bounds(sum * T(scale) + T(Bounds(-error, error)), all);
  }
}

template <std::size_t M, std::size_t K, std::size_t N, bool PerRow, class T, class... Fixed>
ATTN_ABI constexpr void multiply_elements_by_integers(T* out, const T* x, const std::int8_t* w,
                                                      const float* scales, Fixed... fixed) {
  for (std::size_t i = 0; i < M; ++i, x += K) {
    if constexpr (element_with_set<T>) {
      const T all = T::of_all(x, K);
      for (std::size_t j = 0; j < N; ++j) *out++ = all;
    } else {
      using bounds = std::remove_cvref_t<decltype(bounds_of(*x))>;
      bounds of_x[K];
      for (std::size_t k = 0; k < K; ++k) of_x[k] = bounds_of(x[k]);
      const integers_of_row<bounds, K> row(of_x, fixed...);
      for (std::size_t j = 0; j < N; ++j)
        *out++ = element_of_integers<T, bounds>(x, row, w + j * K, scales[PerRow ? j : 0]);
    }
  }
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
