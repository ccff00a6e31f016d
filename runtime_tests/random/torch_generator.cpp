// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/torch_generator.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("random/torch_generator") {
  attn_tests::run_behaviours<attn_tests::torch_generator_tests::behaviours>();
}

TEST_CASE("random/torch_generator: what is not held") {
  attn::torch_generator g(12);
  attn::the_generator_holds_no_normal();  // in a constant this is what the compiler complains of
  CHECK(g.take_normal() == 0);
}
