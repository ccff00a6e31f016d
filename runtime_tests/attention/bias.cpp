// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/bias.hpp"

#include "runtime_tests/catch.hpp"

// A bias is arithmetic: a row of -inf is NaN, and no policy about masks changes that. Nor does
// skip_masked, since nothing is masked.
TEST_CASE("attention/bias: a row of minus infinity") {
  using namespace attn;
  using attn_tests::launder;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto q = launder(attn_tests::filled<matrix<double, 2, 3>>(1));
  const auto k = launder(attn_tests::filled<matrix<double, 2, 3>>(2));
  const auto bias =
      biased_by(launder(matrix<double, 2, 2>{{-infinity, -infinity}, {0, -infinity}}));
  for (const auto& w :
       {attention_weights(q, k, bias), attention_weights(q, k, bias, fully_masked<zero_rows>),
        attention_weights(q, k, bias, skip_masked)}) {
    CHECK((w(0, 0) != w(0, 0) && w(0, 1) != w(0, 1)));
    CHECK((w(1, 0) == 1 && w(1, 1) == 0));
  }
  // +inf of a score and -inf of a bias are NaN; a mask would have chosen.
  const auto huge = launder(matrix<double, 2, 3>{{1e300, 0, 0}, {0, 0, 0}});
  const auto w = attention_weights(launder(huge * 1e8), huge, bias);
  CHECK(w(1, 0) == 1);
  CHECK(w(0, 0) != w(0, 0));
}
