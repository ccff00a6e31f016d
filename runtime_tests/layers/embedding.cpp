// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/embedding.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/embedding") {
  attn_tests::run_behaviours<attn_tests::embedding_tests::behaviours>();
}
