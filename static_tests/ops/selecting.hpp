// SPDX-License-Identifier: BSL-1.0
// Behaviours of slice, concat, index_select, one_hot, sample of attn/ops/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::ops_selecting_tests {
using word = axis<"word", 4>;
using token_5 = axis<"token", 5>;
using width_3 = axis<"width", 3>;
template <std::size_t N> using token_of = axis<"token", N>;
using feature = axis<"feature", 4>;
using width = axis<"width", 5>;
using choice = axis<"choice", 4>;

template <class T, class Id> constexpr void three_of_four(report& r) {
  const auto ids = launder(tensor<Id, token>{2, 0, 3});
  const auto y = one_hot<word, T>(ids);
  has_type<tensor<T, token, word>>(y);
  r.check(y == tensor<T, token, word>{{0, 0, 1, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}});
  r.bits(y);
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("an axis as its type", [](report& r) {
    using row = axis<"row", 2>;
    using column = axis<"column", 3>;
    const auto x = launder(filled<tensor<double, row, column>>(1));
    r.check(select<row>(x, 1) == select<"row">(x, 1) && select<column>(x, 2) == select<1>(x, 2));
    r.check(narrow<column, 2>(x, 1) == narrow<"column", 2>(x, 1));
    r.check(concat<column>(x, x) == concat<"column">(x, x));
    r.check(sum<row>(x) == sum<0>(x) && mean<column>(x) == mean<1>(x));
    r.check(amax<row>(x) == amax<0>(x) && amin<column>(x) == amin<1>(x));
    r.check(argmax<column>(x) == argmax<1>(x));
    r.check(argmax<row>(x, last_of_equals) == argmax<0>(x, last_of_equals));
    r.check(cumsum<row>(x) == cumsum<0>(x) && logsumexp<column>(x) == logsumexp<1>(x));
    r.check(flip<row>(x) == flip<0>(x) && softmax<row>(x) == softmax<0>(x));
    r.check(log_softmax<row>(x) == log_softmax<0>(x) && sparsemax<row>(x) == sparsemax<0>(x));
    r.check(softmax_naive<row>(x) == softmax_naive<0>(x));
    r.check(layer_norm<row>(x) == layer_norm<0>(x) && rms_norm<row>(x, 0.5) == rms_norm<0>(x, 0.5));
  });
  // What attn/ops/selecting.hpp promises. (id_out_of_range_for_one_hot: a rejected program.)
  tests.proved("three of four, float", [](report& r) { three_of_four<float, int>(r); });
  tests.proved("three of four, double", [](report& r) { three_of_four<double, unsigned char>(r); });
  tests.proved("three of four, int", [](report& r) { three_of_four<int, long>(r); });
  tests.proved("other ranks", [](report& r) {
    r.check(one_hot<word, int>(launder(tensor<int>(1))) == tensor<int, word>{0, 1, 0, 0});
    const auto ids = launder(tensor<int, batch, token>{{1, 3, 0}, {2, 2, 1}});
    const auto y = one_hot<word, float>(ids);
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t w = 0; w < 4; ++w)
          r.check(y(b, t, w) == (static_cast<int>(w) == ids(b, t) ? 1.0f : 0.0f));
    r.bits(y);
  });
  // The ids of a vocabulary, which know their bound: it may be lower than the size of the axis.
  tests.proved("token ids", [](report& r) {
    const tensor<int, token> numbers{2, 0, 3};
    const auto y = one_hot<word, float>(launder(as_token_ids<4>(numbers)));
    has_type<tensor<float, token, word>>(y);
    r.check(y == one_hot<word, float>(numbers));
    r.check(one_hot<axis<"word", 9>, int>(launder(as_token_ids<4>(numbers))) ==
            one_hot<axis<"word", 9>, int>(numbers));
    r.bits(y);
  });
  // From the end by name: -1 is the last word, -4 the first of four.
  tests.proved("negative ids", [](report& r) {
    const auto y = one_hot<word, int>(launder(tensor<int, token>{-1, 0, -4}), negative_from_end);
    r.check(y == tensor<int, token, word>{{0, 0, 0, 1}, {1, 0, 0, 0}, {1, 0, 0, 0}});
    r.check(one_hot<word, int>(launder(tensor<unsigned, token>{3, 0, 0}), negative_from_end) == y);
    r.check(one_hot<word, int>(
                launder(as_token_ids<4>(tensor<int, token>{3, 0, 0})), negative_from_end) == y);
    static_assert(rules::one_hot_call<word, int, tensor<int, token>>::all::value);
    r.bits(y);
  });
  // What attn/ops/sample.hpp promises.
  // Of a u outside, sample_requires_a_number_from_0_to_1: a program of rejected/, and runtime_tests.
  // Halves and quarters are exact: where one index ends, the next begins.
  tests.proved<float, double>("by hand", []<class T>(report& r) {
    const auto p = launder(tensor<T, word>{T(0.25), T(0), T(0.5), T(0.25)});
    const T below = T(1) - std::numeric_limits<T>::epsilon();
    const T u[] = {T(0), T(0.249), T(0.25), T(0.5), T(0.749), T(0.75), below};
    const int wanted[] = {0, 0, 2, 2, 2, 3, 3};
    for (int i = 0; i < 7; ++i) {
      const auto drawn = sample<"word">(p, u[i]);
      has_type<tensor<int>>(drawn);
      r.check(static_cast<int>(drawn) == wanted[i]);
      r.check(sample(p, u[i]) == drawn && sample(p, tensor<T>(u[i])) == drawn);
      r.bits(drawn);
    }
  });
  // One u for each row, along any axis.
  tests.proved("S43: rows", [](report& r) {
    const auto p =
        launder(tensor<double, token, word>{{0.1, 0.2, 0.3, 0.4}, {1, 0, 0, 0}, {0, 0, 0, 1}});
    const tensor<double, token> u{0.35, 0.99, 0};
    r.check(sample(p, u) == tensor<int, token>{2, 0, 3});
    const matrix<double, 3, 2> columns{{0.5, 0}, {0.25, 1}, {0.25, 0}};
    r.check(sample<0>(columns, tensor<double, dim<2>>{0.75, 0.75}) == tensor<int, dim<2>>{2, 1});
    r.bits(sample(p, u));
  });
  // An index of probability 0 is not drawn, not even where rounding leaves u above the sum.
  tests.proved("never the impossible", [](report& r) {
    const auto short_of_1 = launder(tensor<float, word>{0.25f, 0.5f, 0.125f, 0});
    r.check(static_cast<int>(sample(short_of_1, 0.99f)) == 2);
    const auto first = launder(tensor<float, word>{0, 0, 1, 0});
    r.check(static_cast<int>(sample(first, 0.0f)) == 2);
    r.check(static_cast<int>(sample(tensor<float, word>{}, 0.5f)) == 0);
  });
  // As often as probable: the relative frequencies of evenly spread u are the probabilities.
  tests.proved<float, double>("frequencies", []<class T>(report& r) {
    const auto p = softmax(launder(tensor<T, word>{T(0.5), T(-1), T(2), T(0)}));
    constexpr int n = 400;
    int counts[4]{};
    for (int i = 0; i < n; ++i)
      ++counts[static_cast<int>(sample(p, (static_cast<T>(i) + T(0.5)) / T(n)))];
    for (int w = 0; w < 4; ++w) {
      const T difference = static_cast<T>(counts[w]) / T(n) - p(w);
      r.check(difference < T(1) / T(n) && difference > -T(1) / T(n));
      r.bits(counts[w]);
    }
  });
  // What attn/ops/selecting.hpp promises.
  // By indexing, element by element, along every axis of three.
  tests.proved<float, double, int>("select is indexing", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token_5, width_3>>(1));
    const auto b = select<"batch">(x, 1);
    const auto t = select<"token">(x, 3u);
    const auto w = select<-1>(x, std::size_t{2});
    has_type<tensor<T, token_5, width_3>>(b);
    has_type<tensor<T, batch, width_3>>(t);
    has_type<tensor<T, batch, token_5>>(w);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 5; ++j) r.same(w(i, j), x(i, j, 2));
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < 3; ++k) r.same(t(i, k), x(i, 3, k));
    for (std::size_t j = 0; j < 5; ++j)
      for (std::size_t k = 0; k < 3; ++k) r.same(b(j, k), x(1, j, k));
    r.bits(t);
  });
  tests.proved("select, down to a number", [](report& r) {
    const auto x = launder(tensor<int, width_3>{4, 5, 6});
    static_assert(std::is_same_v<decltype(select<0>(x, 1)), tensor<int>>);
    r.check(static_cast<int>(select<"width">(x, 2)) == 6);
    // Every index is looked at: index_out_of_range_for_its_axis (rejected/math.cpp).
    r.check(static_cast<int>(select<"width">(x, 0)) == 4);
  });
  tests.proved<float, double>("narrow is indexing", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token_5, width_3>>(2));
    const auto t = narrow<"token", 2>(x, 3);
    const auto w = narrow<2, 2>(x, 1);
    has_type<tensor<T, batch, axis<"token", 2>, width_3>>(t);
    has_type<tensor<T, batch, token_5, axis<"width", 2>>>(w);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 5; ++j)
        for (std::size_t k = 0; k < 3; ++k) {
          if (j >= 3) r.same(t(i, j - 3, k), x(i, j, k));
          if (k >= 1) r.same(w(i, j, k - 1), x(i, j, k));
        }
    r.same(narrow<"token", 5>(x, 0), x);
    static_assert(std::is_same_v<decltype(narrow<0, 1>(matrix<T, 4, 2>{}, 3)), matrix<T, 1, 2>>);
    r.bits(t);
    r.bits(w);
  });
  tests.accepts_an_archetype<tensor<double, token_5, width_3>>(
      [](const auto& x) { return select<"token">(x, 4); });
  tests.accepts_an_archetype<tensor<double, token_5, width_3>>(
      [](const auto& x) { return narrow<"width", 2>(x, 1); });
  // What attn/ops/selecting.hpp promises.
  tests.proved("vectors", [](report& r) {
    const auto a = launder(tensor<int, token_of<2>>{1, 2});
    const auto b = launder(tensor<int, token_of<3>>{3, 4, 5});
    const auto c = launder(tensor<int, token_of<1>>{6});
    const auto y = concat<"token">(a, b, c);
    has_type<tensor<int, token_of<6>>>(y);
    r.check(y == tensor<int, token_of<6>>{1, 2, 3, 4, 5, 6});
    r.check(concat<"token">(c, a) == tensor<int, token_of<3>>{6, 1, 2});
    r.check(concat<-1>(b) == b);
    r.bits(y);
  });
  tests.proved<float, double>("rows and columns", []<class T>(report& r) {
    const auto a = launder(filled<tensor<T, token_of<2>, feature>>(1));
    const auto b = launder(filled<tensor<T, token_of<3>, feature>>(2));
    const auto y = concat<"token">(a, b);
    has_type<tensor<T, token_of<5>, feature>>(y);
    for (std::size_t t = 0; t < 5; ++t)
      for (std::size_t f = 0; f < 4; ++f) r.check(y(t, f) == (t < 2 ? a(t, f) : b(t - 2, f)));
    r.bits(y);
    const auto c = launder(filled<tensor<T, batch, token_of<3>>>(3));
    const auto d = launder(filled<tensor<T, batch, token_of<5>>>(4));
    const auto z = concat<"token">(c, d);
    has_type<tensor<T, batch, token_of<8>>>(z);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t t = 0; t < 8; ++t) r.check(z(i, t) == (t < 3 ? c(i, t) : d(i, t - 3)));
    r.bits(z);
  });
  tests.proved<float, double>("in the middle", []<class T>(report& r) {
    const auto a = launder(filled<tensor<T, batch, token_of<3>, feature>>(5));
    const auto b = launder(filled<tensor<T, batch, token_of<1>, feature>>(6));
    const auto c = launder(filled<tensor<T, batch, token_of<5>, feature>>(7));
    const auto y = concat<"token">(a, b, c);
    has_type<tensor<T, batch, token_of<9>, feature>>(y);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t t = 0; t < 9; ++t)
        for (std::size_t f = 0; f < 4; ++f)
          r.check(y(i, t, f) == (t < 3 ? a(i, t, f) : t < 4 ? b(i, 0, f) : c(i, t - 4, f)));
    r.bits(y);
    const auto d = launder(filled<tensor<T, batch, dim<3>, token_of<2>, dim<5>>>(8));
    const auto e = launder(filled<tensor<T, batch, dim<3>, token_of<1>, dim<5>>>(9));
    const auto z = concat<2>(d, e);
    has_type<tensor<T, batch, dim<3>, token_of<3>, dim<5>>>(z);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t t = 0; t < 3; ++t)
          for (std::size_t f = 0; f < 5; ++f)
            r.check(z(i, j, t, f) == (t < 2 ? d(i, j, t, f) : e(i, j, 0, f)));
    r.bits(z);
  });
  // The first name is kept; the sizes are the sizes of the pieces.
  tests.proved("gradual names", [](report& r) {
    const auto a = launder(filled<matrix<double, 2, 3>>(10));
    const auto b = launder(filled<tensor<double, batch, axis<"token", 1>>>(11));
    const auto y = concat<1>(a, b);
    has_type<tensor<double, batch, token_of<4>>>(y);
    r.check(y(1, 2) == a(1, 2) && y(0, 3) == b(0, 0) && y(1, 3) == b(1, 0));
    const auto z = concat<"token">(b, a);
    has_type<tensor<double, batch, token_of<4>>>(z);
    r.check(z(1, 0) == b(1, 0) && z(1, 1) == a(1, 0));
    const auto u = concat<0>(a, a);
    has_type<matrix<double, 4, 3>>(u);
    r.bits(y);
    r.bits(z);
    r.bits(u);
  });
  // Copied and not computed with.
  tests.proved("exact", [](report& r) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto y = concat<0>(launder(tensor<double, dim<2>>{-0.0, infinity}),
        launder(tensor<double, dim<1>>{-infinity}));
    r.check(bitwise_equal(y(0), -0.0) && y(1) == infinity && y(2) == -infinity);
  });
  tests
      .accepts_an_archetype<tensor<double, batch, token_of<3>>, tensor<double, batch, token_of<2>>>(
          [](const auto&... x) { return concat<"token">(x...); });
  // What attn/ops/selecting.hpp promises.
  tests.proved("rows of three", [](report& r) {
    const auto x = launder(tensor<int, token, axis<"width", 2>>{{1, 2}, {3, 4}, {5, 6}});
    const auto y = index_select<"token">(x, launder(tensor<int, choice>{2, 0, 2, 1}));
    has_type<tensor<int, choice, axis<"width", 2>>>(y);
    r.check(y == tensor<int, choice, axis<"width", 2>>{{5, 6}, {1, 2}, {5, 6}, {3, 4}});
    r.check(
        index_select<-1>(x, tensor<int, dim<1>>{1}) == tensor<int, token, dim<1>>{{2}, {4}, {6}});
    r.bits(y);
  });
  // Along every axis it is select, index by index.
  tests.proved<float, int>("every axis", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token, width>>(1));
    const auto ids = launder(tensor<std::uint8_t, choice>{1, 0, 0, 1});
    const auto a = index_select<"batch">(x, ids);
    const auto b = index_select<"token">(x, ids);
    const auto c = index_select<"width">(x, ids);
    has_type<tensor<T, batch, choice, width>>(b);
    for (std::size_t i = 0; i < 4; ++i) {
      r.same(select<0>(a, i), select<"batch">(x, ids(i)));
      r.same(select<1>(b, i), select<"token">(x, ids(i)));
      r.same(select<2>(c, i), select<"width">(x, ids(i)));
    }
    r.bits(b);
  });
  // -1 is the last index; the ids of a vocabulary are never negative.
  tests.proved("from the end", [](report& r) {
    const auto x = launder(filled<tensor<float, token, width>>(2));
    const auto last =
        index_select<"token">(x, launder(tensor<int, token>{-1, -2, -3}), negative_from_end);
    r.same(last, flip<"token">(x));
    r.same(
        index_select<"token">(x, launder(tensor<std::int64_t, token>{-1, 1, 0}), negative_from_end),
        flip<"token">(x));
    r.same(index_select<"token">(x, tensor<unsigned, token>{2, 1, 0}, negative_from_end),
        flip<"token">(x));
    const auto ids = launder(as_token_ids<3>(tensor<int, choice>{2, 0, 0, 1}));
    r.same(index_select<"token">(x, ids), embedding(ids, x));
    r.same(index_select<"token">(x, ids, negative_from_end), embedding(ids, x));
    has_type<negative_from_end_t>(negative_from_end);
    static_assert(negative_id_option<negative_out_of_range_t> && !negative_id_option<int>);
  });
  tests.proved("a call names its rules", [](report& r) {
    using x = tensor<double, token, width>;
    constexpr axis_selector<1> first{0};
    using good = rules::index_select_call<first, x, tensor<int, choice>>;
    r.check(good::all::value && good::distinct_result::value);
    r.check(!rules::index_select_call<first, x, tensor<double, choice>>::are_ids::value);
    r.check(!rules::index_select_call<first, x, tensor<int, choice, token>>::one_axis::value);
    r.check(
        !rules::index_select_call<first, x, tensor<int, axis<"width", 2>>>::distinct_result::value);
    r.check(!rules::axis_ids<token, token_id<4>>::within_axis::value);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 5>>(4));
    const tensor<int, dim<2>> ids{2, 0};
    r.same(values_of(index_select<0>(as_archetype(x), ids)), index_select<0>(x, ids));
  });
  // What is left to draw from. By torch.topk and Hugging Face's logits processors, by hand.
  tests.proved<double, float>("top_k", []<class T>(report& r) {
    constexpr T inf = std::numeric_limits<T>::infinity();
    using row = tensor<T, axis<"word", 5>>;
    const auto x = launder(row{1, 4, 2, 4, -3});
    r.check(top_k(x, 1) == row{-inf, 4, -inf, 4, -inf});  // what equals the last of them stays
    r.check(top_k(x, 2) == row{-inf, 4, -inf, 4, -inf});
    r.check(top_k(x, 3) == row{-inf, 4, 2, 4, -inf});
    r.check(top_k(x, 5) == x && top_k(x, 0) == x && top_k(x, 99) == x);
    const auto columns = launder(tensor<T, dim<3>, axis<"text", 2>>{{1, 9}, {3, 8}, {2, 7}});
    r.check(top_k<0>(columns, 1) ==
            tensor<T, dim<3>, axis<"text", 2>>{{-inf, 9}, {3, -inf}, {-inf, -inf}});
  });
  tests.proved<double, float>("top_p", []<class T>(report& r) {
    constexpr T inf = std::numeric_limits<T>::infinity();
    using row = tensor<T, axis<"word", 4>>;
    // Probabilities 0.126, 0.498, 0.25, 0.126.
    const T a = T(0.6875);
    const auto x = launder(row{0, 2 * a, a, 0});
    r.check(top_p(x, T(0.1)) == row{-inf, 2 * a, -inf, -inf});
    r.check(top_p(x, T(0.49)) == row{-inf, 2 * a, -inf, -inf});
    r.check(top_p(x, T(0.51)) == row{-inf, 2 * a, a, -inf});
    r.check(top_p(x, T(0.76)) == row{0, 2 * a, a, -inf});  // of equals the first
    r.check(top_p(x, T(0.9)) == x && top_p(x, T(1)) == x && top_p(x, T(2)) == x);
    r.check(top_p(x, T(0)) == row{-inf, 2 * a, -inf, -inf});
    const auto two = launder(tensor<T, dim<2>, dim<3>>{{0, 1, -9}, {5, 0, 0}});
    r.check(top_p(two, T(0.9)) == tensor<T, dim<2>, dim<3>>{{0, 1, -inf}, {5, -inf, -inf}});
  });
  tests.proved<double, float>("repetition_penalty", []<class T>(report& r) {
    using row = tensor<T, axis<"word", 4>>;
    const auto x = launder(row{3, -2, 5, 0});
    const auto seen = launder(tensor<token_id<4>, axis<"token", 3>>{1, 0, 1});
    r.check(repetition_penalty(x, seen, T(2)) == row{T(1.5), -4, 5, 0});  // once for each word
    r.check(repetition_penalty(x, seen, T(1)) == x);
    r.check(
        repetition_penalty(x, tensor<token_id<3>>{token_id<3>(2)}, T(2)) == row{3, -2, T(2.5), 0});
    // Of a penalty of 0 it says repetition_penalty_must_be_positive.
  });
  tests.proved<double, float>("by rank", []<class T>(report& r) {
    const auto p = launder(tensor<T, axis<"word", 5>>{T(0.125), 0, T(0.5), T(0.125), T(0.25)});
    const auto drawn = [&](double u) { return static_cast<int>(sample_by_rank(p, T(u))); };
    r.check(drawn(0) == 2 && drawn(0.49) == 2 && drawn(0.5) == 4 && drawn(0.74) == 4);
    r.check(drawn(0.75) == 0 && drawn(0.874) == 0 && drawn(0.875) == 3 && drawn(0.999) == 3);
    const auto rows = launder(tensor<T, dim<2>, dim<2>>{{T(0.25), T(0.75)}, {1, 0}});
    r.check(sample_by_rank(rows, tensor<T, dim<2>>{T(0.8), T(0.8)}) == tensor<int, dim<2>>{0, 0});
    r.check(
        sample_by_rank<0>(rows, tensor<T, dim<2>>{T(0.1), T(0.9)}) == tensor<int, dim<2>>{1, 0});
  });
  tests.proved("ranks of many", [](report& r) {
    const auto x = launder(filled<tensor<float, dim<37>>>(5));
    auto repeated = x;
    for (std::size_t i = 0; i < 37; ++i)
      repeated(i) = static_cast<float>(static_cast<int>(x(i) * 3));
    for (const auto& values : {x, repeated}) {
      const detail::ranking<37> ranks(values.data(), 1);
      for (std::size_t i = 1; i < 37; ++i) {
        const float before = values(ranks.of[i - 1]), after = values(ranks.of[i]);
        r.check(before > after || (before == after && ranks.of[i - 1] < ranks.of[i]));
      }
    }
  });
};
}  // namespace attn_tests::ops_selecting_tests
