// SPDX-License-Identifier: BSL-1.0
// Executes the behaviours of static_tests/<room>/<name>.hpp, and compares with what the compiler
// found.
#pragma once

#include <cstddef>
#include <utility>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests {

inline void run_behaviour(const behaviour& b, const report& by_the_compiler) {
  const report now = b.run();
  INFO(b.name << ": line " << now.failed_line << " of the body (0: all checks held)");
  CHECK(now.failed_line == 0);
  CHECK(now.checks == by_the_compiler.checks);
  CHECK(now.hash == by_the_compiler.hash);
}

template <const auto& Behaviours>
void run_behaviours() {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (run_behaviour(Behaviours[I], proved<Behaviours, I>), ...);
  }
  (std::make_index_sequence<std::size(Behaviours)>{});
}

}  // namespace attn_tests
