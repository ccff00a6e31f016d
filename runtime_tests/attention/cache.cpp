// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/cache.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/traps.hpp"

using namespace attn;
using attn_tests::filled;
using attn_tests::launder;

using small_cache = key_value_cache<float, axis<"key", 2>, axis<"d_k", 3>, axis<"d_v", 2>>;

TEST_CASE("attention/cache: what a cache does not hold yet has no influence") {
  small_cache cache;
  const auto k = launder(filled<tensor<float, axis<"d_k", 3>>>(1));
  cache.append(k, launder(tensor<float, axis<"d_v", 2>>{0.25f, -3}));
  cache.keys(1, 0) = std::numeric_limits<float>::quiet_NaN();
  CHECK(cache.attend(k) == tensor<float, axis<"d_v", 2>>{0.25f, -3});
}

TEST_CASE("attention/cache: an empty cache answers zeros") {
  const small_cache cache = launder(small_cache{});
  CHECK(cache.attend(launder(filled<tensor<float, axis<"d_k", 3>>>(1))) ==
        tensor<float, axis<"d_v", 2>>{});
}

#if defined(ATTN_TESTS_CAN_TRAP)
TEST_CASE("attention/cache: a full cache ends the program") {
  small_cache cache;
  const auto k = launder(filled<tensor<float, axis<"d_k", 3>>>(1));
  const auto v = launder(filled<tensor<float, axis<"d_v", 2>>>(2));
  cache.append(k, v);
  cache.append(k, v);
  CHECK(cache.room() == 0);
  CHECK(attn_tests::traps([&] {
    cache.append(k, v);
    return cache.values(0, 0);
  }));
  cache.count = 3;  // more than it holds: no room either
  CHECK(cache.room() == 0);
  CHECK(attn_tests::traps([&] {
    cache.append(k, v);
    return cache.values(0, 0);
  }));
  CHECK(attn_tests::traps([] {
    key_value_cache_is_full();
    return 0;
  }));
}
#endif
