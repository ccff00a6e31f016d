// SPDX-License-Identifier: BSL-1.0
// What special elements bring with them: their storage, their rules of reverse mode, bounds of
// whole rows. Packed matrices, and objects on the stack of kernels, are at the end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Where a tensor's elements live: inside the object, row-major, aligned to the next power of two of
// their size up to a cache line, whatever the compiler's flags.
//
// A struct of its own and not an array member of tensor: nothing can be laid into the tail padding
// of a member of this (C++98 POD) type, so run-time kernels may write to all `capacity`
// elements.

// rules::largest_object, which detail/ does not see.
inline constexpr std::size_t largest_storage =
    sizeof(std::size_t) > 4 ? std::size_t{PTRDIFF_MAX} / 8 : std::size_t{PTRDIFF_MAX} - 63;

// The number of elements; 1 where no array can have them, which a rule reports (addressable).
template <class T, std::size_t N>
inline constexpr std::size_t storage_size = N <= largest_storage / sizeof(T) ? N : 1;

template <class T, std::size_t N>
inline constexpr std::size_t storage_alignment = [] {
  constexpr std::size_t cache_line = 64;
  const std::size_t whole = std::bit_ceil(storage_size<T, N> * sizeof(T));
  const std::size_t wanted = whole < cache_line ? whole : cache_line;
  return wanted < alignof(T) ? alignof(T) : wanted;
}();

template <class T, std::size_t N>
struct alignas(storage_alignment<T, N>) storage {
  T data[storage_size<T, N>];
};

// For results that a kernel is about to write in full.
struct uninitialized_t {};
inline constexpr uninitialized_t uninitialized{};

// The elements that fit into the storage, padding included.
template <class T, std::size_t N>
inline constexpr std::size_t capacity = sizeof(storage<T, N>) / sizeof(T);

}  // namespace attn::detail

namespace attn {

// What an operation needs to know of reverse mode (learning/gradient.hpp): whether its elements are
// recorded, and where its rule is, which ops/detail/operation.hpp asks.

template <detail::not_narrower_than_int T>
struct recorded;

namespace detail {

template <class T>
inline constexpr bool is_recorded = false;
template <class T>
inline constexpr bool is_recorded<recorded<T>> = true;

// Of an operation and of the element type. Defined in learning/detail/.
template <class Operation, class T>
struct backward_rule {
  static constexpr bool does_not_exist = true;
};

}  // namespace detail

}  // namespace attn

namespace attn {
struct operation_count;
template <class T>
struct tally;
}  // namespace attn

namespace attn::detail {

// Tensors of which only the number of operations matters: tally<T> is an element without a number
// (scalars/detail/tally.hpp), and a tensor of it has a shape and one place, where its operations
// are counted. Nullptr, and they are not: a constant.
//
// All elements of such a tensor are one object, so that a loop over x(i), x.data()[i] or begin() to
// end() counts what it does, step by step. A function of pointers to elements does not compile with
// it: an operation states its cost, or that it only moves elements (ops/detail/operation.hpp).

template <class T>
inline constexpr bool is_tally = false;
template <class T>
inline constexpr bool is_tally<tally<T>> = true;

template <class T>
struct tally_pointer {
  T* element = nullptr;
  std::ptrdiff_t index = 0;

  ATTN_ABI constexpr T& operator*() const { return *element; }
  ATTN_ABI constexpr T& operator[](std::size_t) const { return *element; }
  ATTN_ABI constexpr tally_pointer& operator+=(std::size_t n) {
    index += static_cast<std::ptrdiff_t>(n);
    return *this;
  }
  ATTN_ABI constexpr tally_pointer& operator++() { return *this += 1; }
  ATTN_ABI constexpr tally_pointer operator++(int) {
    const tally_pointer before = *this;
    ++*this;
    return before;
  }
  ATTN_ABI friend constexpr tally_pointer operator+(tally_pointer p, std::size_t n) {
    return p += n;
  }
  ATTN_ABI friend constexpr bool operator==(const tally_pointer&, const tally_pointer&) = default;
};

template <class T>
struct pointer_to_element {
  using type = T*;
};
template <class T>
  requires(is_tally<std::remove_const_t<T>>)
struct pointer_to_element<T> {
  using type = tally_pointer<T>;
};
template <class T>
using pointer_to = typename pointer_to_element<T>::type;

template <class T>
struct tally_elements {
  T all;
  ATTN_ABI constexpr T& operator[](std::size_t) { return all; }
  ATTN_ABI constexpr const T& operator[](std::size_t) const { return all; }
  ATTN_ABI constexpr operator tally_pointer<T>() { return {&all}; }
  ATTN_ABI constexpr operator tally_pointer<const T>() const { return {&all}; }
};
template <class T, std::size_t N>
struct storage<tally<T>, N> {
  tally_elements<tally<T>> data;
};
template <class T, std::size_t N>
inline constexpr std::size_t capacity<tally<T>, N> = N;

// The tally of a tensor of tallies, of its elements, and of itself.
template <class X>
ATTN_ABI constexpr auto& tally_of(X& x) {
  if constexpr (requires { x.storage_.data.all; })
    return x.storage_.data.all;
  else if constexpr (requires { x.element; })
    return *x.element;
  else
    return x;
}
// Where x is counted. Nothing that is no tally is.
template <class X>
ATTN_ABI constexpr operation_count* counting_place(const X& x) {
  if constexpr (requires { tally_of(x).place; })
    return tally_of(x).place;
  else
    return nullptr;
}
template <class X>
ATTN_ABI constexpr void counted_in_place(X& x, operation_count* place) {
  if constexpr (requires { tally_of(x).place; }) tally_of(x).place = place;
}
// out is counted where the first of x that is no constant is.
template <class Out, class... X>
ATTN_ABI constexpr void counted_as(Out& out, const X&... x) {
  operation_count*& place = tally_of(out).place;
  ((place = counting_place(x) != nullptr ? counting_place(x) : place), ...);
}

}  // namespace attn::detail

namespace attn::detail {

// What an element with bounds needs to know of whole rows: step by step, the bounds of a softmax,
// of a weighted average and of a norm are far from what these functions can reach.
//
// The evaluators for any scalar ask, at the place where their steps begin:
//
//   if constexpr (row_bounds<T>::known)
//     return row_bounds<T>::template softmax<N, Stride>(out, x);
//
// A specialisation bounds what the steps in the format compute, every rounding included, and the
// exact result. The algorithm of interval is scalars/detail/interval_norm.hpp. It may also compute
// more than one row at a time, in fewer steps: see the concepts below.

template <class T>
struct row_bounds {
  static constexpr bool known = false;
};

// product<M, K, N, BRow, BColumn>(out, a, b): whether out = a b was computed, bit for bit in steps.
template <class T>
concept multiplies_matrices = requires { row_bounds<T>::multiplies; };
// norms<From, N, Stride>(out, x, rows, gain, bias, eps).
template <class T>
concept normalizes_rows_together = requires { row_bounds<T>::normalizes_together; };
// softmaxes<N, Stride>(out, x, rows), and softmaxes_where_kept, of rows with a mask.
template <class T>
concept weighs_rows_together = requires { row_bounds<T>::weighs_together; };

// How many additions of a reduction of n elements one of them passes through, at most.
ATTN_ABI constexpr std::size_t additions_on_the_way(std::size_t n) { return (n + 15) / 16 + 4; }

// Where the elements of a packed matrix (K, N) are: its columns in lines of 64 bytes, line by line,
// in a line row by row, the last line filled up. The same for all instruction sets.
template <class T>
inline constexpr std::size_t packed_line = sizeof(T) < 64 ? 64 / sizeof(T) : 1;

template <class T, std::size_t N>
inline constexpr std::size_t packed_lines = N / packed_line<T> + (N % packed_line<T> > 0 ? 1 : 0);
template <class T, std::size_t K, std::size_t N>
inline constexpr std::size_t packed_size = packed_lines<T, N> * packed_line<T> * K;

template <class T, std::size_t K>
ATTN_ABI constexpr std::size_t packed_index(std::size_t k, std::size_t j) {
  return (j / packed_line<T> * K + k) * packed_line<T> + j % packed_line<T>;
}

// Marks the begin of the lifetime of an object on the stack, against a defect of GCC.
//
// GCC gives two objects the same stack slot if their lifetimes do not overlap, and it takes the
// lifetime of an object to begin where its address is first mentioned in its scope. If a loop is
// unrolled, or code is moved out of a loop, the address may be computed once, before the scope, and
// kept in a register. The next time the scope is entered, the object is not mentioned, and another
// one may occupy its slot (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=90348). With GCC 12 and
// -O3 -mavx the result of a linear layer (7, 16) -> 33 overwrote the panel of its kernel.
//
// For every array of a kernel that stays in memory, right after its declaration. Tensors call it
// themselves. It emits no instruction: the address is an operand, the contents are not. (Not a
// reference to const: GCC would warn that an uninitialized object is read.)
template <class Object>
ATTN_INLINE constexpr void lifetime_begins([[maybe_unused]] Object& object) {
#if defined(__GNUC__) && !defined(__clang__)
  if (!std::is_constant_evaluated()) asm volatile("" : : "X"(&object));
#endif
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
