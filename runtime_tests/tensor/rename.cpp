// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/rename.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("tensor/rename") { attn_tests::run_behaviours<attn_tests::rename_tests::behaviours>(); }
