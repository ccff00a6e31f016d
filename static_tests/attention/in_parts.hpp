// SPDX-License-Identifier: BSL-1.0
// What attn/attention/in_parts.hpp promises.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>

#include <attn/attention/bias.hpp>
#include <attn/attention/in_parts.hpp>
#include <attn/attention/window.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/last_part_first.hpp"

namespace attn_tests::attention_in_parts_tests {

using namespace attn;
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
template <class Kept, std::size_t N>
using divided = detail::parts_of_queries<Kept, 512, N, 32, 16>;

constexpr report parts_have_about_as_many_scores() {
  report r;
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
  return r;
}

template <std::size_t N, class Q, class K, class V, class... Options>
constexpr void same_attention(report& r, const Q& q, const K& k, const V& v,
                              const Options&... options) {
  const auto wanted = scaled_dot_product_attention(q, k, v, options...);
  std::remove_const_t<decltype(wanted)> out{};
  scaled_dot_product_attention_into(in_parts<N>(last_part_first{}), out, q, k, v, options...);
  r.check(bitwise_equal(out, wanted));
  r.bits(out);
}
template <class T, class... Options>
constexpr report queries_or_heads(const Options&... options) {
  report r;
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
  return r;
}
template <class T>
constexpr report every_key() {
  return queries_or_heads<T>();
}
template <class T>
constexpr report a_scale() {
  return queries_or_heads<T>(scaled_by(T(0.25)));
}
template <class T>
constexpr report causal_keys() {
  return queries_or_heads<T>(causal<>);
}
template <class T>
constexpr report a_window() {
  return queries_or_heads<T>(sliding_window<2, 1>);
}
// What no kernel does is not divided, and correct.
template <class T>
constexpr report not_fused() {
  return queries_or_heads<T>(valid_keys(4));
}

inline constexpr behaviour behaviours[] = {
    {"parts have about as many scores", parts_have_about_as_many_scores},
    {"every key, float", every_key<float>},
    {"every key, double", every_key<double>},
    {"a scale, double", a_scale<double>},
    {"causal keys, float", causal_keys<float>},
    {"causal keys, double", causal_keys<double>},
    {"a window, float", a_window<float>},
    {"a window, double", a_window<double>},
    {"not fused, double", not_fused<double>},
};

}  // namespace attn_tests::attention_in_parts_tests
