// SPDX-License-Identifier: BSL-1.0
// Floating-point exceptions that end the program (by SIGFPE), where the system has them.
#pragma once

#include <cfenv>
#include <version>

namespace attn_tests {

// While it lives, an operation that raises one of these ends the program. On systems without
// glibc, and on processors that cannot trap, nothing happens.
class unmasked {
 public:
  explicit unmasked([[maybe_unused]] int exceptions) {
    std::feclearexcept(FE_ALL_EXCEPT);
#if defined(__GLIBC__)
    enabled_ = feenableexcept(exceptions) != -1;
#endif
  }
  unmasked(const unmasked&) = delete;
  unmasked& operator=(const unmasked&) = delete;
  ~unmasked() {
#if defined(__GLIBC__)
    if (enabled_) fedisableexcept(FE_ALL_EXCEPT);
#endif
  }

  bool enabled() const { return enabled_; }

 private:
  bool enabled_ = false;
};

}  // namespace attn_tests
