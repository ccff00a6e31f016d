// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/cache.hpp"

#include "runtime_tests/catch.hpp"

using namespace attn;

// A negative length is no constant; a program keeps no key of that text.
TEST_CASE("attention/lengths: a negative number of valid keys keeps none") {
  const auto mask = valid_keys(attn_tests::launder(tensor<int, dim<2>>{2, -1}));
  using scores = shape<dim<2>, dim<3>, dim<4>>;
  for (std::size_t j = 0; j < 4; ++j) {
    CHECK(mask.row<scores>(0, 1)(j) == (j < 2));
    CHECK_FALSE(mask.row<scores>(1, 1)(j));
  }
}
