// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/mt19937.hpp"

#include <random>

#include "runtime_tests/catch.hpp"

TEST_CASE("random/mt19937: word by word std::mt19937") {
  for (const std::uint32_t seed : {12u, 5489u, 0xFFFFFFFFu}) {
    attn::mt19937 ours(seed);
    std::mt19937 theirs(seed);
    int different = 0;
    for (int i = 0; i < 2000; ++i) different += ours() != theirs();
    CHECK(different == 0);
  }
}
