// SPDX-License-Identifier: BSL-1.0
// Executes behaviours without a test framework, for scripts that compile the behaviours of a header
// themselves.
#pragma once

#include <cstdio>

#include "static_tests/support/proof.hpp"

namespace attn_tests {
// How many of the behaviours fail: a check does not hold, or the bits are not those that the compiler found.
// Each is printed, and each that has nothing to check in this build.
inline int failed_behaviours(const char* header, const proof& behaviours) {
  int failures = 0;
  for (const proved_behaviour& b : behaviours) {
    const char* const type = b.type ? b.type : "";
    const report now = b.run();
    if (now.skipped) std::printf("skipped: %s: %s %s: %s\n", header, b.name, type, now.skipped);
    if (now.failed_line == 0 && now.checks == b.found.checks && now.hash == b.found.hash) continue;
    std::printf("FAILED: %s: %s %s, line %u (0: all checks hold, with different bits)\n", header,
        b.name, type, now.failed_line);
    ++failures;
  }
  return failures;
}
}  // namespace attn_tests
