// SPDX-License-Identifier: BSL-1.0
// Asks for memory that will be read soon.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

enum class cache_level { first = 3, second = 2 };

// As a number: what is ahead may be beyond the end of an array.
template <cache_level Level = cache_level::second>
ATTN_INLINE void prefetch(const void* from, std::size_t bytes_ahead) {
  constexpr int to_read = 0;
  __builtin_prefetch(
      reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(from) + bytes_ahead), to_read,
      static_cast<int>(Level));
}

// A base of types that describe a matrix: what is read of it is prefetched Bytes ahead.
template <std::size_t Bytes, cache_level Level = cache_level::second>
struct prefetched {
  static constexpr std::size_t bytes_ahead = Bytes;
  ATTN_ABI static constexpr cache_level level = Level;
};

// Whether a matrix of this size is read from beyond the second-level cache, where the processor's
// own prefetching does not follow the many rows that a square has.
ATTN_ABI constexpr bool is_beyond_caches(std::size_t bytes) { return bytes >= 1024 * 1024; }

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
