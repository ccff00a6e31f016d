// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/pytorch_tests.hpp"

#include <attn/attention/masked_softmax.hpp>

#include "runtime_tests/catch.hpp"

using namespace attn;

// "all 1 values are masked. Since there is only 1 input embedding this will result in nan."
TEST_CASE("models/pytorch_tests: nothing but padding") {
  using namespace attn_tests::pytorch_tests;
  const auto f = attn_tests::launder(layer_for_encoder<act::relu>());
  const auto x = sequences<"token">(torch::one);
  const auto all = key_padding(attn_tests::launder(padding<1, 1>{{1}}));
  for (const float y : f(x, all, fully_masked<nan_rows>)) CHECK(y != y);
  for (const float y : f(x, all, fully_masked<zero_rows>)) CHECK(y == y);
}
