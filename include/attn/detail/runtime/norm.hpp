// SPDX-License-Identifier: BSL-1.0
// layer_norm and rms_norm of rows at run time: passes of vectors over a few rows at a time. What is
// taken from x is computed again in each pass: a subtraction costs less than a store.
#ifndef ATTN_DETAIL_RUNTIME_NORM_HPP
#define ATTN_DETAIL_RUNTIME_NORM_HPP

#include <cstddef>
#include <type_traits>

#include <attn/detail/generic/norm.hpp>
#include <attn/detail/runtime/row.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

template <origin From, class Isa, std::size_t N, class T>
struct norm_row : row<Isa, N, T> {
  using typename row<Isa, N, T>::V;
  using row<Isa, N, T>::lanes, row<Isa, N, T>::whole, row<Isa, N, T>::tail;
  using row<Isa, N, T>::sums_of;

  // The first Count lanes, and 0 in the others: a mean must not be what is multiplied there.
  template <std::size_t Count>
  ATTN_INLINE static V centred(const V& x, const V& middle) {
    if constexpr (From == origin::mean)
      return keep_first<Count>(V(x - middle), T(0));
    else
      return x;
  }

  // Column i and the Count - 1 after it of every row. Gain and bias are loaded once for all rows.
  template <std::size_t Count, std::size_t Rows, class Gain, class Bias>
  ATTN_INLINE static void write(T* out, const T* x, const V (&middle)[Rows], const V (&scale)[Rows],
                                Gain gain, Bias bias, std::size_t i) {
    [[maybe_unused]] V times, plus;
    if constexpr (!std::is_null_pointer_v<Gain>) times = load_part<V, Count>(gain + i);
    if constexpr (!std::is_null_pointer_v<Bias>) plus = load_part<V, Count>(bias + i);
    for (std::size_t r = 0; r < Rows; ++r) {
      const V c = centred<Count>(load_part<V, Count>(x + r * N + i), middle[r]);
      V y = rounded(V(c * scale[r]));
      if constexpr (!std::is_null_pointer_v<Gain>) y = rounded(V(y * times));
      if constexpr (!std::is_null_pointer_v<Bias>) y = y + plus;
      store_part<Count>(out + r * N + i, y);
    }
  }

  template <std::size_t Rows, class Gain, class Bias>
  ATTN_INLINE static void run(T* out, const T* x, Gain gain, Bias bias, T eps) {
    constexpr T share = T(1) / T(N);
    T total[Rows];
    V middle[Rows]{}, scale[Rows];
    if constexpr (From == origin::mean) {
      sums_of(total, x, [](std::size_t, const V& v, auto) ATTN_INLINE_LAMBDA { return v; });
      for (std::size_t r = 0; r < Rows; ++r) middle[r] = splat<V>(rounded(total[r] * share));
    }
    sums_of(total, x, [&](std::size_t r, const V& v, auto count) ATTN_INLINE_LAMBDA {
      const V c = centred<count>(v, middle[r]);
      return rounded(V(c * c));
    });
    for (std::size_t r = 0; r < Rows; ++r)
      scale[r] = splat<V>(generic::inverse_root(rounded(total[r] * share), eps));
    for (std::size_t i = 0; i < whole * lanes; i += lanes)
      write<lanes>(out, x, middle, scale, gain, bias, i);
    if constexpr (tail > 0) write<tail>(out, x, middle, scale, gain, bias, whole * lanes);
  }
};

template <class T>
struct norm_kernel {
  static constexpr const char* name = kernel_scalar<T> ? "groups of rows" : "plain";
};

// Rows of N elements, one after the other.
template <origin From, std::size_t Rows, std::size_t N, class Isa = native_isa, class T, class Gain,
          class Bias>
ATTN_ABI inline void norm(T* out, const T* x, Gain gain, Bias bias, const T& eps) {
  ATTN_DISPATCHED(
      (is_dispatched<T, 4 * Rows * N>),
      target::runtime::norm<static_cast<target::origin>(From), Rows, N>(out, x, gain, bias, eps))
  if constexpr (kernel_scalar<T>) {
    using row = norm_row<From, Isa, N, T>;
    constexpr std::size_t rest = Rows % row::abreast, together = Rows - rest;
    for (std::size_t r = 0; r < together; r += row::abreast)
      row::template run<row::abreast>(out + r * N, x + r * N, gain, bias, eps);
    if constexpr (rest > 0)
      row::template run<rest>(out + together * N, x + together * N, gain, bias, eps);
  } else {
    generic::norms<From, N, 1>(out, x, Rows, gain, bias, eps);
  }
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
