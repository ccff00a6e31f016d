// SPDX-License-Identifier: BSL-1.0
// A training, two steps in every constant; the program trains again, so that the bits are compared.
#pragma once

#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests {
template <class Training, std::size_t Steps>
inline constexpr Training by_constants = [] {
  Training t = by_constants<Training, Steps - 2>;
  t.step();
  t.step();
  return t;
}();
template <class Training> inline constexpr Training by_constants<Training, 0>{};

template <class Training, std::size_t Steps> constexpr Training after() {
  if (std::is_constant_evaluated()) return by_constants<Training, Steps>;
  Training t = launder(Training{});
  for (std::size_t i = 0; i < Steps; ++i) t.step();
  return t;
}
}  // namespace attn_tests
