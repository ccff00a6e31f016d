// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/selecting.hpp"

#include "runtime_tests/catch.hpp"

#if !defined(ATTN_CHECKED)
TEST_CASE("ops/one_hot: the row of an id that is out of range is zero") {
  using namespace attn;
  const auto ids = attn_tests::launder(tensor<int, dim<3>>{-1, 1, 2});
  CHECK(one_hot<dim<2>, int>(ids) == matrix<int, 3, 2>{{0, 0}, {0, 1}, {0, 0}});
}
#endif
