// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/mt19937.hpp"

#include "runtime_tests/catch.hpp"

TEST_CASE("random/torch_generator: what is not held") {
  attn::torch_generator g(12);
  attn::the_generator_holds_no_normal();  // in a constant this is what the compiler complains of
  CHECK(g.take_normal() == 0);
}
