// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/cache.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/cache") { attn_tests::run_behaviours<attn_tests::cache_tests::behaviours>(); }
