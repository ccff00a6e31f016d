// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/scaled_dot_product.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/scaled_dot_product") {
  attn_tests::run_behaviours<attn_tests::scaled_dot_product_tests::behaviours>();
}
