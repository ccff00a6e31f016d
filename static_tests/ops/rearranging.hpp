// SPDX-License-Identifier: BSL-1.0
// Behaviours of permute, transpose, flip, split, merge, expand of attn/ops/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::ops_rearranging_tests {
using head = axis<"head", 3>;
using model = axis<"model", 12>;
using token = axis<"token", 2>;
using batch_5 = axis<"batch", 5>;

// Different numbers everywhere, so that no element can stand in for another.
template <class Tensor> constexpr Tensor counted_up() {
  Tensor x;
  int i = 0;
  for (auto& element : x) element = static_cast<typename Tensor::value_type>(++i);
  return x;
}

template <class T, std::size_t M, std::size_t N>
constexpr void check_against_the_definition(report& r) {
  using rows = axis<"rows", M>;
  const auto x = launder(counted_up<tensor<T, rows, dim<N>>>());
  const auto y = transpose(x);
  has_type<tensor<T, dim<N>, rows>>(y);
  bool equal = true;
  for (std::size_t i = 0; i < M; ++i)
    for (std::size_t j = 0; j < N; ++j) equal = equal && y(j, i) == x(i, j);
  r.check(equal);
  r.check(transpose(y) == x);
  r.bits(y);
}

template <class T, std::size_t B, std::size_t M, std::size_t N>
constexpr void check_batch(report& r) {
  using batch = axis<"batch", B>;
  const auto x = launder(counted_up<tensor<T, batch, dim<M>, axis<"columns", N>>>());
  const auto y = transpose(x);
  has_type<tensor<T, batch, axis<"columns", N>, dim<M>>>(y);
  bool equal = true;
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t i = 0; i < M; ++i)
      for (std::size_t j = 0; j < N; ++j) equal = equal && y(b, j, i) == x(b, i, j);
  r.check(equal);
  r.bits(y);
}

using token_3 = axis<"token", 3>;
using feature_4 = axis<"feature", 4>;
using key = axis<"key", 4>;
using batch_3 = axis<"batch", 3>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/ops/rearranging.hpp promises.
  tests.executed("2x3", [](report& r) {
    const auto x = launder(tensor<int, token, head>{{1, 2, 3}, {4, 5, 6}});
    const auto y = permute<"head", "token">(x);
    has_type<tensor<int, head, token>>(y);
    r.check(y == tensor<int, head, token>{{1, 4}, {2, 5}, {3, 6}});
    r.check(permute<"token", "head">(x) == x);
    r.bits(y);
  });
  // Every order of three axes.
  tests.executed<float, double>("three axes", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, head, width>>(1));
    const auto thw = permute<"token", "head", "width">(x);
    const auto twh = permute<"token", "width", "head">(x);
    const auto htw = permute<"head", "token", "width">(x);
    const auto hwt = permute<"head", "width", "token">(x);
    const auto wth = permute<"width", "token", "head">(x);
    const auto wht = permute<"width", "head", "token">(x);
    has_type<tensor<T, head, width, token>>(hwt);
    has_type<tensor<T, width, token, head>>(wth);
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t w = 0; w < 4; ++w) {
          const T element = x(t, h, w);
          r.check(thw(t, h, w) == element && twh(t, w, h) == element);
          r.check(htw(h, t, w) == element && hwt(h, w, t) == element);
          r.check(wth(w, t, h) == element && wht(w, h, t) == element);
        }
    r.bits(twh);
    r.bits(htw);
    r.bits(hwt);
    r.bits(wth);
    r.bits(wht);
  });
  tests.executed<float, double>("four axes", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch_5, token, head, width>>(2));
    const auto split_heads = permute<"batch", "head", "token", "width">(x);
    has_type<tensor<T, batch_5, head, token, width>>(split_heads);
    const auto turned = permute<"width", "batch", "head", "token">(x);
    has_type<tensor<T, width, batch_5, head, token>>(turned);
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t h = 0; h < 3; ++h)
          for (std::size_t w = 0; w < 4; ++w) {
            r.check(split_heads(b, h, t, w) == x(b, t, h, w));
            r.check(turned(w, b, h, t) == x(b, t, h, w));
          }
    r.same(permute<"batch", "token", "head", "width">(turned), x);
    r.bits(split_heads);
    r.bits(turned);
  });
  tests.executed("by position", [](report& r) {
    const auto x = launder(filled<tensor<double, dim<2>, dim<3>, dim<4>>>(3));
    const auto y = permute<2, 0, 1>(x);
    has_type<tensor<double, dim<4>, dim<2>, dim<3>>>(y);
    r.check(y(3, 1, 2) == x(1, 2, 3) && y(1, 0, 2) == x(0, 2, 1));
    r.same(permute<-1, 0, -2>(x), y);
    const auto z = launder(filled<tensor<double, dim<2>, head, dim<4>>>(4));
    const auto u = permute<"head", 2, 0>(z);
    has_type<tensor<double, head, dim<4>, dim<2>>>(u);
    r.check(u(2, 3, 1) == z(1, 2, 3));
    r.bits(u);
  });
  tests.executed<float, double>("generalises transpose", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch_5, dim<7>, dim<9>>>(5));
    r.same(permute<0, 2, 1>(x), transpose(x));
  });
  tests.executed("few axes", [](report& r) {
    const auto v = launder(tensor<double, token>{1, 2});
    r.check(permute<"token">(v) == v);
    const auto s = launder(tensor<double>{0.5});
    r.check(permute(s) == s);
  });
  // Copied and not computed with.
  tests.executed("exact", [](report& r) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto x = launder(tensor<double, token, head>{{-0.0, infinity, 1}, {2, 3, -infinity}});
    const auto y = permute<1, 0>(x);
    r.check(bitwise_equal(y(0, 0), -0.0) && y(1, 0) == infinity && y(2, 1) == -infinity);
  });
  tests.accepts_an_archetype<tensor<double, token, head, width>>(
      [](const auto& x) { return permute<1, 2, 0>(x); });
  // What attn/ops/rearranging.hpp promises.
  tests.executed("2x3", [](report& r) {
    const auto x = launder(tensor<double, token, feature>{{1, 2, 3}, {4, 5, 6}});
    const auto y = transpose(x);
    has_type<tensor<double, feature, token>>(y);
    r.check(y == tensor<double, feature, token>{{1, 4}, {2, 5}, {3, 6}});
    r.bits(y);
  });
  // Below, at and above the squares that registers of every width make, in either direction.
  tests.executed<float, double>("small shapes", []<class T>(report& r) {
    for_pairs<1, 1, 1, 7, 5, 1, 2, 2, 3, 5, 4, 4, 4, 9, 7, 4, 7, 3, 2, 9, 8, 8, 9, 17, 3, 18, 35, 4,
        5, 19, 21, 2>(
        [&]<std::size_t M, std::size_t N>() { check_against_the_definition<T, M, N>(r); });
  });
  tests.executed<float, double>("medium shapes", []<class T>(report& r) {
    for_pairs<16, 16, 17, 16, 16, 31, 3, 40, 41, 3, 12, 31>(
        [&]<std::size_t M, std::size_t N>() { check_against_the_definition<T, M, N>(r); });
  });
  tests.executed<float, double>("large shapes", []<class T>(report& r) {
    check_against_the_definition<T, 40, 33>(r);
    check_against_the_definition<T, 33, 40>(r);
  });
  // Each matrix on its own; the leading axes stay where they are.
  tests.executed<float, double>("batches", []<class T>(report& r) {
    for_threes<3, 2, 5, 2, 17, 9, 3, 16, 16>(
        [&]<std::size_t K, std::size_t M, std::size_t N>() { check_batch<T, K, M, N>(r); });
    const auto x = launder(counted_up<tensor<T, token, dim<2>, feature, dim<5>>>());
    const auto y = transpose(x);
    has_type<tensor<T, token, dim<2>, dim<5>, feature>>(y);
    bool equal = true;
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 5; ++j) equal = equal && y(a, b, j, i) == x(a, b, i, j);
    r.check(equal);
    r.bits(y);
  });
  // Copied and not computed with: a zero keeps its sign, an infinity harms no neighbour.
  tests.executed<float, double>("exact", []<class T>(report& r) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    constexpr T least = std::numeric_limits<T>::denorm_min();
    auto x = filled<matrix<T, 16, 17>>(1);
    x(0, 1) = T(-0.0);
    x(3, 16) = infinity;
    x(15, 0) = -infinity;
    x(7, 7) = least;
    const auto y = transpose(launder(x));
    r.check(bitwise_equal(y(1, 0), T(-0.0)) && y(16, 3) == infinity && y(0, 15) == -infinity);
    r.check(y(7, 7) == least);
    r.same(transpose(y), x);
    r.bits(y);
  });
  tests.executed("any element will do", [](report& r) {
    const auto n = launder(matrix<int, 2, 3>{{1, 2, 3}, {4, 5, 6}});
    r.check(transpose(n) == matrix<int, 3, 2>{{1, 4}, {2, 5}, {3, 6}});
    const auto x = launder(filled<matrix<double, 17, 9>>(2));
    r.same(values_of(transpose(as_archetype(x))), transpose(x));
  });
  // What attn/ops/rearranging.hpp promises.
  tests.proved("3x4", [](report& r) {
    const auto x =
        launder(tensor<double, token_3, feature_4>{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
    const auto rows = flip<"token">(x);
    has_type<tensor<double, token_3, feature_4>>(rows);
    r.check(
        rows == tensor<double, token_3, feature_4>{{9, 10, 11, 12}, {5, 6, 7, 8}, {1, 2, 3, 4}});
    r.check(flip<-1>(x) ==
            tensor<double, token_3, feature_4>{{4, 3, 2, 1}, {8, 7, 6, 5}, {12, 11, 10, 9}});
    r.bits(rows);
  });
  tests.proved("every axis of three", [](report& r) {
    const auto x = launder(filled<tensor<float, batch, token_3, feature_4>>(1));
    const auto a = flip<"batch">(x), b = flip<1>(x), c = flip<"feature">(x);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 4; ++k)
          r.check(a(i, j, k) == x(1 - i, j, k) && b(i, j, k) == x(i, 2 - j, k) &&
                  c(i, j, k) == x(i, j, 3 - k));
    r.check(bits_equal(flip<"token">(b), x));
    r.check(bits_equal(flip<0>(flip<1>(x)), flip<1>(flip<0>(x))));
    r.bits(b);
  });
  tests.proved("of ids", [](report& r) {
    const auto ids = launder(as_token_ids<9>(tensor<int, token_3>{4, 8, 1}));
    r.check(as<int>(flip<"token">(ids)) == tensor<int, token_3>{1, 8, 4});
  });
  // A recurrence in both directions: the backward states of a sequence are the forward states of the
  // reversed one, in the order of the sequence.
  tests.proved("both directions", [](report& r) {
    using state = axis<"state", 2>;
    using cell = nn::gru_cell<double, feature_4, state>;
    cell known{};
    std::uint64_t seed = 5;
    for_each_parameter(
        [&](const auto&, auto& leaf) {
          leaf = filled<std::remove_cvref_t<decltype(leaf)>>(seed++);
        },
        known);
    const cell gru = launder(known);
    const auto x = launder(filled<tensor<double, token_3, feature_4>>(3));
    const auto start = initial<tensor<double, state>>();
    const auto backward = flip<"token">(unroll(gru, flip<"token">(x), start).outputs);
    const auto last_alone = unroll(gru, narrow<"token", 1>(x, 2), start).outputs;
    r.check(bits_equal(select<"token">(backward, 2), select<"token">(last_alone, 0)));
    const auto both = concat<"state">(unroll(gru, x, start).outputs, backward);
    has_type<tensor<double, token_3, axis<"state", 4>>>(both);
    r.bits(both);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 5>>(4));
    r.check(bits_equal(values_of(flip<0>(as_archetype(x))), flip<0>(x)));
  });
  // What attn/ops/rearranging.hpp promises.
  tests.proved("a vector", [](report& r) {
    const auto x = launder(tensor<int, axis<"model", 6>>{1, 2, 3, 4, 5, 6});
    const auto y = split<"model", head, dim<2>>(x);
    has_type<tensor<int, head, dim<2>>>(y);
    r.check(y == tensor<int, head, dim<2>>{{1, 2}, {3, 4}, {5, 6}});
    // The same numbers, the other way round: the first part is the slowest.
    r.check(split<0, dim<2>, head>(x) == tensor<int, dim<2>, head>{{1, 2, 3}, {4, 5, 6}});
    r.bits(y);
  });
  tests.proved<float, double>("the last axis", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, model>>(1));
    const auto y = split<"model", head, width>(x);
    has_type<tensor<T, token, head, width>>(y);
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t w = 0; w < 4; ++w) r.check(y(t, h, w) == x(t, h * 4 + w));
    r.same(split<-1, head, width>(x), y);
    r.same(split<1, head, width>(x), y);
  });
  tests.proved<float, double>("the first and a middle axis", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, model, batch_5>>(2));
    const auto y = split<"model", head, width>(x);
    has_type<tensor<T, head, width, batch_5>>(y);
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t w = 0; w < 4; ++w)
        for (std::size_t b = 0; b < 5; ++b) r.check(y(h, w, b) == x(h * 4 + w, b));
    r.bits(y);
    const auto z = launder(filled<tensor<T, batch_5, model, token>>(3));
    const auto u = split<"model", head, width>(z);
    has_type<tensor<T, batch_5, head, width, token>>(u);
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t w = 0; w < 4; ++w)
          for (std::size_t t = 0; t < 2; ++t) r.check(u(b, h, w, t) == z(b, h * 4 + w, t));
    r.bits(u);
  });
  tests.proved("more than two parts", [](report& r) {
    const auto x = launder(filled<tensor<double, axis<"model", 30>>>(4));
    const auto y = split<"model", token, batch_5, head>(x);
    has_type<tensor<double, token, batch_5, head>>(y);
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t b = 0; b < 5; ++b)
        for (std::size_t h = 0; h < 3; ++h) r.check(y(t, b, h) == x((t * 5 + b) * 3 + h));
    const auto z = split<0, dim<1>, batch_5, token, head>(x);
    r.check(z(0, 4, 1, 2) == x(29) && z(0, 2, 0, 1) == x(13));
    r.bits(z);
  });
  // A part may have the name of the axis that goes.
  tests.proved("the name is free again", [](report& r) {
    const auto x = launder(filled<tensor<float, token, model>>(5));
    const auto y = split<"model", head, axis<"model", 4>>(x);
    has_type<tensor<float, token, head, axis<"model", 4>>>(y);
    r.check(y(1, 2, 3) == x(1, 11) && y(1, 0, 1) == x(1, 1));
    r.bits(y);
  });
  tests.accepts_an_archetype<tensor<double, token, model>>(
      [](const auto& x) { return split<"model", head, width>(x); });
  // What attn/ops/rearranging.hpp promises.
  tests.proved("a matrix", [](report& r) {
    const auto x = launder(tensor<int, token, head>{{1, 2, 3}, {4, 5, 6}});
    const auto y = merge<"token", "head", "both">(x);
    has_type<tensor<int, axis<"both", 6>>>(y);
    r.check(y == tensor<int, axis<"both", 6>>{1, 2, 3, 4, 5, 6});
    // What a reshape would have hidden: the other order is another vector.
    r.check(merge<"head", "token", "both">(transpose(x)) ==
            tensor<int, axis<"both", 6>>{1, 4, 2, 5, 3, 6});
    r.bits(y);
  });
  tests.proved<float, double>("at every position", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, head, width>>(1));
    const auto last = merge<"head", "width", "model">(x);
    has_type<tensor<T, token, model>>(last);
    const auto first = merge<"token", "head", "row">(x);
    has_type<tensor<T, axis<"row", 6>, width>>(first);
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t w = 0; w < 4; ++w) {
          r.check(last(t, h * 4 + w) == x(t, h, w));
          r.check(first(t * 3 + h, w) == x(t, h, w));
        }
    const auto z = launder(filled<tensor<T, batch_5, head, width, token>>(2));
    const auto middle = merge<"head", "width", "model">(z);
    has_type<tensor<T, batch_5, model, token>>(middle);
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t w = 0; w < 4; ++w)
          for (std::size_t t = 0; t < 2; ++t) r.check(middle(b, h * 4 + w, t) == z(b, h, w, t));
    r.bits(last);
    r.bits(first);
    r.bits(middle);
  });
  tests.proved("by position", [](report& r) {
    const auto x = launder(filled<tensor<double, dim<2>, head, dim<4>>>(3));
    const auto y = merge<-2, 2>(x);
    has_type<tensor<double, dim<2>, dim<12>>>(y);
    const auto z = merge<0, "head", "row">(x);
    has_type<tensor<double, axis<"row", 6>, dim<4>>>(z);
    r.check(y(1, 6) == x(1, 1, 2) && y(0, 11) == x(0, 2, 3));
    r.check(z(4, 3) == x(1, 1, 3) && z(2, 0) == x(0, 2, 0));
    r.bits(y);
  });
  tests.proved<float, double>("undoes split", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, model, batch_5>>(4));
    r.same(merge<"head", "width", "model">(split<"model", head, width>(x)), x);
    const auto y = launder(filled<tensor<T, batch_5, width, head>>(5));
    r.same(split<"model", width, head>(merge<"width", "head", "model">(y)), y);
    r.bits(merge<"width", "head", "model">(y));
  });
  // The result may have the name of an axis that goes.
  tests.proved("the names are free again", [](report& r) {
    const auto x = launder(filled<tensor<float, token, head, width>>(6));
    const auto y = merge<"head", "width", "head">(x);
    has_type<tensor<float, token, axis<"head", 12>>>(y);
    r.check(y(1, 6) == x(1, 1, 2));
  });
  tests.accepts_an_archetype<tensor<double, token, head>>(
      [](const auto& x) { return merge<"token", "head", "both">(x); });
  // What attn/ops/rearranging.hpp promises.
  tests.proved("rows and columns", [](report& r) {
    const auto x = launder(tensor<double, token>{7, -5});
    const auto behind = expand<key>(x);
    has_type<tensor<double, token, key>>(behind);
    r.check(behind == tensor<double, token, key>{{7, 7, 7, 7}, {-5, -5, -5, -5}});
    const auto in_front = expand<batch_3, 0>(x);
    has_type<tensor<double, batch_3, token>>(in_front);
    r.check(in_front == tensor<double, batch_3, token>{{7, -5}, {7, -5}, {7, -5}});
    r.check(expand<key, 1>(x) == behind);
    r.bits(behind);
    r.bits(in_front);
  });
  tests.proved("a number along an axis", [](report& r) {
    const auto x = expand<batch_3>(launder(tensor<float>{0.1f}));
    has_type<tensor<float, batch_3>>(x);
    r.check(bitwise_equal(x, {0.1f, 0.1f, 0.1f}));
    r.same(expand<batch_3, 0>(launder(tensor<float>{0.1f})), x);
  });
  // The new axis at each position of three: its index alone makes no difference.
  tests.proved<float, double>("every position", []<class T>(report& r) {
    using a = axis<"a", 2>;
    using b = axis<"b", 3>;
    using c = axis<"c", 5>;
    using fresh = axis<"fresh", 4>;
    const auto x = launder(filled<tensor<T, a, b, c>>(1));
    const auto first = expand<fresh, 0>(x);
    const auto second = expand<fresh, 1>(x);
    const auto third = expand<fresh, 2>(x);
    const auto last = expand<fresh, 3>(x);
    has_type<tensor<T, fresh, a, b, c>>(first);
    has_type<tensor<T, a, fresh, b, c>>(second);
    has_type<tensor<T, a, b, fresh, c>>(third);
    has_type<tensor<T, a, b, c, fresh>>(last);
    static_assert(std::is_same_v<decltype(expand<fresh>(x)), tensor<T, a, b, c, fresh>>);
    bool equal = true;
    for (std::size_t i = 0; i < a::size; ++i)
      for (std::size_t j = 0; j < b::size; ++j)
        for (std::size_t k = 0; k < c::size; ++k)
          for (std::size_t n = 0; n < fresh::size; ++n) {
            equal = equal && bitwise_equal(first(n, i, j, k), x(i, j, k));
            equal = equal && bitwise_equal(second(i, n, j, k), x(i, j, k));
            equal = equal && bitwise_equal(third(i, j, n, k), x(i, j, k));
            equal = equal && bitwise_equal(last(i, j, k, n), x(i, j, k));
          }
    r.check(equal);
    r.bits(second);
  });
  // As the positions of existing axes are counted: -1 is the last one of the result.
  tests.proved("counting from the last", [](report& r) {
    const auto x = launder(filled<tensor<float, token, batch_3>>(2));
    r.check(expand<key, -1>(x) == expand<key, 2>(x));
    static_assert(std::is_same_v<decltype(expand<key, -1>(x)), tensor<float, token, batch_3, key>>);
    static_assert(std::is_same_v<decltype(expand<key, -2>(x)), tensor<float, token, key, batch_3>>);
    static_assert(std::is_same_v<decltype(expand<key, -3>(x)), tensor<float, key, token, batch_3>>);
    r.check(expand<key, -2>(x) == expand<key, 1>(x));
    r.check(expand<key, -3>(x) == expand<key, 0>(x));
  });
  tests.proved("unnamed axes and size one", [](report& r) {
    const auto x = launder(filled<matrix<double, 2, 3>>(3));
    const auto y = expand<dim<1>, 1>(x);
    has_type<tensor<double, dim<2>, dim<1>, dim<3>>>(y);
    for (std::size_t i = 0; i < 6; ++i) r.same(y.data()[i], x.data()[i]);
    static_assert(
        std::is_same_v<decltype(expand<dim<2>, 0>(x)), tensor<double, dim<2>, dim<2>, dim<3>>>);
  });
  tests.accepts_an_archetype<tensor<double, token, batch_3>>(
      [](const auto& x) { return expand<key>(x); });
  tests.accepts_an_archetype<tensor<double, token, batch_3>>(
      [](const auto& x) { return expand<key, 1>(x); });
};
}  // namespace attn_tests::ops_rearranging_tests
