// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/torch_multi_head.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/torch_multi_head") {
  attn_tests::run_behaviours<attn_tests::torch_multi_head_tests::behaviours>();
}
