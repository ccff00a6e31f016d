// SPDX-License-Identifier: BSL-1.0
// The pages are indeed forbidden.
#include "runtime_tests/bounds/guarded.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "runtime_tests/catch.hpp"

using namespace attn_tests;

namespace {

// Does touching the byte `offset` bytes from an object's first one end the program?
bool forbidden(const void* object, std::ptrdiff_t offset) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    const volatile char* const byte = static_cast<const char*>(object) + offset;
    _exit(*byte == 0 ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status);
}

}  // namespace

TEST_CASE("what is not to be touched is not", "[bounds]") {
  struct seven {
    char bytes[7];
  };
  const guarded<seven> last(place::end), first(place::beginning);
  CHECK_FALSE(forbidden(last.at(), 6));
  CHECK(forbidden(last.at(), 7));
  CHECK_FALSE(forbidden(first.at(), 0));
  CHECK(forbidden(first.at(), -1));
}
