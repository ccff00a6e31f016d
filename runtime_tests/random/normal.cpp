// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/normal.hpp"

#include "runtime_tests/catch.hpp"

TEST_CASE("random/normal: 40,000 of them") {
  CHECK(attn_tests::normal_tests::have_hash<40'000>(2026, 0x89ab2b96671a8a6e));
}

// In [-1, 1] there should be 68.27 % of all numbers; of 1.6 million that is exact to 0.04 %.
TEST_CASE("random/normal: how many are near 0") {
  attn::torch_generator g(2026);
  int near_zero = 0, far = 0;
  for (int i = 0; i < 100; ++i)
    for (const float x : attn::torch_randn<attn::tensor<float, attn::dim<16000>>>(g)) {
      near_zero += x >= -1 && x <= 1;
      far += x < -3 || x > 3;
    }
  CHECK(near_zero > 1'600'000 * 0.6807);
  CHECK(near_zero < 1'600'000 * 0.6847);
  CHECK(far > 1'600'000 * 0.0025);
  CHECK(far < 1'600'000 * 0.0029);
}
