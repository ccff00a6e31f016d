// SPDX-License-Identifier: BSL-1.0
// softmax and log_softmax of rows, with exp in lanes.
#ifndef ATTN_DETAIL_RUNTIME_SOFTMAX_HPP
#define ATTN_DETAIL_RUNTIME_SOFTMAX_HPP

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/detail/generic/softmax.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/row.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Softmax of rows at run time. `out` may be x: an element is read before its place is written.
//
//   packed         rows of at most half a register: as many to a register as it holds whole
//   side by side   rows of one register
//   rows           longer ones, a few at a time; in both, one tree finds the maxima of all of them,
//                  another their sums, and one division their shares
//   softmax_kernel<T, Rows, N>     which of them, and its name

template <class V>
ATTN_INLINE V larger(const V& a, const V& b) {
  return a > b ? a : b;
}

template <class V>
ATTN_INLINE V exp_not_positive(const V& x) {
  return math::exp_lanes<math::exp_domain::not_positive>(x);
}

template <class Isa, std::size_t N, class T>
struct softmax_row : row<Isa, N, T> {
  using typename row<Isa, N, T>::V;
  using row<Isa, N, T>::lanes, row<Isa, N, T>::whole, row<Isa, N, T>::tail;
  using row<Isa, N, T>::stripes, row<Isa, N, T>::total_of_stripes;

  static constexpr auto maximum = [](const V& a, const V& b) { return larger(a, b); };
  static constexpr auto plus = [](const V& a, const V& b) { return V(a + b); };

  // The maximum of the elements of each lane.
  ATTN_INLINE static V largest_in_lanes(const T* x) {
    if constexpr (whole == 0) {
      return keep_first<tail>(load_part<V, tail>(x), lowest_infinity_of<T>());
    } else {
      V m = load<V>(x);
      for (std::size_t j = 1; j < whole; ++j) m = larger(m, load<V>(x + j * lanes));
      if constexpr (tail > 0) m = larger(m, load<V>(x + N - lanes));  // some twice: no matter
      return m;
    }
  }
  ATTN_INLINE static T largest(const T* x) { return fold_lanes(largest_in_lanes(x), maximum); }

  // out = exp(x - m) for Count vectors, together. Their sums go to sum[First], sum[First + 1], …
  template <std::size_t Count, std::size_t First = 0>
  ATTN_INLINE static void exp_and_add(V (&sum)[stripes], T* out, const T* x, const V& m) {
    const vector_pack<V, Count> e = exp_not_positive(load_pack<V, Count>(x) - m);
    store(out, e);
    for_constants<Count>([&](auto j) ATTN_INLINE_LAMBDA {
      constexpr std::size_t s = (First + j) % stripes;
      sum[s] = sum[s] + e.of[j];
    });
  }

  // out = exp(x - m). The sum, still across the lanes.
  ATTN_INLINE static V exp_and_sum(T* out, const T* x, const V& m) {
    V sum[stripes];
    // -0.0 + e is e.
    for_constants<stripes>([&](auto s) ATTN_INLINE_LAMBDA { sum[s] = splat<V>(T(-0.0)); });
    // Depends on the registers: each exp of several takes its own.
    constexpr std::size_t together = Isa::registers >= 32 ? 4 : 2;
    constexpr std::size_t step = stripes < together ? together : stripes;
    constexpr std::size_t rest = whole % step, steps = whole - rest;
    for (std::size_t j = 0; j < steps; j += step)
      for_constants<step / together>([&](auto pair) ATTN_INLINE_LAMBDA {
        constexpr std::size_t first = pair * together;
        exp_and_add<together, first>(sum, out + (j + first) * lanes, x + (j + first) * lanes, m);
      });
    for_constants<rest>([&](auto j) ATTN_INLINE_LAMBDA {
      exp_and_add<1, j>(sum, out + (steps + j) * lanes, x + (steps + j) * lanes, m);
    });
    if constexpr (tail > 0) {
      const V e =
          exp_not_positive(keep_first<tail>(V(load_part<V, tail>(x + whole * lanes) - m), T(0)));
      store_part<tail>(out + whole * lanes, e);
      sum[whole % stripes] = sum[whole % stripes] + keep_first<tail>(e, T(-0.0));
    }
    return total_of_stripes(sum);
  }

  ATTN_INLINE static void multiply(T* out, const V& share) {
    for (std::size_t i = 0; i < whole * lanes; i += lanes)
      store(out + i, rounded(V(load<V>(out + i) * share)));
    if constexpr (tail > 0) {
      T* last = out + whole * lanes;
      store_part<tail>(last, rounded(V(load_part<V, tail>(last) * share)));
    }
  }

  // The number of rows at a time that stay in the nearest cache between the passes. Depends on that
  // cache: half of 32 KiB, the smallest.
  static constexpr std::size_t abreast = [] {
    constexpr std::size_t nearest = 16 * 1024, of_a_row = 2 * N * sizeof(T);
    std::size_t count = lanes;
    while (count > 1 && count * of_a_row > nearest) count /= 2;
    return count;
  }();

  // A number for each row, in the lanes of one vector: row r's is the one at r * apart. It goes to
  // the lanes of another through memory.
  template <std::size_t Rows>
  struct of_rows {
    static constexpr std::size_t places = std::bit_ceil(Rows), apart = lanes / places;
    T values[lanes];
    ATTN_INLINE V operator[](std::size_t r) const { return splat<V>(values[r * apart]); }
  };

  // --- rows of one vector

  // Depends on the registers: a quarter of them for rows, and as many for their maxima.
  static constexpr std::size_t most_vectors = Isa::registers >= 32 ? 8 : 4;
  static constexpr std::size_t side_by_side = lanes < most_vectors ? lanes : most_vectors;

  // Row R's number, of those that fold_rows finds for Rows of them.
  template <std::size_t R, std::size_t Rows>
  ATTN_INLINE static V of_row(const V& numbers) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) ATTN_INLINE_LAMBDA {
      return Rows == 1
                 ? numbers
                 : __builtin_shufflevector(numbers, numbers, (0 * Index + R * lanes / Rows)...);
    }(std::make_index_sequence<lanes>{});
  }
  // Count of them. exp takes `together` at a time, which depends on the registers, as above.
  template <std::size_t Count>
  ATTN_INLINE static void run_side_by_side(T* out, const T* x) {
    constexpr std::size_t places = std::bit_ceil(Count), together = Isa::registers >= 32 ? 4 : 2;
    V v[Count], largest[places], sum[places];
    for_constants<places>([&](auto r) ATTN_INLINE_LAMBDA {
      if constexpr (r < Count) v[r] = load_part<V, N>(x + r * N);
      largest[r] = keep_first<N>(v[r < Count ? r : 0], lowest_infinity_of<T>());
      sum[r] = splat<V>(T(1));  // of no row: what is divided by raises no exception
    });
    const V m = fold_rows(largest, maximum);
    for_constants<(Count + together - 1) / together>([&](auto part) ATTN_INLINE_LAMBDA {
      constexpr std::size_t first = part * together, left = Count - first;
      constexpr std::size_t now = left < together ? left : together;
      vector_pack<V, now> e;
      for_constants<now>([&](auto i) ATTN_INLINE_LAMBDA {
        e.of[i] = keep_first<N>(V(v[first + i] - of_row<first + i, places>(m)), T(0));
      });
      e = exp_not_positive(e);
      for_constants<now>([&](auto i) ATTN_INLINE_LAMBDA {
        v[first + i] = e.of[i];
        sum[first + i] = keep_first<N>(e.of[i], T(-0.0));
      });
    });
    const V share = quotient(splat<V>(T(1)), fold_rows(sum, plus));
    for_constants<Count>([&](auto r) ATTN_INLINE_LAMBDA {
      store_part<N>(out + r * N, rounded(V(v[r] * of_row<r, places>(share))));
    });
  }
  template <std::size_t Rows>
  ATTN_INLINE static void run_all_side_by_side(T* out, const T* x) {
    constexpr std::size_t rest = Rows % side_by_side, whole = Rows - rest;
#pragma GCC unroll 1
    for (std::size_t r = 0; r < whole; r += side_by_side)
      run_side_by_side<side_by_side>(out + r * N, x + r * N);
    if constexpr (rest > 0) run_side_by_side<rest>(out + whole * N, x + whole * N);
  }

  // --- longer rows

  // Count rows, Together at a time. The maxima of the next ones are found on the way: what they
  // wait for, memory and each other, is nothing that exp waits for.
  template <std::size_t Count, std::size_t Together>
  ATTN_INLINE static void run(T* out, const T* x) {
    using numbers = of_rows<Together>;
    constexpr std::size_t all = Count * N, step = Together * N;
    numbers m, share;
    lifetime_begins(m);
    lifetime_begins(share);
    V largest[numbers::places], sum[numbers::places];
    for (std::size_t r = 0; r < numbers::places; ++r) {
      largest[r] = largest_in_lanes(x + (r < Together ? r : 0) * N);
      sum[r] = splat<V>(T(1));  // of no row: what is divided by raises no exception
    }
    store(m.values, fold_rows(largest, maximum));
#pragma GCC unroll 1
    for (std::size_t i = 0; i < all; i += step) {
      const T* next = x + (i + step < all ? i + step : i);
#pragma GCC unroll 1
      for (std::size_t r = 0; r < Together; ++r) {
        sum[r] = exp_and_sum(out + i + r * N, x + i + r * N, m[r]);
        if constexpr (Count > Together) largest[r] = largest_in_lanes(next + r * N);
      }
      store(share.values, quotient(splat<V>(T(1)), fold_rows(sum, plus)));
      if constexpr (Count > Together) store(m.values, fold_rows(largest, maximum));
      for (std::size_t r = 0; r < Together; ++r) multiply(out + i + r * N, share[r]);
    }
  }
};

// Rows that are segments of one register of Lanes lanes: N of them each.
template <std::size_t Lanes, std::size_t N, class T>
struct softmax_packed {
  using V = vec<T, Lanes>;
  static constexpr std::size_t rows = Lanes / N;

  // Lane Step * i + From of each segment in its lane i. `other` where it has none such, and in the
  // lanes of no segment.
  template <std::size_t Step, std::size_t From>
  ATTN_INLINE static V moved(const V& v, T other) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      return __builtin_shufflevector(v, splat<V>(other),
                                     (Index < rows * N && Step * (Index % N) + From < N
                                          ? Index / N * N + Step * (Index % N) + From
                                          : Lanes + Index)...);
    }(std::make_index_sequence<Lanes>{});
  }

  // The fold of each segment, in all its lanes. `absent` changes nothing. Only in the last step are
  // both operands looked for by all lanes, and lanes of no segment get `outside`.
  template <class Operation, std::size_t Half = std::bit_ceil(N) / 2>
  ATTN_INLINE static V fold(const V& v, T absent, T outside, const Operation& operation) {
    if constexpr (N == 1) {
      return operation(v, splat<V>(absent));
    } else if constexpr (Half == 1) {
      return operation(moved<0, 0>(v, outside), moved<0, 1>(v, outside));
    } else {
      return fold<Operation, Half / 2>(operation(v, moved<1, Half>(v, absent)), absent, outside,
                                       operation);
    }
  }

  ATTN_INLINE static V run(const V& x) {
    // Lanes of no segment are 0, and stay in the range of exp and of the division.
    const V m =
        fold(x, lowest_infinity_of<T>(), T(0), [](const V& a, const V& b) { return larger(a, b); });
    const V e = exp_not_positive(V(x - m));
    const V sum = fold(e, T(-0.0), T(1), [](const V& a, const V& b) { return V(a + b); });
    return rounded(V(e * quotient(splat<V>(T(1)), sum)));
  }

  // The vector at x, of which Count elements are ours.
  template <std::size_t Count>
  ATTN_INLINE static void run(T* out, const T* x) {
    store_part<Count>(out, run(load_part<V, Count>(x)));
  }
};

// Depends on the registers' width alone: several rows in one, a row in one, or a row in several.
template <class T, std::size_t Rows, std::size_t N, class Isa = native_isa>
struct softmax_kernel {
  static constexpr bool packed = 2 * N <= Isa::template lanes<T> && Rows > 1;
  static constexpr bool one_vector = N <= Isa::template lanes<T> && !packed;
  static constexpr const char* name = !kernel_scalar<T> ? "plain"
                                      : packed          ? "rows in a register"
                                      : one_vector      ? "a register for each row"
                                                        : "groups of rows";
};

// Rows of N elements, one after the other.
template <std::size_t Rows, std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void softmax(T* out, const T* x) {
  ATTN_DISPATCHED((is_dispatched<T, 8 * Rows * N>), target::runtime::softmax<Rows, N>(out, x))
  if constexpr (!kernel_scalar<T>) {
    for (std::size_t r = 0; r < Rows; ++r) generic::softmax<N, 1>(out + r * N, x + r * N);
  } else if constexpr (softmax_kernel<T, Rows, N, Isa>::packed) {
    constexpr std::size_t widest = Isa::template lanes<T>;
    constexpr std::size_t lanes = Rows * N >= widest ? widest : std::bit_ceil(Rows * N);
    using packed = softmax_packed<(lanes > least_lanes<T> ? lanes : least_lanes<T>), N, T>;
    constexpr std::size_t step = packed::rows * N, rest = Rows * N % step, whole = Rows * N - rest;
    for (std::size_t i = 0; i < whole; i += step) packed::template run<step>(out + i, x + i);
    if constexpr (rest > 0) packed::template run<rest>(out + whole, x + whole);
  } else {
    using row = softmax_row<Isa, N, T>;
    constexpr std::size_t rest = Rows % row::abreast, whole = Rows - rest;
    if constexpr (softmax_kernel<T, Rows, N, Isa>::one_vector) {
      row::template run_all_side_by_side<Rows>(out, x);
    } else {
      if constexpr (whole > 0) row::template run<whole, row::abreast>(out, x);
      if constexpr (rest > 0) row::template run<rest, rest>(out + whole * N, x + whole * N);
    }
  }
}

// Softmax over at most 8 vectors, lane by lane: what tiny attention has, with one vector for a key.
// In place. Up to 8 keys are as many partial sums of the contract.
template <class Isa, class V, std::size_t Keys>
struct softmax_in_lanes {
  static_assert(Keys <= 8);

  // exp of `Count` vectors, which are put together until they fill a register.
  template <class Part, std::size_t Count>
  ATTN_INLINE static void exp_all(Part (&x)[Count]) {
    if constexpr (Count > 1 && 2 * sizeof(Part) <= Isa::bytes) {
      using pair = vec<element_of<V>, 2 * lanes_of<Part>>;
      pair pairs[(Count + 1) / 2];
      for_constants<(Count + 1) / 2>([&](auto i) ATTN_INLINE_LAMBDA {
        pairs[i] = joined<pair>(x[2 * i], x[2 * i + 1 < Count ? 2 * i + 1 : 2 * i]);
      });
      exp_all(pairs);
      for_constants<Count>([&](auto i) ATTN_INLINE_LAMBDA {
        x[i] = half_of<Part, i % 2 * lanes_of<Part>>(pairs[i / 2]);
      });
    } else {
      for (Part& e : x) e = exp_not_positive(e);
    }
  }

  ATTN_INLINE static void run(V (&s)[Keys]) {
    V m = s[0];
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { m = larger(s[j], m); });
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { s[j] = s[j] - m; });
    exp_all(s);
    V sum[Keys];
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { sum[j] = s[j]; });
    for_constants<3>([&](auto level) ATTN_INLINE_LAMBDA {
      constexpr std::size_t half = 4 >> level;
      for_constants<half>([&](auto l) ATTN_INLINE_LAMBDA {
        if constexpr (l + half < Keys) sum[l] = sum[l] + sum[l + half];
      });
    });
    const V share = quotient(splat<V>(element_of<V>(1)), V(sum[0]));
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { s[j] = rounded(V(s[j] * share)); });
  }
};

// The logarithms of rows' softmax and of its denominator at run time: passes of vectors over a row,
// with softmax's maximum and its 16 partial sums.

template <class Isa, std::size_t N, class T>
struct log_softmax_row : softmax_row<Isa, N, T> {
  using row = softmax_row<Isa, N, T>;
  using row::lanes, row::whole, row::tail, row::stripes;
  using typename row::V;

  // The reduction of exp(x - m), by the exp for every x: log_softmax keeps what a NaN says.
  ATTN_INLINE static T total_of_exp(const T* x, const V& m) {
    V sum[stripes];
    // -0.0 + e is e.
    for_constants<stripes>([&](auto s) ATTN_INLINE_LAMBDA { sum[s] = splat<V>(T(-0.0)); });
    constexpr std::size_t rest = whole % stripes, all = whole - rest;
    const auto add = [&](std::size_t s, const T* from) ATTN_INLINE_LAMBDA {
      sum[s] = sum[s] + math::exp_lanes(V(load<V>(from + s * lanes) - m));
    };
    for (std::size_t j = 0; j < all; j += stripes)
      for_constants<stripes>([&](auto s) ATTN_INLINE_LAMBDA { add(s, x + j * lanes); });
    for_constants<rest>([&](auto s) ATTN_INLINE_LAMBDA { add(s, x + all * lanes); });
    if constexpr (tail > 0) {
      const V e =
          math::exp_lanes(keep_first<tail>(V(load_part<V, tail>(x + whole * lanes) - m), T(0)));
      sum[whole % stripes] = sum[whole % stripes] + keep_first<tail>(e, T(-0.0));
    }
    return row::total(sum);
  }

  ATTN_INLINE static void log_softmax(T* out, const T* x) {
    const V m = splat<V>(row::largest(x));
    const V log_d = splat<V>(math::log(total_of_exp(x, m)));
    for (std::size_t i = 0; i < whole * lanes; i += lanes)
      store(out + i, V((load<V>(x + i) - m) - log_d));
    if constexpr (tail > 0)
      store_part<tail>(out + whole * lanes, V((load_part<V, tail>(x + whole * lanes) - m) - log_d));
  }

  ATTN_INLINE static T logsumexp(const T* x) {
    const T m = kept_finite(row::largest(x));
    return m + math::log(total_of_exp(x, splat<V>(m)));
  }
};

// Rows of N elements, one after the other.
template <std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void log_softmax(T* out, const T* x, std::size_t rows) {
  ATTN_DISPATCHED((is_dispatched<T, 8 * N>), target::runtime::log_softmax<N>(out, x, rows))
  for (std::size_t r = 0; r < rows; ++r) {
    if constexpr (kernel_scalar<T>)
      log_softmax_row<Isa, N, T>::log_softmax(out + r * N, x + r * N);
    else
      generic::log_softmax<N, 1>(out + r * N, x + r * N);
  }
}
template <std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void logsumexp(T* out, const T* x, std::size_t rows) {
  ATTN_DISPATCHED((is_dispatched<T, 8 * N>), target::runtime::logsumexp<N>(out, x, rows))
  for (std::size_t r = 0; r < rows; ++r) {
    if constexpr (kernel_scalar<T>)
      out[r] = log_softmax_row<Isa, N, T>::logsumexp(x + r * N);
    else
      out[r] = generic::logsumexp<N, 1>(x + r * N);
  }
}

// exp of many elements at run time: where a group of vectors holds nothing extreme, which is asked
// once for all of them, the result is a normal number and its exponent a plain addition.

// Negative where |x| is above the bound, or x is a NaN: as integers, numbers without sign are in
// the order of their values.
template <class V>
ATTN_INLINE words_of<V> beyond(const V& x, element_of<V> bound) {
  using word = element_of<words_of<V>>;
  constexpr word all_but_sign = attn::detail::limits<word>::max;
  return bits_as<word>(bound) - (bits_as<words_of<V>>(x) & all_but_sign);
}

template <class T, std::size_t N, class Isa = native_isa>
struct exp_kernel {
  static constexpr const char* name =
      N < 8 * Isa::template lanes<T> ? "vectors" : "groups of vectors";
};

template <std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void exp(T* out, const T* x) {
  ATTN_DISPATCHED((is_dispatched<T, 8 * N>), target::runtime::exp<N>(out, x))
  using V = vec<T, Isa::template lanes<T>>;
  // `together` depends on the latency of additions, as one exp waits for itself, and `group` on
  // branches: one for eight vectors is hardly felt.
  constexpr std::size_t lanes = lanes_of<V>, group = 8 * lanes, together = 2;
  constexpr std::size_t rest = N % group, whole = N - rest;
#pragma GCC unroll 1
  for (std::size_t i = 0; i < whole; i += group) {
    words_of<V> extreme{};
    for_constants<group / lanes>([&](auto j) ATTN_INLINE_LAMBDA {
      extreme = extreme | beyond(load<V>(x + i + j * lanes), math::moderate_bound<T>);
    });
    if (any_negative(extreme)) {
      for (std::size_t j = i; j < i + group; j += lanes)
        store(out + j, math::exp_lanes(load<V>(x + j)));
    } else {
#pragma GCC unroll 1
      for (std::size_t j = i; j < i + group; j += together * lanes)
        store(out + j, math::exp_lanes<math::exp_domain::moderate>(load_pack<V, together>(x + j)));
    }
  }
  if constexpr (rest > 0)
    elementwise<rest, Isa>(
        out + whole, [](const auto& v) ATTN_INLINE_LAMBDA { return math::exp_lanes(v); },
        x + whole);
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
