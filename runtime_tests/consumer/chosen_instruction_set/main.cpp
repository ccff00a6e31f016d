// SPDX-License-Identifier: BSL-1.0
// The bits of a unit that chooses its instruction set are the bits of one that does not, for every
// instruction set that the processor has. An argument is the level that has to be chosen: 1, 3 or 4.
#include <cstdio>
#include <cstdlib>

#if !defined(ATTN_DISPATCH)
#error "compile with -DATTN_DISPATCH"
#endif
#include "unit.hpp"

std::uint64_t hash_by_own_instructions();

int main(int count, char** arguments) {
  const std::uint64_t expected = hash_by_own_instructions();
  int wrong = 0;
  const auto check = [&](const char* how, std::uint64_t found) {
    std::printf("%s: %016llx%s\n", how, static_cast<unsigned long long>(found),
                found == expected ? "" : "   WRONG");
    wrong += found != expected;
  };
  check("own instructions", expected);
  check("chosen", hash_of_all());
  const int chosen = attn::detail::known_level;
  std::printf("chosen: %d\n", chosen);
  if (count > 1 && std::atoi(arguments[1]) != chosen) {
    std::printf("not %s   WRONG\n", arguments[1]);
    ++wrong;
  }
  // The choice is made once: what is written here is what the calls take.
  for (const int level : {1, 3, 4})
    if (level < chosen) {
      attn::detail::known_level = level;
      std::printf("level %d, ", level);
      check("if it were the highest", hash_of_all());
    }
  return wrong == 0 ? 0 : 1;
}
