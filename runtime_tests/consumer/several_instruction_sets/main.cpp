// SPDX-License-Identifier: BSL-1.0
// Runs the units that it is told to, or all that this processor can run: they agree bit for bit, but for
// the unit of the fused contract, and only the unit compiled with ATTN_CHECKED stops at an index that is
// out of range, whatever was linked first.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "units.hpp"

namespace {

struct unit {
  const char* name;
  std::uint64_t (*computed)();
  float (*element)(const table&, std::size_t, std::size_t);
  bool checks;
  bool can_run;
};

bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

#define UNIT(name)                                                               \
  unit{#name, name::computed, name::element, std::strcmp(#name, "checked") == 0, \
       (std::strcmp(#name, "wide") != 0 && std::strcmp(#name, "fused") != 0) || has_avx2()},
const unit units[] = {ATTN_UNITS};

// (0, 4) is beyond its axis and inside the object: element (1, 1), unless somebody looks.
bool stops_at_wrong_index(const unit& u) {
  const pid_t child = fork();
  if (child == 0) {
    const table x{{1, 2, 3}, {4, 5, 6}};
    _exit(u.element(x, 0, 4) == 5 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace

int main(int count, char** names) {
  int wrong = 0, run = 0;
  std::uint64_t expected = 0;
  for (const unit& u : units) {
    bool wanted = count == 1 && u.can_run;
    for (int i = 1; i < count; ++i) wanted = wanted || std::strcmp(names[i], u.name) == 0;
    if (!wanted) continue;
    const std::uint64_t computed = u.computed();
    if (run++ == 0) expected = computed;
    const bool stops = stops_at_wrong_index(u);
    const bool other_contract = std::strcmp(u.name, "fused") == 0;  // has different bits
    const bool right = (computed == expected) != other_contract && stops == u.checks;
    std::printf("%-16s %016llx, %s a wrong index%s\n", u.name,
                static_cast<unsigned long long>(computed), stops ? "stops at" : "does not notice",
                right ? "" : "   WRONG");
    wrong += !right;
  }
  return wrong == 0 && run > 0 ? 0 : 1;
}
