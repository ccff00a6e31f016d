// SPDX-License-Identifier: BSL-1.0
// Behaviours of window, masked_softmax of attn/attention/.
#pragma once

#include "static_tests/reference/attention_masks.hpp"
#include "static_tests/reference/attention_sdpa.hpp"
#include "static_tests/reference/seed1_columns.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_window_tests {
// The definition, pair by pair, for rectangles of both kinds.
template <std::size_t Tq, std::size_t Tk> constexpr void check_definition(report& r) {
  using queries = axis<"token", Tq>;
  using keys = axis<"key", Tk>;
  constexpr int last = static_cast<int>(Tk) - static_cast<int>(Tq);
  const auto is = [&](const auto& mask, const auto& allows) {
    r.same(allowed<queries, keys>(mask), where<queries, keys>(allows));
  };
  is(causal<top_left>, [](int i, int j) { return j <= i; });
  is(causal<bottom_right>, [](int i, int j) { return j <= i + last; });
  is(causal<key_offset<2>>, [](int i, int j) { return j <= i + 2; });
  is(causal<key_offset<-1>>, [](int i, int j) { return j < i; });
  is(sliding_window<1, 2, top_left>, [](int i, int j) { return i - 1 <= j && j <= i + 2; });
  is(sliding_window<0, 0, bottom_right>, [](int i, int j) { return j == i + last; });
  is(sliding_window<2, 1, key_offset<1>>, [](int i, int j) { return i - 1 <= j && j <= i + 2; });
  is(sliding_window<2, 0, top_left>, [](int i, int j) { return i - 2 <= j && j <= i; });
  is(sliding_window<3, 3, top_left>, [](int i, int j) { return i - 3 <= j && j <= i + 3; });
  is(sliding_window<4, 0, top_left>, [](int i, int j) { return i - 4 <= j && j <= i; });
  is(sliding_window<7, 5, bottom_right>,
      [](int i, int j) { return i + last - 7 <= j && j <= i + last + 5; });
  is(sliding_window<unbounded, 1, top_left>, [](int i, int j) { return j <= i + 1; });
  is(sliding_window<1, unbounded, top_left>, [](int i, int j) { return i - 1 <= j; });
  is(sliding_window<unbounded, unbounded, top_left>, [](int, int) { return true; });
  is(sliding_window<unbounded, 0, bottom_right> & sliding_window<1, unbounded, top_left>,
      [](int i, int j) { return i - 1 <= j && j <= i + last; });
  if constexpr (Tq == Tk) {
    is(causal<>, [](int i, int j) { return j <= i; });
    is(causal<same_length>, [](int i, int j) { return j <= i; });
    is(sliding_window<1, 0>, [](int i, int j) { return i - 1 <= j && j <= i; });
    r.same(allowed<queries, keys>(causal<top_left>), allowed<queries, keys>(causal<bottom_right>));
  }
}

// Token by token with the keys there are so far, or all at once: the same bits.
template <class T, std::size_t N, std::size_t Tokens, class Width>
constexpr bool first_tokens_suffice(const tensor<T, axis<"token", Tokens>, Width>& x) {
  tensor<T, axis<"token", N>, Width> some;
  for (std::size_t i = 0; i < some.size(); ++i) some.data()[i] = x.data()[i];
  const auto all = scaled_dot_product_attention(x, x, x, causal<>);
  const auto first = scaled_dot_product_attention(some, some, some, causal<>);
  for (std::size_t i = 0; i < first.size(); ++i)
    if (!bitwise_equal(all.data()[i], first.data()[i])) return false;
  return true;
}

// Positions and bounds may be any integers: what is too far for one type is far away. (A long double
// has room for them here.)
template <class N> constexpr bool is_the_past_of(N n) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      const auto last = static_cast<long double>(i) + static_cast<long double>(n);
      const bool kept = causal_from(n).template row<shape<dim<3>, dim<5>>>(0, i)(j);
      if (kept != (static_cast<long double>(j) <= last)) return false;
    }
  return true;
}
template <std::ptrdiff_t Left, std::ptrdiff_t Right, std::ptrdiff_t N>
constexpr bool is_the_window() {
  constexpr auto mask = sliding_window<Left, Right, key_offset<N>>;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      const auto at = static_cast<long double>(i) + static_cast<long double>(N);
      const auto key = static_cast<long double>(j);
      const bool kept = mask.template row<shape<dim<3>, dim<5>>>(0, i)(j);
      if (kept != ((Left == unbounded || key >= at - static_cast<long double>(Left)) &&
                      (Right == unbounded || key <= at + static_cast<long double>(Right))))
        return false;
    }
  return true;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

// A mask of entries, about two in three, the first of a row always.
template <class Queries, class Keys> constexpr auto two_in_three(std::uint64_t seed) {
  keep_mask<Queries, Keys> m;
  for (std::size_t i = 0; i < m.size(); ++i)
    m.data()[i] = i % Keys::size == 0 || splitmix64(seed, i) % 3 != 0;
  return m;
}

template <class T, std::size_t Tq, std::size_t Tk> constexpr void check_steps(report& r) {
  using queries = axis<"token", Tq>;
  using keys = axis<"key", Tk>;
  const auto x = launder(filled<tensor<T, queries, keys>>(Tk, T(6)));
  const auto m = launder(two_in_three<queries, keys>(Tq));
  const auto y = masked_softmax(x, m);
  has_type<tensor<T, queries, keys>>(y);
  r.same(y, softmax(mask_scores(x, m)));
  r.same(y, masked_softmax(x, m, fully_masked<zero_rows>));
  r.same(y, zeroed_outside(y, m));  // what is masked is +0
  r.check(allclose(sum<"key">(y), map(sum<"key">(y), [](T) { return T(1); })));
  r.same(masked_softmax(x, keep_mask<queries, keys>{}), softmax(x));
}

// Trailing keys that are masked are not there, bit for bit; of others this is so on paper.
template <class T, std::size_t Tk, std::size_t Kept> constexpr void check_trailing(report& r) {
  using queries = axis<"token", 3>;
  const auto q = launder(filled<tensor<T, queries, axis<"width", 4>>>(1, T(2)));
  const auto k = launder(filled<tensor<T, axis<"key", Tk>, axis<"width", 4>>>(2, T(2)));
  const auto v = launder(filled<tensor<T, axis<"key", Tk>, axis<"content", 5>>>(3));
  const auto fewer_k = narrow<"key", Kept>(k, 0);
  const auto fewer_v = narrow<"key", Kept>(v, 0);
  const auto mask = valid_keys(launder(Kept));
  r.same(narrow<"key", Kept>(attention_weights(q, k, mask), 0), attention_weights(q, fewer_k));
  const auto out = scaled_dot_product_attention(q, k, v, mask);
  r.same(out, scaled_dot_product_attention(q, fewer_k, fewer_v));
  r.same(out, scaled_dot_product_attention(q, k, v, mask, skip_masked));
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/window.hpp promises.
  tests.proved<double, float>("causal", []<class T>(report& r) {
    using namespace reference::attention_sdpa_causal;
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, causal<>);
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, sliding_window<unbounded, 0>);
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, keep_where(as<bool>(allow)));
  });
  tests.proved<double, float>("more keys than queries", []<class T>(report& r) {
    using namespace reference::attention_causal_more_keys;
    const auto q = launder(as<T>(Q));
    const auto k = launder(as<T>(K));
    const auto v = launder(as<T>(V));
    r.check(near(attention_weights(q, k, causal<top_left>), weights_top_left));
    r.check(near(scaled_dot_product_attention(q, k, v, causal<top_left>), out_top_left));
    r.check(near(attention_weights(q, k, causal<bottom_right>), weights_bottom_right));
    const auto last = scaled_dot_product_attention(q, k, v, causal<bottom_right>);
    r.check(near(last, out_bottom_right));
    r.check(near(last, out_zero_bottom_right));
    r.same(allowed<dim<3>, dim<5>>(causal<top_left>), allow_top_left);
    r.same(allowed<dim<3>, dim<5>>(causal<bottom_right>), allow_bottom_right);
    r.bits(last);
  });
  // With bottom_right, queries 0 and 1 see nothing: a policy is needed. The NaN of the other one is no
  // constant: runtime_tests/attention/window.cpp.
  tests.proved<double, float>("more queries than keys", []<class T>(report& r) {
    using namespace reference::attention_causal_more_queries;
    const auto q = launder(as<T>(Q));
    const auto k = launder(as<T>(K));
    const auto v = launder(as<T>(V));
    r.check(near(attention_weights(q, k, causal<top_left>), weights_top_left));
    r.check(near(scaled_dot_product_attention(q, k, v, causal<top_left>), out_top_left));
    r.check(near(scaled_dot_product_attention(q, k, v, causal<top_left>), out_zero_top_left));
    const auto last =
        scaled_dot_product_attention(q, k, v, causal<bottom_right>, fully_masked<zero_rows>);
    r.check(near(last, out_zero_bottom_right));
    r.same(allowed<dim<5>, dim<3>>(causal<top_left>), allow_top_left);
    r.same(allowed<dim<5>, dim<3>>(causal<bottom_right>), allow_bottom_right);
    r.bits(last);
  });
  tests.proved<double, float>("window into the past", []<class T>(report& r) {
    using namespace reference::attention_sliding_window_causal;
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, sliding_window<2, 0>);
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, sliding_window<2, 5> & causal<>);
  });
  tests.proved<double, float>("window to both sides", []<class T>(report& r) {
    using namespace reference::attention_sliding_window_symmetric;
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, sliding_window<1, 1>);
  });
  tests.proved("as defined", [](report& r) {
    static_assert(std::is_same_v<decltype(causal<>), const window_t<unbounded, 0, same_length>>);
    for_pairs<1, 1, 3, 5, 5, 3, 4, 4, 2, 9, 11, 13, 9, 6>(
        [&]<std::size_t M, std::size_t N>() { check_definition<M, N>(r); });
  });
  // What the past is, and what it is not: a later token changes nothing of an earlier one's answer.
  tests.proved<double, float>("the future is not seen", []<class T>(report& r) {
    using token = axis<"token", 5>;
    const auto x = launder(filled<tensor<T, token, axis<"width", 3>>>(1, T(2)));
    const auto before = scaled_dot_product_attention(x, x, x, causal<>);
    for (std::size_t at = 0; at < 5; ++at) {
      auto changed = x;
      for (std::size_t j = 0; j < 3; ++j) changed(at, j) += T(1);
      const auto after = scaled_dot_product_attention(changed, changed, changed, causal<>);
      for (std::size_t i = 0; i < 5; ++i) {
        bool same = true;
        for (std::size_t j = 0; j < 3; ++j) same = same && bitwise_equal(before(i, j), after(i, j));
        r.check(same == (i < at));
      }
    }
    r.bits(before);
  });
  tests.proved<double, float>("a prefix has the bits of the whole", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, axis<"token", 19>, axis<"width", 3>>>(4, T(2)));
    r.check(first_tokens_suffice<T, 1>(x) && first_tokens_suffice<T, 2>(x));
    r.check(first_tokens_suffice<T, 7>(x) && first_tokens_suffice<T, 16>(x));
    r.check(first_tokens_suffice<T, 17>(x) && first_tokens_suffice<T, 18>(x));
  });
  // What a mask's type tells is computed when the program is compiled, also for long texts.
  tests.proved("empty rows are known", [](report& r) {
    const auto every = []<class Mask, class Q, class K>(const Mask&, Q, K) {
      return rules::some_key_for_each_query<rules::option<Mask>,
          rules::axes_of_scores<Q, K>>::value;
    };
    r.check(every(causal<>, dim<4>{}, dim<4>{}));
    r.check(every(causal<bottom_right>, dim<3>{}, dim<5>{}));
    r.check(!every(causal<bottom_right>, dim<5>{}, dim<3>{}));
    r.check(!every(causal<key_offset<-1>>, dim<4>{}, dim<4>{}));
    r.check(every(causal<key_offset<-1>> & valid_keys(0), dim<4>{}, dim<4>{}));  // not known
    r.check(every(sliding_window<1, 0, top_left>, dim<4>{}, dim<3>{}));
    r.check(!every(sliding_window<0, 0, top_left>, dim<4>{}, dim<3>{}));
    r.check(every(sliding_window<0, 2, key_offset<-2>>, dim<3>{}, dim<3>{}));
    r.check(!every(sliding_window<0, 1, key_offset<-2>>, dim<3>{}, dim<3>{}));
    r.check(!every(sliding_window<0, 0> & causal<key_offset<-1>>, dim<3>{}, dim<3>{}));
    r.check(every(sliding_window<256, 0>, dim<4096>{}, dim<4096>{}));
  });
  tests.proved("positions do not wrap", [](report& r) {
    r.check(
        is_the_past_of(launder(0)) && is_the_past_of(launder(2)) && is_the_past_of(launder(-1)));
    r.check(is_the_past_of(launder(std::int64_t{-3})) && is_the_past_of(launder(std::uint8_t{1})));
    r.check(is_the_past_of(launder(std::uint64_t{1} << 63)));
    r.check(is_the_past_of(launder(~std::uint64_t{})));
    r.check(is_the_past_of(launder(INT64_MAX)) && is_the_past_of(launder(INT64_MIN)));

    constexpr std::ptrdiff_t most = PTRDIFF_MAX, least = PTRDIFF_MIN;
    r.check(is_the_window<most, most, 0>() && is_the_window<unbounded, 0, most>());
    r.check(is_the_window<unbounded, 0, least>() && is_the_window<1, 1, most>());
    r.check(is_the_window<most, 0, most - 2>() && is_the_window<most, most, most>());
    r.check(is_the_window<2, most, least + 2>() && is_the_window<2, most, least>());
    r.check(is_the_window<most, most, least>() && is_the_window<0, unbounded, most>());
    r.check(is_the_window<1, 1, -2>() && is_the_window<1, unbounded, 3>());
  });
  tests.proved<double, float>("causal from a position", []<class T>(report& r) {
    static_assert(std::is_same_v<decltype(causal_from(3)), causal_from_t>);
    const auto x = launder(filled<tensor<T, axis<"query", 2>, axis<"key", 5>>>(16));
    r.same(masked_softmax(x, causal_from(launder(std::size_t{3}))),
        masked_softmax(x, causal<bottom_right>));
    r.same(masked_softmax(x, causal_from(1)), masked_softmax(x, causal<key_offset<1>>));
  });
  tests.proved("a window from a position", [](report& r) {
    const auto is = [&]<std::ptrdiff_t Left, std::ptrdiff_t Right, std::ptrdiff_t N>() {
      using queries = axis<"token", 3>;
      using keys = axis<"key", 7>;
      const window_from_t<Left, Right> mask = sliding_window_from<Left, Right>(launder(N));
      r.same(allowed<queries, keys>(mask),
          allowed<queries, keys>(sliding_window<Left, Right, key_offset<N>>));
      for (std::ptrdiff_t i = 0; i < 3; ++i)
        for (std::ptrdiff_t j = 0; j < 7; ++j)
          r.check(N == PTRDIFF_MAX ||
                  mask.allows(i, j, std::ptrdiff_t{3}, std::ptrdiff_t{7}) ==
                      mask.template row<shape<queries, keys>>(0, static_cast<std::size_t>(i))(
                          static_cast<std::size_t>(j)));
    };
    is.template operator()<2, 0, 3>();
    is.template operator()<0, 1, -1>();
    is.template operator()<unbounded, 1, 2>();
    is.template operator()<1, unbounded, 4>();
    is.template operator()<unbounded, unbounded, 0>();
    is.template operator()<PTRDIFF_MAX, PTRDIFF_MAX, PTRDIFF_MAX>();
    r.check(is_the_past_of(std::ptrdiff_t{PTRDIFF_MAX}));
  });
  // What attn/attention/masked_softmax.hpp promises. What is NaN is no constant, and stands in
  // runtime_tests/attention/masked_softmax.cpp.
  tests.executed<double, float>("is its steps", []<class T>(report& r) {
    for_pairs<1, 1, 2, 5, 5, 3, 3, 16, 2, 17, 2, 33>(
        [&]<std::size_t M, std::size_t N>() { check_steps<T, M, N>(r); });
  });
  tests.proved("options and their rule", [](report& r) {
    r.check(std::is_same_v<decltype(fully_masked<nan_rows>), const fully_masked_t<nan_rows>>);
    r.check(std::is_same_v<decltype(skip_masked), const skip_masked_t>);
    using past = std::remove_const_t<decltype(causal<key_offset<-1>>)>;
    using scores = rules::axes_of_scores<dim<3>, dim<3>>;
    r.check(rules::rows_are_settled<past, zero_rows, scores>::value);
    r.check(rules::rows_are_settled<past, nan_rows, scores>::value);
    r.check(!rules::rows_are_settled<past, rules::no_policy, scores>::value);
    r.check(rules::rows_are_settled<valid_keys_t, rules::no_policy, scores>::value);
  });
  tests.executed("what is masked is chosen", [](report& r) {
    const auto x = launder(matrix<double, 2, 3>{{1, -2, 3}, {-0.0, 5, -infinity}});
    const auto m = launder(keep_mask<dim<2>, dim<3>>{{1, 0, 1}, {1, 0, 0}});
    r.check(
        mask_scores(x, m) == matrix<double, 2, 3>{{1, -infinity, 3}, {-0.0, -infinity, -infinity}});
    r.check(bitwise_equal(zeroed_outside(x, m), {{1, 0, 3}, {-0.0, 0, 0}}));
    r.check(bitwise_equal(zeroed_outside(launder(matrix<int, 2, 3>{{1, 2, 3}, {4, 5, 6}}), m),
        {{1, 0, 3}, {4, 0, 0}}));
    // +inf times 0 would be NaN; and what is chosen away may be the largest.
    const auto huge = launder(matrix<double, 1, 3>{{1, infinity, 1}});
    r.check(bitwise_equal(masked_softmax(huge, valid_keys(1)), {{1, 0, 0}}));
    r.check(
        bitwise_equal(masked_softmax(huge, keep_mask<dim<1>, dim<3>>{{1, 0, 1}}), {{0.5, 0, 0.5}}));
    const auto far = launder(matrix<float, 1, 3>{{-1e38f, 3e38f, -1e38f}});
    r.check(bitwise_equal(
        masked_softmax(far, keep_mask<dim<1>, dim<3>>{{1, 0, 1}}), {{0.5f, 0, 0.5f}}));
  });
  tests.executed<double, float>("trailing keys are not there", []<class T>(report& r) {
    for_pairs<5, 1, 5, 4, 17, 16, 33, 15, 33, 18>(
        [&]<std::size_t M, std::size_t N>() { check_trailing<T, M, N>(r); });
  });
  // A query without keys, with the policy that makes its weights zero. Without one, a
  // constant has a message, a_query_has_no_key_choose_fully_masked_zero_rows:
  // static_tests/rejected/mask.cpp.
  tests.executed<double, float>("rows without a key", []<class T>(report& r) {
    using namespace reference::attention_sdpa_fully_masked_row;
    const auto mask = launder(keep_where(as<bool>(allow)));
    check_masked_case<T>(
        r, Q, K, V, scores, scaled, weights_zero, out_zero, mask, fully_masked<zero_rows>);
    const auto none = valid_keys(launder(std::size_t{0}));
    const auto x = launder(filled<matrix<T, 2, 3>>(1));
    r.same(masked_softmax(x, none, fully_masked<zero_rows>), matrix<T, 2, 3>{});
    const auto past = causal<key_offset<-1>>;  // the first has no past
    r.check(
        masked_softmax(x, past, fully_masked<zero_rows>) == matrix<T, 2, 3>{{0, 0, 0}, {1, 0, 0}});
  });
  // Local attention in both readings of article 1, whose sequences are columns: "let the weights of
  // the other positions become 0".
  tests.executed<double, float>("local attention in two readings", []<class T>(report& r) {
    using namespace reference::seed1_local_attention_columns;
    const auto inputs = matmul(launder(as<T>(transpose(x))), as<T>(transpose(W)));  // (token, 4)
    const auto q = matmul(inputs, as<T>(transpose(Wq)));
    const auto k = matmul(inputs, as<T>(transpose(Wk)));
    const auto v = matmul(inputs, as<T>(transpose(Wv)));
    const auto check = [&](const auto& mask, const auto& allow, const auto& before,
                           const auto& out_before, const auto& after, const auto& out_after) {
      r.same(allowed<dim<4>, dim<4>>(mask), transpose(allow));
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
    r.same(scaled_dot_product_attention(q, k, v, sliding_window<0, 0>), v);
  });
  // Weights of every score there is: each is a share, because the largest score's exponential is 1.
  tests.executed("bounds of weights", [](report& r) {
    using range = interval<float>;
    const auto m = launder(keep_mask<dim<1>, dim<3>>{{1, 0, 1}});
    const auto y = masked_softmax(launder(between<matrix<float, 1, 3>>(-200, 200)), m);
    r.check(y(0, 0).lower == 0 && y(0, 0).upper <= 1.0001f && !y(0, 0).may_be_nan);
    r.check(identical(y(0, 1), range(0)) && identical(y(0, 2), y(0, 0)));
  });
  // An archetype has no infinity and no zero to compare with: its rows are made of what is kept.
  tests.proved("an archetype will do", [](report& r) {
    const auto check = [&]<std::size_t Tq, std::size_t Tk>(dim<Tq>, dim<Tk>) {
      const auto x = launder(filled<matrix<double, Tq, Tk>>(Tk, 6.0));
      const auto m = launder(two_in_three<dim<Tq>, dim<Tk>>(Tq));
      r.same(values_of(masked_softmax(as_archetype(x), m)), masked_softmax(x, m));
      r.same(values_of(masked_softmax(as_archetype(x), causal<top_left>)),
          masked_softmax(x, causal<top_left>));
      constexpr auto zero = fully_masked<zero_rows>;
      constexpr auto past = sliding_window<1, 0, key_offset<-1>>;
      r.same(values_of(masked_softmax(as_archetype(x), past, zero)), masked_softmax(x, past, zero));
      r.same(values_of(zeroed_outside(as_archetype(x), m)), zeroed_outside(x, m));
      r.same(values_of(mask_scores(as_archetype(x), m)), mask_scores(x, m));
    };
    check(dim<2>{}, dim<5>{});
    check(dim<4>{}, dim<3>{});
    check(dim<2>{}, dim<17>{});
    check(dim<2>{}, dim<33>{});
    const auto q = launder(filled<matrix<double, 3, 2>>(1, 2.0));
    const auto k = launder(filled<matrix<double, 4, 2>>(2, 2.0));
    const auto v = launder(filled<matrix<double, 4, 5>>(3));
    r.same(values_of(scaled_dot_product_attention(
               as_archetype(q), as_archetype(k), as_archetype(v), causal<top_left>, skip_masked)),
        scaled_dot_product_attention(q, k, v, causal<top_left>, skip_masked));
  });
};
}  // namespace attn_tests::attention_window_tests
