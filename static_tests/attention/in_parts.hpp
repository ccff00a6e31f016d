// SPDX-License-Identifier: BSL-1.0
// What attn/attention/in_parts.hpp promises.
#pragma once

#include <algorithm>

#include "static_tests/support/last_part_first.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_in_parts_tests {
using head = axis<"head", 3>;
using query = axis<"query", 11>;
using key = axis<"key", 11>;
using d_k = axis<"d_k", 5>;
using d_v = axis<"d_v", 4>;

// As many keys for every query, and one more for each.
struct all_keys {
  static constexpr std::size_t end(std::size_t) { return 512; }
};
struct keys_up_to_the_query {
  static constexpr std::size_t end(std::size_t i) { return i + 1; }
};
template <class Kept, std::size_t N> using divided = detail::parts_of_queries<Kept, 512, N, 32, 16>;

template <std::size_t N, class Q, class K, class V, class... Options>
constexpr void same_attention(
    report& r, const Q& q, const K& k, const V& v, const Options&... options) {
  const auto wanted = scaled_dot_product_attention(q, k, v, options...);
  std::remove_const_t<decltype(wanted)> out{};
  scaled_dot_product_attention_into(in_parts<N>(last_part_first{}), out, q, k, v, options...);
  r.same(out, wanted);
}
template <class T, class... Options>
constexpr void queries_or_heads(report& r, const Options&... options) {
  const auto q = launder(filled<tensor<T, head, query, d_k>>(1, T(3)));
  const auto k = launder(filled<tensor<T, head, key, d_k>>(2, T(3)));
  const auto v = launder(filled<tensor<T, head, key, d_v>>(3));
  same_attention<2>(r, q, k, v, options...);  // two heads, and one
  same_attention<3>(r, q, k, v, options...);
  same_attention<4>(r, q, k, v, options...);  // three queries of each head, and two
  const auto one = launder(filled<tensor<T, query, d_k>>(4));
  const auto keys = launder(filled<tensor<T, key, d_k>>(5));
  const auto values = launder(filled<tensor<T, key, d_v>>(6));
  same_attention<2>(r, one, keys, values, options...);
  same_attention<2>(r, q, keys, values, options...);  // heads share their keys
  const auto few = launder(filled<matrix<T, 4, 5>>(7, T(3)));
  same_attention<99>(r, few, few, few, options...);  // a query each, in a kernel for each
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("parts have about as many scores", [](report& r) {
    const auto begin = [&](const auto& parts, std::initializer_list<std::size_t> wanted) {
      r.check(
          std::equal(wanted.begin(), wanted.end(), std::begin(parts.first), std::end(parts.first)));
    };
    begin(divided<all_keys, 2>{}, {0, 256, 512});
    begin(divided<all_keys, 3>{}, {0, 176, 336, 512});
    begin(divided<keys_up_to_the_query, 2>{}, {0, 352, 512});
    begin(divided<keys_up_to_the_query, 4>{}, {0, 256, 352, 448, 512});
    begin(detail::parts_of_queries<all_keys, 5, 3, 32, 16>{}, {0, 2, 3, 5});  // no whole vectors
    begin(detail::parts_of_queries<keys_up_to_the_query, 3, 99, 32, 16>{}, {0, 1, 2, 3});
  });
  tests.proved<float, double>("every key", []<class T>(report& r) { queries_or_heads<T>(r); });
  tests.proved<double>(
      "a scale, double", []<class T>(report& r) { queries_or_heads<T>(r, scaled_by(T(0.25))); });
  tests.proved<double>("scaled queries", []<class T>(report& r) {
    queries_or_heads<T>(r, queries_scaled_by(T(0.3)), causal<top_left>);
  });
  tests.proved<float, double>(
      "causal keys", []<class T>(report& r) { queries_or_heads<T>(r, causal<>); });
  tests.proved<float, double>(
      "a window", []<class T>(report& r) { queries_or_heads<T>(r, sliding_window<2, 1>); });
  // What no kernel does is not divided, and correct.
  tests.proved<double>(
      "not fused, double", []<class T>(report& r) { queries_or_heads<T>(r, valid_keys(4)); });
};
}  // namespace attn_tests::attention_in_parts_tests
