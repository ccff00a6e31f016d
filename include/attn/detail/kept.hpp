// SPDX-License-Identifier: BSL-1.0
// What a mask leaves of a row of keys: a range, entries, or what two of these leave.
#pragma once

#include <cstddef>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

struct kept_range {
  std::ptrdiff_t begin, end;
  ATTN_ABI constexpr bool operator()(std::size_t key) const {
    const auto j = static_cast<std::ptrdiff_t>(key);
    return j >= begin && j < end;
  }
  // Whether it contains one of n keys.
  ATTN_ABI constexpr bool some_of(std::ptrdiff_t keys) const {
    return (begin > 0 ? begin : 0) < (end < keys ? end : keys);
  }
};
template <class Entry>
struct kept_entries {
  const Entry* entries;
  ATTN_ABI constexpr bool operator()(std::size_t key) const { return entries[key].allows(); }
};
template <class A, class B>
struct kept_by_both {
  A a;
  B b;
  ATTN_ABI constexpr bool operator()(std::size_t key) const { return a(key) && b(key); }
};
template <class A, class B>
ATTN_ABI constexpr kept_by_both<A, B> kept_in_both(const A& a, const B& b) {
  return {a, b};
}
ATTN_ABI constexpr kept_range kept_in_both(const kept_range& a, const kept_range& b) {
  return {a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
