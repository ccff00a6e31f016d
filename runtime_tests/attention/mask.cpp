// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/mask.hpp"

#include "runtime_tests/catch.hpp"

using namespace attn;

// A negative number of keys is no constant; a program keeps none of them, and not all.
TEST_CASE("attention/mask: a negative number of valid keys keeps none") {
  const auto row = valid_keys(attn_tests::launder(-1)).row<shape<dim<2>, dim<3>>>(0, 1);
  for (std::size_t j = 0; j < 3; ++j) CHECK_FALSE(row(j));
}
