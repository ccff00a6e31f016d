// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/transformer.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/transformer") {
  attn_tests::run_behaviours<attn_tests::transformer_tests::behaviours>();
}
