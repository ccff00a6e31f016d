// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/window.hpp"

#include "runtime_tests/catch.hpp"
#include "static_tests/reference/attention_softmax.hpp"

using namespace attn;
using attn_tests::launder;

// What PyTorch made of them before 2.5, and ONNX never does.
TEMPLATE_TEST_CASE("attention/masked_softmax: nan_rows", "", float, double) {
  using namespace reference::attention_sdpa_fully_masked_row;
  using T = TestType;
  const auto mask = launder(keep_where(as<bool>(allow)));
  const auto q = launder(as<T>(Q));
  const auto k = launder(as<T>(K));
  const auto v = launder(as<T>(V));
  const auto nan = fully_masked<nan_rows>;
  CHECK(attn_tests::near(attention_weights(q, k, mask, nan), weights));
  CHECK(attn_tests::near(scaled_dot_product_attention(q, k, v, mask, nan), out));
  CHECK(attn_tests::near(scaled_dot_product_attention(q, k, v, mask, nan, skip_masked), out));
}

// Awkward rows: minus infinity, masked, is what it is unmasked; a row of nothing else is zeros.
TEST_CASE("attention/masked_softmax: awkward rows, zeros where all is masked") {
  using namespace reference::attention_softmax_edges;
  const double infinity = std::numeric_limits<double>::infinity();
  keep_mask<dim<14>, dim<4>> mask;
  for (std::size_t i = 0; i < X.size(); ++i) mask.data()[i] = !(X.data()[i] == -infinity);
  const auto weights = masked_softmax(launder(X), launder(mask), fully_masked<zero_rows>);
  CHECK(attn_tests::near(weights, zero_if_fully_masked));
  CHECK(bitwise_equal(select<0>(weights, 4), {0, 0, 0, 0}));
}

// Known to the program only: without a policy, nothing to weigh is nothing.
TEMPLATE_TEST_CASE("attention/masked_softmax: no policy", "", float, double) {
  using namespace reference::attention_sdpa_fully_masked_row;
  using T = TestType;
  a_query_has_no_key_choose_fully_masked_zero_rows();  // no more than messages
  a_query_has_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows();
  a_query_has_no_key_did_you_mean_keep_where_or_fully_masked_zero_rows();
  const auto mask = launder(keep_where(as<bool>(allow)));
  const auto q = launder(as<T>(Q));
  const auto k = launder(as<T>(K));
  const auto v = launder(as<T>(V));
  CHECK(attn_tests::near(attention_weights(q, k, mask), weights_zero));
  CHECK(attn_tests::near(scaled_dot_product_attention(q, k, v, mask), out_zero));
  const auto none = attention_weights(q, k, valid_keys(launder(std::size_t{0})));
  CHECK(bitwise_equal(none, matrix<T, 3, 4>{}));
}

// A masked score is not read: not its NaN, not its infinity.
template <class T, std::size_t N>
void does_not_leak() {
  using limits = std::numeric_limits<T>;
  const auto x = attn_tests::filled<matrix<T, 3, N>>(N, T(4));
  for (const T poison : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()})
    for (std::size_t at = 0; at < N; ++at) {
      keep_mask<dim<3>, dim<N>> mask;
      for (std::size_t i = 0; i < 3; ++i) mask(i, at) = false;
      auto poisoned = x;
      for (std::size_t i = 0; i < 3; ++i) poisoned(i, at) = poison;
      CHECK(bitwise_equal(masked_softmax(launder(poisoned), launder(mask)),
                          masked_softmax(launder(x), launder(mask))));
      CHECK(bitwise_equal(zeroed_outside(launder(poisoned), launder(mask)),
                          zeroed_outside(launder(x), launder(mask))));
    }
}
TEMPLATE_TEST_CASE("attention/masked_softmax: a masked score does not leak", "", float, double) {
  does_not_leak<TestType, 2>();
  does_not_leak<TestType, 5>();
  does_not_leak<TestType, 17>();
  does_not_leak<TestType, 33>();
}

// One that is not masked does, as in softmax; its row alone.
TEST_CASE("attention/masked_softmax: NaN among what is kept") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = launder(matrix<double, 2, 3>{{nan, 1, 2}, {1, 1, 2}});
  const auto y = masked_softmax(x, valid_keys(2));
  CHECK((y(0, 0) != y(0, 0) && y(0, 1) != y(0, 1)));
  CHECK(bitwise_equal(select<0>(y, 1), {0.5, 0.5, 0}));
}
