// SPDX-License-Identifier: BSL-1.0
// Nested loops that read one array or several, each with a stride of its own for every loop. What
// rearrangements and contractions are made of. A nest is worked out as a value (walk), simplified,
// and then is a type (nest<loop<…>, …>), so that no index arithmetic is left for run time: a
// reshape is one loop of stride 1.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The number of axes that a tensor can have: attn::max_rank, which this directory does not see.
// (ops/rearranging.hpp compares the two.)
inline constexpr std::size_t most_axes = 6;

// The loops from the outermost to the innermost. Stride s of an array read n times:
// stride[loop][n].
template <std::size_t Arrays = 1>
struct walk {
  static constexpr std::size_t most = 6 * most_axes;  // of einsum: six operands
  std::size_t count = 0;
  std::size_t extent[most]{};
  std::size_t stride[most][Arrays]{};

  ATTN_ABI constexpr std::size_t volume() const {
    std::size_t product = 1;
    for (std::size_t i = 0; i < count; ++i) product *= extent[i];
    return product;
  }
  ATTN_ABI constexpr void add(std::size_t size, const std::size_t (&strides)[Arrays]) {
    extent[count] = size;
    for (std::size_t a = 0; a < Arrays; ++a) stride[count][a] = strides[a];
    ++count;
  }
};

// The same elements in the same order with as few loops as that takes: one of extent 1 is none, and
// two that go on where the inner one ends are one.
template <std::size_t Arrays>
ATTN_ABI constexpr walk<Arrays> simplified(const walk<Arrays>& all) {
  walk<Arrays> few;
  for (std::size_t i = 0; i < all.count; ++i) {
    if (all.extent[i] == 1) continue;
    bool goes_on = few.count > 0;
    for (std::size_t a = 0; goes_on && a < Arrays; ++a)
      goes_on = few.stride[few.count - 1][a] == all.stride[i][a] * all.extent[i];
    if (goes_on) {
      few.extent[few.count - 1] *= all.extent[i];
      for (std::size_t a = 0; a < Arrays; ++a) few.stride[few.count - 1][a] = all.stride[i][a];
    } else {
      few.add(all.extent[i], all.stride[i]);
    }
  }
  return few;
}

template <std::size_t Extent, std::size_t... Strides>
struct loop {};

// run(f, p…) calls f with the pointers where each element is, in the order of the loops.
template <class... Loops>
struct nest {
  template <class F, class... P>
  ATTN_ABI static constexpr void run(F& f, P... p) {
    f(p...);
  }
};
template <std::size_t Extent, std::size_t... Strides, class... Inner>
struct nest<loop<Extent, Strides...>, Inner...> {
  template <class F, class... P>
  ATTN_ABI static constexpr void run(F& f, P... p) {
    for (std::size_t i = 0; i < Extent; ++i) nest<Inner...>::run(f, (p + i * Strides)...);
  }
};

// One array, its elements in the order of the loops: `to` and the elements after it from `from`.
// Returns where the next one goes.
template <class T>
ATTN_ABI constexpr T* gather(T* to, const T* from, nest<>) {
  *to = *from;
  return to + 1;
}
template <std::size_t Extent, std::size_t Stride, class... Inner, class T>
ATTN_ABI constexpr T* gather(T* to, const T* from, nest<loop<Extent, Stride>, Inner...>) {
  if constexpr (sizeof...(Inner) > 0) {
    for (std::size_t i = 0; i < Extent; ++i) to = gather(to, from + i * Stride, nest<Inner...>{});
    return to;
  } else {
    if constexpr (Stride == 1 && std::is_trivially_copyable_v<T>)
      if (!std::is_constant_evaluated()) {
        // Said, because Clang does not see it in the loop.
        __builtin_memcpy(to, from, Extent * sizeof(T));
        return to + Extent;
      }
    for (std::size_t i = 0; i < Extent; ++i) *to++ = from[i * Stride];
    return to;
  }
}

// Which nests are nothing but a copy, a transposition, or several transpositions one after the
// other: a run-time kernel exists for these.
struct transpositions {
  std::size_t count = 0, rows = 0, columns = 0;  // of what is read
};
template <class Nest>
inline constexpr transpositions as_transpositions{};
template <std::size_t Columns, std::size_t Rows>
inline constexpr transpositions
    as_transpositions<nest<loop<Columns, std::size_t{1}>, loop<Rows, Columns>>>{1, Rows, Columns};
template <std::size_t Count, std::size_t All, std::size_t Columns, std::size_t Rows>
  requires(All == Rows * Columns)
inline constexpr transpositions
    as_transpositions<nest<loop<Count, All>, loop<Columns, std::size_t{1}>, loop<Rows, Columns>>>{
        Count, Rows, Columns};

template <std::size_t Volume, class Nest>
inline constexpr bool is_plain_copy = false;
template <>
inline constexpr bool is_plain_copy<1, nest<>> = true;
template <std::size_t Volume>
inline constexpr bool is_plain_copy<Volume, nest<loop<Volume, std::size_t{1}>>> = true;

// The walk that is a class' `value`, as a type.
template <class Walk>
struct simplified_walk {
  static constexpr auto few = simplified(Walk::value);
  static constexpr std::size_t arrays = std::extent_v<decltype(few.stride), 1>;

  template <std::size_t L, std::size_t... A>
  ATTN_ABI static loop<few.extent[L], few.stride[L][A]...> loop_at(std::index_sequence<A...>);
  template <std::size_t... L>
  ATTN_ABI static nest<decltype(loop_at<L>(std::make_index_sequence<arrays>{}))...> all(
      std::index_sequence<L...>);
  using type = decltype(all(std::make_index_sequence<few.count>{}));
};
template <class Walk>
using nest_of = typename simplified_walk<Walk>::type;

}  // namespace attn::detail
ATTN_STRICT_FP_END
