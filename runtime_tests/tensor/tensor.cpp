// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/tensor.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("tensor/tensor") { attn_tests::run_behaviours<attn_tests::tensor_tests::behaviours>(); }
