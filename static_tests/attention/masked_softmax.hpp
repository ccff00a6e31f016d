// SPDX-License-Identifier: BSL-1.0
// What attn/attention/masked_softmax.hpp promises. What is NaN is no constant, and stands in
// runtime_tests/attention/masked_softmax.cpp.
#pragma once

#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/reference/attention_sdpa_fully_masked_row.hpp"
#include "static_tests/reference/seed1_local_attention_columns.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::masked_softmax_tests {

using namespace attn;
constexpr double infinity = std::numeric_limits<double>::infinity();

// A mask of entries, about two in three, the first of a row always.
template <class Queries, class Keys>
constexpr auto two_in_three(std::uint64_t seed) {
  keep_mask<Queries, Keys> m;
  for (std::size_t i = 0; i < m.size(); ++i)
    m.data()[i] = i % Keys::size == 0 || splitmix64(seed, i) % 3 != 0;
  return m;
}

template <class T, std::size_t Tq, std::size_t Tk>
constexpr void check_steps(report& r) {
  using queries = axis<"token", Tq>;
  using keys = axis<"key", Tk>;
  const auto x = launder(filled<tensor<T, queries, keys>>(Tk, T(6)));
  const auto m = launder(two_in_three<queries, keys>(Tq));
  const auto y = masked_softmax(x, m);
  static_assert(std::is_same_v<decltype(y), const tensor<T, queries, keys>>);
  r.check(bitwise_equal(y, softmax(mask_scores(x, m))));
  r.check(bitwise_equal(y, masked_softmax(x, m, fully_masked<zero_rows>)));
  r.check(bitwise_equal(y, zeroed_outside(y, m)));  // what is masked is +0
  r.check(allclose(sum<"key">(y), map(sum<"key">(y), [](T) { return T(1); })));
  r.check(bitwise_equal(masked_softmax(x, keep_mask<queries, keys>{}), softmax(x)));
  r.bits(y);
}
template <class T>
constexpr report is_its_steps() {
  report r;
  check_steps<T, 1, 1>(r);
  check_steps<T, 2, 5>(r);
  check_steps<T, 5, 3>(r);
  check_steps<T, 3, 16>(r);
  check_steps<T, 2, 17>(r);
  check_steps<T, 2, 33>(r);
  return r;
}

constexpr report options_and_their_rule() {
  report r;
  r.check(std::is_same_v<decltype(fully_masked<nan_rows>), const fully_masked_t<nan_rows>>);
  r.check(std::is_same_v<decltype(skip_masked), const skip_masked_t>);
  using past = std::remove_const_t<decltype(causal<key_offset<-1>>)>;
  using scores = rules::axes_of_scores<dim<3>, dim<3>>;
  r.check(rules::rows_are_settled<past, zero_rows, scores>::value);
  r.check(rules::rows_are_settled<past, nan_rows, scores>::value);
  r.check(!rules::rows_are_settled<past, rules::no_policy, scores>::value);
  r.check(rules::rows_are_settled<valid_keys_t, rules::no_policy, scores>::value);
  return r;
}

constexpr report what_is_masked_is_chosen() {
  report r;
  const auto x = launder(matrix<double, 2, 3>{{1, -2, 3}, {-0.0, 5, -infinity}});
  const auto m = launder(keep_mask<dim<2>, dim<3>>{{1, 0, 1}, {1, 0, 0}});
  r.check(mask_scores(x, m) ==
          matrix<double, 2, 3>{{1, -infinity, 3}, {-0.0, -infinity, -infinity}});
  r.check(bitwise_equal(zeroed_outside(x, m), {{1, 0, 3}, {-0.0, 0, 0}}));
  r.check(bitwise_equal(zeroed_outside(launder(matrix<int, 2, 3>{{1, 2, 3}, {4, 5, 6}}), m),
                        {{1, 0, 3}, {4, 0, 0}}));
  // +inf times 0 would be NaN; and what is chosen away may be the largest.
  const auto huge = launder(matrix<double, 1, 3>{{1, infinity, 1}});
  r.check(bitwise_equal(masked_softmax(huge, valid_keys(1)), {{1, 0, 0}}));
  r.check(
      bitwise_equal(masked_softmax(huge, keep_mask<dim<1>, dim<3>>{{1, 0, 1}}), {{0.5, 0, 0.5}}));
  const auto far = launder(matrix<float, 1, 3>{{-1e38f, 3e38f, -1e38f}});
  r.check(
      bitwise_equal(masked_softmax(far, keep_mask<dim<1>, dim<3>>{{1, 0, 1}}), {{0.5f, 0, 0.5f}}));
  return r;
}

// Trailing keys that are masked are not there, bit for bit; of others this is so on paper.
template <class T, std::size_t Tk, std::size_t Kept>
constexpr void check_trailing(report& r) {
  using queries = axis<"token", 3>;
  const auto q = launder(filled<tensor<T, queries, axis<"width", 4>>>(1, T(2)));
  const auto k = launder(filled<tensor<T, axis<"key", Tk>, axis<"width", 4>>>(2, T(2)));
  const auto v = launder(filled<tensor<T, axis<"key", Tk>, axis<"content", 5>>>(3));
  const auto fewer_k = narrow<"key", Kept>(k, 0);
  const auto fewer_v = narrow<"key", Kept>(v, 0);
  const auto mask = valid_keys(launder(Kept));
  r.check(bitwise_equal(narrow<"key", Kept>(attention_weights(q, k, mask), 0),
                        attention_weights(q, fewer_k)));
  const auto out = scaled_dot_product_attention(q, k, v, mask);
  r.check(bitwise_equal(out, scaled_dot_product_attention(q, fewer_k, fewer_v)));
  r.check(bitwise_equal(out, scaled_dot_product_attention(q, k, v, mask, skip_masked)));
  r.bits(out);
}
template <class T>
constexpr report trailing_keys_are_not_there() {
  report r;
  check_trailing<T, 5, 1>(r);
  check_trailing<T, 5, 4>(r);
  check_trailing<T, 17, 16>(r);
  check_trailing<T, 33, 15>(r);
  check_trailing<T, 33, 18>(r);
  return r;
}

// A query without keys, with the policy that makes its weights zero. Without one, a
// constant has a message, a_query_may_attend_to_no_key_choose_fully_masked_zero_rows:
// static_tests/rejected/mask.cpp.
template <class T>
constexpr report rows_without_a_key() {
  using namespace reference::attention_sdpa_fully_masked_row;
  report r;
  const auto mask = launder(keep_where(as<bool>(allow)));
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights_zero, out_zero, mask,
                       fully_masked<zero_rows>);
  const auto none = valid_keys(launder(std::size_t{0}));
  const auto x = launder(filled<matrix<T, 2, 3>>(1));
  r.check(bitwise_equal(masked_softmax(x, none, fully_masked<zero_rows>), matrix<T, 2, 3>{}));
  const auto past = causal<key_offset<-1>>;  // the first has no past
  r.check(masked_softmax(x, past, fully_masked<zero_rows>) ==
          matrix<T, 2, 3>{{0, 0, 0}, {1, 0, 0}});
  return r;
}

// Local attention in both readings of article 1, whose sequences are columns: "let the weights of
// the other positions become 0".
template <class T>
constexpr report local_attention_in_two_readings() {
  using namespace reference::seed1_local_attention_columns;
  report r;
  const auto inputs = matmul(launder(as<T>(transpose(x))), as<T>(transpose(W)));  // (token, 4)
  const auto q = matmul(inputs, as<T>(transpose(Wq)));
  const auto k = matmul(inputs, as<T>(transpose(Wk)));
  const auto v = matmul(inputs, as<T>(transpose(Wv)));
  const auto check = [&](const auto& mask, const auto& allow, const auto& before,
                         const auto& out_before, const auto& after, const auto& out_after) {
    r.check(bitwise_equal(allowed<dim<4>, dim<4>>(mask), transpose(allow)));
    // Masked before the softmax: the rest shares 1 among them.
    r.check(near(transpose(attention_weights(q, k, mask)), before));
    r.check(near(transpose(scaled_dot_product_attention(q, k, v, mask)), out_before));
    // Zeroed after it: what the others had is lost.
    const auto lost = zeroed_outside(attention_weights(q, k), mask);
    r.check(near(transpose(lost), after));
    r.check(near(transpose(matmul(lost, v)), out_after));
    r.bits(lost);
  };
  check(sliding_window<0, 0>, allow_own, A_hat_masked_own, O_masked_own, A_hat_zeroed_own,
        O_zeroed_own);
  check(sliding_window<1, 1>, allow_window1, A_hat_masked_window1, O_masked_window1,
        A_hat_zeroed_window1, O_zeroed_window1);
  check(key_padding(keep_mask<dim<4>>{0, 0, 0, 1}), allow_farthest, A_hat_masked_farthest,
        O_masked_farthest, A_hat_zeroed_farthest, O_zeroed_farthest);
  // The own key alone: its value. Far from it, if the others' shares are lost.
  r.check(bitwise_equal(scaled_dot_product_attention(q, k, v, sliding_window<0, 0>), v));
  return r;
}

// Weights of every score there is: each is a share, because the largest score's exponential is 1.
constexpr report bounds_of_weights() {
  report r;
  using range = interval<float>;
  const auto m = launder(keep_mask<dim<1>, dim<3>>{{1, 0, 1}});
  const auto y = masked_softmax(launder(between<matrix<float, 1, 3>>(-200, 200)), m);
  r.check(y(0, 0).lower == 0 && y(0, 0).upper <= 1.0001f && !y(0, 0).may_be_nan);
  r.check(identical(y(0, 1), range(0)) && identical(y(0, 2), y(0, 0)));
  return r;
}

// An archetype has no infinity and no zero to compare with: its rows are made of what is kept.
constexpr report an_archetype_will_do() {
  report r;
  const auto check = [&]<std::size_t Tq, std::size_t Tk>(dim<Tq>, dim<Tk>) {
    const auto x = launder(filled<matrix<double, Tq, Tk>>(Tk, 6.0));
    const auto m = launder(two_in_three<dim<Tq>, dim<Tk>>(Tq));
    r.check(bitwise_equal(values_of(masked_softmax(as_archetype(x), m)), masked_softmax(x, m)));
    r.check(bitwise_equal(values_of(masked_softmax(as_archetype(x), causal<top_left>)),
                          masked_softmax(x, causal<top_left>)));
    constexpr auto zero = fully_masked<zero_rows>;
    constexpr auto past = sliding_window<1, 0, key_offset<-1>>;
    r.check(bitwise_equal(values_of(masked_softmax(as_archetype(x), past, zero)),
                          masked_softmax(x, past, zero)));
    r.check(bitwise_equal(values_of(zeroed_outside(as_archetype(x), m)), zeroed_outside(x, m)));
    r.check(bitwise_equal(values_of(mask_scores(as_archetype(x), m)), mask_scores(x, m)));
  };
  check(dim<2>{}, dim<5>{});
  check(dim<4>{}, dim<3>{});
  check(dim<2>{}, dim<17>{});
  check(dim<2>{}, dim<33>{});
  const auto q = launder(filled<matrix<double, 3, 2>>(1, 2.0));
  const auto k = launder(filled<matrix<double, 4, 2>>(2, 2.0));
  const auto v = launder(filled<matrix<double, 4, 5>>(3));
  r.check(bitwise_equal(
      values_of(scaled_dot_product_attention(as_archetype(q), as_archetype(k), as_archetype(v),
                                             causal<top_left>, skip_masked)),
      scaled_dot_product_attention(q, k, v, causal<top_left>, skip_masked)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is its steps, double", is_its_steps<double>},
    {"is its steps, float", is_its_steps<float>},
    {"options and their rule", options_and_their_rule},
    {"what is masked is chosen", what_is_masked_is_chosen},
    {"trailing keys are not there, double", trailing_keys_are_not_there<double>},
    {"trailing keys are not there, float", trailing_keys_are_not_there<float>},
    {"rows without a key, double", rows_without_a_key<double>},
    {"rows without a key, float", rows_without_a_key<float>},
    {"local attention in two readings, double", local_attention_in_two_readings<double>},
    {"local attention in two readings, float", local_attention_in_two_readings<float>},
    {"bounds of weights", bounds_of_weights},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::masked_softmax_tests
