// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/parameter_gradient.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/parameter_gradient") {
  attn_tests::run_behaviours<attn_tests::parameter_gradient_tests::behaviours>();
}
