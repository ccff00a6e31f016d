// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/reach.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// What nan_too says of a masked value is what a program does with a NaN in it.
TEST_CASE("scalars/reach: a NaN goes where nan_too says") {
  using namespace attn;
  matrix<double, 3, 2> q{{1, 2}, {3, 4}, {5, 6}}, v{{1, 2}, {3, 4}, {5, 6}};
  const auto marks = marked<0, nan_too>(v);
  const auto others = arbitrary_as(q, marks);
  const auto leaks = reach<0>(scaled_dot_product_attention(others, others, marks, causal<>));
  const auto stays =
      reach<0>(scaled_dot_product_attention(others, others, marks, causal<>, skip_masked));
  v(2, 0) = std::numeric_limits<double>::quiet_NaN();
  const auto out = scaled_dot_product_attention(q, q, attn_tests::launder(v), causal<>);
  const auto skipped =
      scaled_dot_product_attention(q, q, attn_tests::launder(v), causal<>, skip_masked);
  for (int i = 0; i < 3; ++i) {
    CHECK((out(i, 0) != out(i, 0)) == leaks(i, 2));
    CHECK((skipped(i, 0) != skipped(i, 0)) == stays(i, 2));
  }
}
