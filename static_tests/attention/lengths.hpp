// SPDX-License-Identifier: BSL-1.0
// What attn/attention/lengths.hpp promises.
#pragma once

#include <attn/attention/grouped_query.hpp>
#include <attn/attention/lengths.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <cstdint>

#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::lengths_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using head = axis<"head", 3>;
using token = axis<"token", 4>;
using key = axis<"key", 5>;
using width = axis<"width", 6>;

// Each text is as if it were alone: the same bits.
template <class T>
constexpr report each_text_has_its_own() {
  report r;
  const auto q = launder(filled<tensor<T, batch, head, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, batch, head, key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, batch, head, key, width>>(3));
  const auto lengths = launder(tensor<int, batch>{5, 2});
  const auto offsets = launder(tensor<std::int64_t, batch>{1, 0});
  const auto out = scaled_dot_product_attention(q, k, v, valid_keys(lengths));
  const auto past = scaled_dot_product_attention(q, k, v, causal_from(offsets));
  const auto both =
      scaled_dot_product_attention(q, k, v, valid_keys(lengths) & causal_from(offsets));
  for (std::size_t b = 0; b < 2; ++b) {
    const auto text = [&](const auto& x) { return select<"batch">(x, b); };
    const auto alone = [&](const auto& mask) {
      return scaled_dot_product_attention(text(q), text(k), text(v), mask);
    };
    r.check(bitwise_equal(text(out), alone(valid_keys(lengths(b)))));
    r.check(bitwise_equal(text(past), alone(causal_from(offsets(b)))));
    r.check(bitwise_equal(text(both), alone(valid_keys(lengths(b)) & causal_from(offsets(b)))));
  }
  r.check(!bitwise_equal(out, past) && !bitwise_equal(both, past));
  r.bits(both);
  return r;
}

// The pairs, by definition; the numbers for leading axes of every kind.
constexpr report as_defined() {
  report r;
  const auto check = [&]<class... Numbers>(const tensor<int, Numbers...>& numbers,
                                           const auto& number_of) {
    const auto valid = allowed<batch, head, token, key>(valid_keys(numbers));
    const auto past = allowed<batch, head, token, key>(causal_from(numbers));
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t i = 0; i < 4; ++i)
          for (std::size_t j = 0; j < 5; ++j) {
            const int n = number_of(b, h), query = static_cast<int>(i), at = static_cast<int>(j);
            r.check(valid(b, h, i, j) == (at < n ? 1 : 0));
            r.check(past(b, h, i, j) == (at <= query + n ? 1 : 0));
          }
  };
  const auto of_batch = launder(tensor<int, batch>{4, 0});
  const auto of_head = launder(tensor<int, head>{1, 7, 3});
  const auto of_both = launder(tensor<int, batch, head>{{0, 1, 2}, {3, 4, 5}});
  check(of_batch, [&](std::size_t b, std::size_t) { return of_batch(b); });
  check(of_head, [&](std::size_t, std::size_t h) { return of_head(h); });
  check(of_both, [&](std::size_t b, std::size_t h) { return of_both(b, h); });
  // Without names: the first axes.
  const auto first = launder(tensor<int, dim<2>>{1, 3});
  const auto all = launder(tensor<int, dim<2>, dim<3>>{{5, 1, 2}, {3, 4, 0}});
  check(first, [&](std::size_t b, std::size_t) { return first(b); });
  check(all, [&](std::size_t b, std::size_t h) { return all(b, h); });
  const auto unnamed = allowed<dim<2>, dim<3>, dim<4>, dim<5>>(valid_keys(first));
  r.check(unnamed(0, 2, 3, 1) == 0 && unnamed(1, 0, 0, 2) == 1 && unnamed(1, 0, 0, 3) == 0);
  return r;
}

constexpr report numbers_of_any_size() {
  report r;
  const auto none = allowed<batch, token, key>(causal_from(tensor<int, batch>{-1, -9}));
  r.check(none(0, 0, 0) == 0 && none(0, 1, 0) == 1 && none(1, 3, 0) == 0);
  const auto huge = tensor<std::uint64_t, batch>{~std::uint64_t{}, 1};
  const auto valid = allowed<batch, token, key>(valid_keys(launder(huge)));
  const auto past = allowed<batch, token, key>(causal_from(launder(huge)));
  r.check(valid(0, 0, 4) == 1 && valid(1, 0, 1) == 0);
  r.check(past(0, 0, 4) == 1 && past(1, 0, 1) == 1 && past(1, 0, 2) == 0);
  return r;
}

// In groups of heads, and where a query has no key.
template <class T>
constexpr report with_other_options() {
  report r;
  const auto q = launder(filled<tensor<T, batch, axis<"head", 4>, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, batch, axis<"head", 2>, key, width>>(2, T(2)));
  const auto lengths = launder(tensor<int, batch>{3, 0});
  const auto out =
      grouped_query_attention(q, k, k, valid_keys(lengths), fully_masked<zero_rows>, skip_masked);
  r.check(bitwise_equal(select<"batch">(out, 0),
                        grouped_query_attention(select<"batch">(q, 0), select<"batch">(k, 0),
                                                select<"batch">(k, 0), valid_keys(3))));
  for (const T& x : select<"batch">(out, 1)) r.check(x == T(0));
  r.bits(out);
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  using rules::axes_of_scores, rules::mask_fits, rules::numbers_fit, rules::option;
  using valid = valid_keys_each_t<int, batch>;
  using past = causal_from_each_t<int, axis<"batch", 3>>;
  static_assert(mask_like<valid> && mask_like<past>);
  static_assert(std::is_same_v<decltype(valid_keys(tensor<int, batch>{})), valid>);
  static_assert(std::is_same_v<decltype(causal_from(tensor<int, axis<"batch", 3>>{})), past>);
  using scores = axes_of_scores<batch, head, token, key>;
  r.check(numbers_fit<option<valid>, scores>::value && mask_fits<option<valid>, scores>::value);
  r.check(!numbers_fit<option<past>, scores>::value && !mask_fits<option<past>, scores>::value);
  r.check(!numbers_fit<option<both_t<valid, past>>, scores>::value);
  r.check(!numbers_fit<option<valid>, axes_of_scores<token, key>>::value);
  r.check(!numbers_fit<option<valid_keys_each_t<int, token>>, scores>::value);
  r.check(!numbers_fit<option<valid_keys_each_t<int, head, batch>>, scores>::value);
  r.check(rules::numbers_call<tensor<int, batch>>::holds);
  r.check(!rules::numbers_call<tensor<double, batch>>::integers::value);
  r.check(!rules::numbers_call<tensor<int>>::an_axis::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"each text has its own, float", each_text_has_its_own<float>},
    {"each text has its own, double", each_text_has_its_own<double>},
    {"as defined", as_defined},
    {"numbers of any size", numbers_of_any_size},
    {"with other options, float", with_other_options<float>},
    {"with other options, double", with_other_options<double>},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::lengths_tests
