// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/parameters_text.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("io/parameters_text") { attn_tests::run_behaviours<attn_tests::parameters_text_tests::behaviours>(); }
