// SPDX-License-Identifier: BSL-1.0
// envelope at run time: attention of 17 queries, 33 keys and 33 features, against the exact result and
// six orders of its sums, with exponentials that are off, and against mistakes.
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>
#include <attn/scalars/is_within.hpp>
#include <attn/tensor/convert.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/other_orders.hpp"

namespace {

using namespace attn;
using namespace attn_tests;
using query = axis<"query", 17>;
using key = axis<"key", 33>;
using width = axis<"width", 33>;
using value = axis<"value", 9>;

template <class T>
struct case_of {
  tensor<T, query, width> q;
  tensor<T, key, width> k;
  tensor<T, key, value> v;
  case_of(std::uint64_t seed, T scale)
      : q(filled<tensor<T, query, width>>(3 * seed, scale)),
        k(filled<tensor<T, key, width>>(3 * seed + 1, scale)),
        v(filled<tensor<T, key, value>>(3 * seed + 2)) {}
};

// One element in long double, which has 11 binary digits more than double: exact enough.
template <class T>
long double exact(const case_of<T>& x, std::size_t i, std::size_t c) {
  long double scores[key::size], total = 0, sum = 0, top = 0;
  for (std::size_t j = 0; j < key::size; ++j) {
    long double s = 0;
    for (std::size_t d = 0; d < width::size; ++d)
      s += static_cast<long double>(x.q(i, d)) * static_cast<long double>(x.k(j, d));
    scores[j] = s / std::sqrt(static_cast<long double>(width::size));
    top = j == 0 || scores[j] > top ? scores[j] : top;
  }
  for (std::size_t j = 0; j < key::size; ++j) {
    const long double e = std::exp(scores[j] - top);
    total += e;
    sum += e * static_cast<long double>(x.v(j, c));
  }
  return sum / total;
}

}  // namespace

TEMPLATE_TEST_CASE("scalars/envelope: attention of 17 and 33", "", float, double) {
  using T = TestType;
  using E = envelope<T>;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto scale = static_cast<T>(seed < 3 ? 1 : seed);
    const case_of<T> x(seed, scale);
    const auto all = scaled_dot_product_attention(as<E>(x.q), as<E>(x.k), as<E>(x.v));
    double widest = 0;
    for (std::size_t i = 0; i < query::size; ++i)
      for (std::size_t c = 0; c < value::size; ++c) {
        const E& y = all(i, c);
        widest = math::max(widest, y.upper() - y.lower());
        const long double result = exact(x, i, c);
        CHECK(static_cast<long double>(y.lower()) <= result);
        CHECK(result <= static_cast<long double>(y.upper()));
      }
    if (seed < 3) CHECK(widest < (std::is_same_v<T, float> ? 1.1e-5 : 2.7e-14));
    if (std::is_same_v<T, double>) CHECK((seed >= 4 || widest < 3e-13));
    CHECK(is_within(scaled_dot_product_attention(x.q, x.k, x.v), all));
    for (const order sums : {order::forward, order::reverse, order::pairwise, order::blocks,
                             order::fused, order::wide})
      for (const int steps : {-3, 0, 3})
        for (const bool last : {false, true}) {
          const auto found = is_within(
              attention(x.q, x.k, x.v, {.sums = sums, .exp_steps = steps, .divides_last = last}),
              all);
          INFO(std::string_view(found.text().data(), found.text().size()));
          CHECK(found);
        }
    for (const mistake made : {mistake::scale, mistake::scores_axis, mistake::unscaled_last_key})
      CHECK(!is_within(attention(x.q, x.k, x.v, {.sums = order::reverse, .made = made}), all));
    // Off by 100 units in the last place of a number below 1, the largest value; by 400 in double.
    auto off = scaled_dot_product_attention(x.q, x.k, x.v);
    off(11, 5) += (std::is_same_v<T, float> ? 50 : 200) * std::numeric_limits<T>::epsilon();
    if (seed < 3) CHECK(is_within(off, all).at == 11 * value::size + 5);
  }
}

TEMPLATE_TEST_CASE("scalars/envelope: causal attention of 17 and 33", "", float, double) {
  using T = TestType;
  using E = envelope<T>;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const case_of<T> x(seed, T(2));
    const auto all =
        scaled_dot_product_attention(as<E>(x.q), as<E>(x.k), as<E>(x.v), causal<top_left>);
    CHECK(is_within(scaled_dot_product_attention(x.q, x.k, x.v, causal<top_left>), all));
    for (const order sums : {order::reverse, order::pairwise, order::fused, order::wide})
      CHECK(is_within(attention(x.q, x.k, x.v, {.sums = sums, .causal = true}), all));
    const auto leaks = attention(x.q, x.k, x.v, {.causal = true, .made = mistake::unmasked});
    CHECK(is_within(leaks, all).differing > 100);
  }
}
