// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/language_model.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/language_model") {
  attn_tests::run_behaviours<attn_tests::language_model_tests::behaviours>();
}
