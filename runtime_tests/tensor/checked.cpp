// SPDX-License-Identifier: BSL-1.0
// With ATTN_CHECKED a wrong index ends the program, at run time too. Every tensor here has an axis
// that no other file of this program has: the linker may share the functions that check.
#define ATTN_CHECKED
#include <attn/tensor/tensor.hpp>

#if __has_include(<sys/wait.h>)
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/behaviour.hpp"

namespace {

using attn_tests::launder;
using row = attn::axis<"checked_row", 2>;
using column = attn::axis<"checked_column", 3>;
const attn::tensor<float, row, column> x{{1, 2, 3}, {4, 5, 6}};

// Does f end the program, by the trap that index_out_of_range_for_its_axis is?
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

}  // namespace

TEST_CASE("tensor/checked: an index in range does no harm") {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      CHECK_FALSE(traps([&] { return x(launder(i), launder(j)); }));
      CHECK(x(launder(i), launder(j)) == static_cast<float>(3 * i + j + 1));
    }
}

TEST_CASE("tensor/checked: an index out of range ends the program") {
  CHECK(traps([] { return x(launder(2), 0); }));
  CHECK(traps([] { return x(0, launder(3)); }));
  CHECK(traps([] { return x(launder(1'000'000), 0); }));
  CHECK(traps([] { return x(0, launder(~std::uint64_t{0})); }));
}

// The element would be there, in the next row or the one before: it is the axis that is checked.
TEST_CASE("tensor/checked: so does one that is inside the tensor, but not on its axis") {
  CHECK(traps([] { return x(0, launder(4)); }));
  CHECK(traps([] { return x(1, launder(-1)); }));
  CHECK(traps([] { return x(launder(-1), launder(5)); }));
}

TEST_CASE("tensor/checked: reading and writing, every rank") {
  CHECK(traps([] {
    attn::tensor<float, row, column> y;
    y(launder(2), 0) = 1;
    return y(0, 0);
  }));
  CHECK(traps([] { return attn::tensor<double, row>{1, 2}(launder(2)); }));
  CHECK(traps([] { return attn::tensor<int, row, attn::dim<4>, column>()(1, launder(4), 2); }));
  CHECK(traps([] {
    return attn::tensor<float, attn::dim<1>, row, attn::dim<1>, column>()(launder(1), 0, 0, 0);
  }));
  CHECK_FALSE(traps([] {
    return attn::tensor<float, attn::dim<1>, row, attn::dim<1>, column>()(0, 1, 0, launder(2));
  }));
#if defined(__cpp_multidimensional_subscript)
  CHECK(traps([] { return x[launder(2), 0]; }));
  CHECK_FALSE(traps([] { return x[launder(1), 0]; }));
#endif
}

TEST_CASE("tensor/checked: index_out_of_range_for_its_axis is what ends it") {
  CHECK(traps([]() -> float { attn::index_out_of_range_for_its_axis(); }));
}

#endif
