// SPDX-License-Identifier: BSL-1.0
// Where a tensor's elements live: inside the object, row-major, aligned to the next power of two of
// their size up to a cache line, whatever the compiler's flags.
//
// A struct of its own and not an array member of tensor: nothing can be laid into the tail padding
// of a member of this (C++98 POD) type, so run-time kernels may write to all `capacity`
// elements.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

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
ATTN_STRICT_FP_END
