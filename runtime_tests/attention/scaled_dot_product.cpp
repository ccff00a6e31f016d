// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/scaled_dot_product.hpp"

#include "runtime_tests/catch.hpp"

// A masked key has the weight +0, and 0 times NaN is NaN: the padding of a batch that was never
// written. skip_masked leaves the term out.
TEMPLATE_TEST_CASE("attention/scaled_dot_product: NaN in a masked value", "", float, double) {
  using namespace attn;
  using attn_tests::filled, attn_tests::launder;
  using T = TestType;
  using limits = std::numeric_limits<T>;
  const auto q = launder(filled<matrix<T, 3, 4>>(1));
  const auto k = launder(filled<matrix<T, 5, 4>>(2));
  const auto v = filled<matrix<T, 5, 2>>(3);
  for (const T poison : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()})
    for (std::size_t at = 0; at < 5; ++at) {
      keep_mask<dim<5>> valid;
      valid(at) = false;
      const auto mask = key_padding(launder(valid));
      auto poisoned = v;
      poisoned(at, 1) = poison;
      const auto leaks = scaled_dot_product_attention(q, k, launder(poisoned), mask);
      const auto skips = scaled_dot_product_attention(q, k, launder(poisoned), mask, skip_masked);
      CHECK(bitwise_equal(skips, scaled_dot_product_attention(q, k, launder(v), mask)));
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK(bitwise_equal(leaks(i, 0), skips(i, 0)));
        CHECK(leaks(i, 1) != leaks(i, 1));
      }
    }
}

// The product overflows, and what would bring it back comes too late; not where the queries are
// scaled first. 40 keys and 8 queries go through a kernel, a single query does not.
TEMPLATE_TEST_CASE("attention/scaled_dot_product: a product that overflows", "", float, double) {
  using namespace attn;
  using attn_tests::launder;
  using T = TestType;
  const auto check = [](auto q, auto k, auto v) {
    const T huge = sizeof(T) == 4 ? T(1e19) : T(8e153);
    for (T& x : q) x = huge;
    for (std::size_t d = 0; d < 4; ++d) k(0, d) = huge;
    for (T& x : v) x = 3;
    v(0, 0) = 7;
    const auto late = scaled_dot_product_attention(launder(q), launder(k), launder(v));
    const auto first =
        scaled_dot_product_attention(launder(q), launder(k), launder(v), queries_scaled);
    auto into = first;
    for (T& x : into) x = 0;
    scaled_dot_product_attention_into(into, launder(q), launder(k), launder(v), queries_scaled);
    for (std::size_t i = 0; i < q.template extent<0>(); ++i) {
      CHECK(late(i, 0) != late(i, 0));
      CHECK(first(i, 0) == 7);
      CHECK(into(i, 0) == 7);
    }
  };
  check(matrix<T, 8, 4>{}, matrix<T, 40, 4>{}, matrix<T, 40, 2>{});
  check(matrix<T, 1, 4>{}, matrix<T, 5, 4>{}, matrix<T, 5, 2>{});
}

// The same into an existing tensor, also with a mask that is part of the type.
TEMPLATE_TEST_CASE("attention/scaled_dot_product: _into leaves a masked NaN out", "", float,
                   double) {
  using namespace attn;
  using attn_tests::filled, attn_tests::launder;
  using T = TestType;
  const auto q = launder(filled<matrix<T, 3, 4>>(1));
  const auto k = launder(filled<matrix<T, 5, 4>>(2));
  const auto v = filled<matrix<T, 5, 2>>(3);
  auto poisoned = v;
  poisoned(4, 1) = std::numeric_limits<T>::quiet_NaN();
  const auto check = [&](const auto& mask) {
    matrix<T, 3, 2> out;
    scaled_dot_product_attention_into(out, q, k, launder(poisoned), mask, skip_masked);
    CHECK(bitwise_equal(out, scaled_dot_product_attention(q, k, launder(v), mask)));
  };
  check(causal<top_left>);
  check(sliding_window<2, 1, top_left>);
  check(valid_keys(4));
}
