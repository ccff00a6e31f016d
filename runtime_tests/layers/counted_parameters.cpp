// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/counted_parameters.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/counted_parameters") {
  attn_tests::run_behaviours<attn_tests::counted_parameters_tests::behaviours>();
}
