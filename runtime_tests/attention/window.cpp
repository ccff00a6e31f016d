// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/window.hpp"

#include "runtime_tests/catch.hpp"

TEMPLATE_TEST_CASE("attention/window: queries before the first key", "", float, double) {
  using namespace attn;
  using namespace reference::attention_causal_more_queries;
  using attn_tests::launder, attn_tests::near;
  const auto q = launder(as<TestType>(Q));
  const auto k = launder(as<TestType>(K));
  const auto v = launder(as<TestType>(V));
  constexpr auto nan = fully_masked<nan_rows>;
  CHECK(near(attention_weights(q, k, causal<bottom_right>, nan), weights_bottom_right));
  CHECK(near(scaled_dot_product_attention(q, k, v, causal<bottom_right>, nan), out_bottom_right));
}
