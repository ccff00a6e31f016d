// SPDX-License-Identifier: BSL-1.0
// Whether a function ends the program, where the system can tell (ATTN_TESTS_CAN_TRAP).
#pragma once

#if __has_include(<sys/wait.h>)
#define ATTN_TESTS_CAN_TRAP
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "runtime_tests/catch.hpp"

namespace attn_tests {

// Does f, which returns a number, end the program by a trap?
template <class F>
bool traps(const F& f) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // Neither a report of Catch nor a core file: the parent is who tells.
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    for (const int trap : {SIGILL, SIGTRAP, SIGABRT}) std::signal(trap, SIG_DFL);
    [[maybe_unused]] volatile float used = static_cast<float>(f());
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) && (WTERMSIG(status) == SIGILL || WTERMSIG(status) == SIGTRAP);
}

}  // namespace attn_tests
#endif
