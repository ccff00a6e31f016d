// SPDX-License-Identifier: BSL-1.0
// For in_parts<n>(run): runs the parts one after the other, in an order that nobody expects.
#pragma once

#include <cstddef>

namespace attn_tests {
struct last_part_first {
  template <class Part> constexpr void operator()(std::size_t count, const Part& part) const {
    while (count > 0) part(--count);
  }
};
}  // namespace attn_tests
