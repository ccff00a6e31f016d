// SPDX-License-Identifier: BSL-1.0
// Behaviours of matmul, batched, dot, packed of attn/ops/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::ops_matmul_tests {
using token_2 = axis<"token", 2>;

// The contract's program, spelled out: one accumulator, index order, no fusing.
template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void check_against_the_contract(report& r) {
  const auto a = launder(filled<matrix<T, M, K>>(M * 100 + K));
  const auto b = launder(filled<matrix<T, K, N>>(K * 100 + N));
  const auto product = matmul(a, b);
  bool equal = true;
  for (std::size_t i = 0; i < M; ++i)
    for (std::size_t j = 0; j < N; ++j) {
      T s = detail::rounded(T(a(i, 0) * b(0, j)));
      for (std::size_t k = 1; k < K; ++k) s = s + detail::rounded(T(a(i, k) * b(k, j)));
      equal = equal && bitwise_equal(product(i, j), s);
    }
  r.check(equal);
  r.bits(product);
}

// A B that is a temporary: the same bits as with a B that has a name.
template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void check_temporary(report& r) {
  const auto a = launder(filled<matrix<T, M, K>>(M * 100 + K));
  const auto b = launder(filled<matrix<T, N, K>>(K * 100 + N));
  const auto turned = launder(transpose(b));
  const auto product = matmul(a, transpose(b));
  has_type<matrix<T, M, N>>(product);
  r.same(product, matmul(a, turned));
}

using head_3 = axis<"head", 3>;
using token_4 = axis<"token", 4>;
using width = axis<"width", 6>;
using content = axis<"content", 5>;
template <class T> using rank3 = tensor<T, batch, token_4, width>;
template <class T> using rank4 = tensor<T, batch, head_3, token_4, width>;

template <class T, class F> constexpr void check_both(report& r, const F& f) {
  independent_of_leading_axes<"batch">(r, f, launder(filled<rank3<T>>(1, T(4))));
  independent_of_leading_axes<"batch">(r, f, launder(filled<rank4<T>>(2, T(4))));
  independent_of_leading_axes<"batch", "head">(r, f, launder(filled<rank4<T>>(3, T(4))));
}

using feature_5 = axis<"feature", 5>;

template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void check_product(report& r) {
  const auto x = launder(filled<matrix<T, M, K>>(M + K));
  const auto w = launder(filled<matrix<T, K, N>>(K + N));
  const auto p = packed(w);
  const auto y = matmul(x, p);
  r.same(y, matmul(x, w));
  auto out = launder(filled<matrix<T, M, N>>(7));
  matmul_into(out, x, p);
  r.same(out, y);
}

// A cell of three gates: a column for each of their units.
static_assert(std::is_same_v<packed_weights::type<float, dim<3>, axis<"hidden", 4>, feature_5>,
    packed_weight<float, dim<5>, dim<12>>>);

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/ops/matmul.hpp promises.
  // By hand, and not square, so that no transposition can hide.
  tests.executed("2x3 by 3x4", [](report& r) {
    const auto a = launder(tensor<double, token_2, feature>{{1, 2, 3}, {4, 5, 6}});
    const auto b =
        launder(tensor<double, feature, hidden>{{1, 0, 2, -1}, {0, 1, 1, 0.5}, {3, -1, 0, 2}});
    const auto product = matmul(a, b);
    has_type<tensor<double, token_2, hidden>>(product);
    r.check(product == tensor<double, token_2, hidden>{{10, -1, 4, 6}, {22, -1, 13, 10.5}});
    r.bits(product);
  });
  // One, primes, multiples of the lanes and their neighbours.
  tests.executed<float, double>("shapes", []<class T>(report& r) {
    for_threes<1, 1, 1, 3, 3, 3, 7, 5, 3, 2, 11, 13, 5, 1, 1, 1, 17, 2, 16, 4, 16, 9, 8, 17, 8, 3,
        33>([&]<std::size_t K, std::size_t M, std::size_t N>() {
      check_against_the_contract<T, K, M, N>(r);
    });
  });
  // Rows of B that constant evaluation takes as they are, and rows that it has to put together.
  tests.executed<float, double>("whole lines", []<class T>(report& r) {
    for_threes<3, 5, 64, 2, 3, 32, 2, 3, 96, 2, 3, 128, 2, 3, 256, 3, 2, 512, 2, 3, 65>(
        [&]<std::size_t K, std::size_t M, std::size_t N>() {
          check_against_the_contract<T, K, M, N>(r);
        });
  });
  tests.executed<float, double, int>("a temporary", []<class T>(report& r) {
    for_threes<2, 2, 2, 2, 3, 2, 3, 3, 3, 8, 3, 3, 3, 8, 3, 5, 6, 5, 6, 6, 6, 3, 9, 2, 3, 32, 3, 7,
        7, 7>(
        [&]<std::size_t K, std::size_t M, std::size_t N>() { check_temporary<T, K, M, N>(r); });
  });
  // As many additions as would overflow a float's last bit differently in any other order.
  tests.executed(
      "a long contraction", [](report& r) { check_against_the_contract<float, 2, 300, 5>(r); });
  tests.proved("integers are exact", [](report& r) {
    const auto a = launder(matrix<int, 2, 2>{{1'000'003, 2}, {-7, 11}});
    const auto b = launder(matrix<int, 2, 3>{{2, 0, 3}, {5, -1, 1}});
    r.check(matmul(a, b) == matrix<int, 2, 3>{{2'000'016, -2, 3'000'011}, {41, -11, -10}});
  });
  tests.executed("batches walk together or share B", [](report& r) {
    using batch = axis<"batch", 3>;
    const auto a = launder(filled<tensor<float, batch, token_2, feature>>(1));
    const auto b = launder(filled<tensor<float, batch, feature, hidden>>(2));
    const auto shared = launder(filled<tensor<float, feature, hidden>>(3));
    const auto each = matmul(a, b);
    const auto all = matmul(a, shared);
    has_type<tensor<float, batch, token_2, hidden>>(each);
    has_type<tensor<float, batch, token_2, hidden>>(all);
    for (std::size_t n = 0; n < 3; ++n) {
      tensor<float, token_2, feature> an;
      tensor<float, feature, hidden> bn;
      for (std::size_t i = 0; i < 6; ++i) an.data()[i] = a.data()[n * 6 + i];
      for (std::size_t i = 0; i < 12; ++i) bn.data()[i] = b.data()[n * 12 + i];
      for (std::size_t i = 0; i < 8; ++i) {
        r.same(each.data()[n * 8 + i], matmul(an, bn).data()[i]);
        r.same(all.data()[n * 8 + i], matmul(an, shared).data()[i]);
      }
    }
    r.bits(each);
    r.bits(all);
  });
  // (M, K) x (batch, head, K, N): each product with the same A, into an existing tensor too.
  tests.executed<float, double, int>("one A for all", []<class T>(report& r) {
    using batch = axis<"batch", 3>;
    const auto a = launder(filled<tensor<T, token_2, feature>>(1));
    const auto b = launder(filled<tensor<T, batch, head, feature, hidden>>(2));
    const auto all = matmul(a, b);
    has_type<tensor<T, batch, head, token_2, hidden>>(all);
    for (std::size_t n = 0; n < 6; ++n) {
      tensor<T, feature, hidden> bn;
      for (std::size_t i = 0; i < 12; ++i) bn.data()[i] = b.data()[n * 12 + i];
      for (std::size_t i = 0; i < 8; ++i) r.same(all.data()[n * 8 + i], matmul(a, bn).data()[i]);
    }
    tensor<T, batch, head, token_2, hidden> out;
    matmul_into(out, a, b);
    r.same(out, all);
    // A batch of one.
    const auto single = launder(filled<tensor<T, axis<"batch", 1>, feature, hidden>>(3));
    const auto product = matmul(a, single);
    has_type<tensor<T, axis<"batch", 1>, token_2, hidden>>(product);
    tensor<T, feature, hidden> only;
    for (std::size_t i = 0; i < 12; ++i) only.data()[i] = single.data()[i];
    for (std::size_t i = 0; i < 8; ++i) r.same(product.data()[i], matmul(a, only).data()[i]);
    // The same rules apply to every product.
    using call =
        rules::product_call<tensor<T, token_2, feature>, tensor<T, batch, feature, hidden>>;
    r.check(call::all::value && call::leading_axes_agree::value);
    r.check(!rules::product_call<tensor<T, token_2, feature>,
        tensor<T, token_2, feature, hidden>>::distinct_result::value);
  });
  tests.executed("a product starts from its first term", [] {
    report r;  // s = a0 * b0, not 0 + a0 * b0: the sign of a zero stays
    const auto minus_zero =
        matmul(launder(matrix<double, 1, 1>{{1.0}}), launder(matrix<double, 1, 1>{{-0.0}}));
    r.same(minus_zero(0, 0), -0.0);
    r.bits(minus_zero);
    return r;
  });
  tests.proved("names are gradual", [](report& r) {
    const auto a = launder(filled<tensor<float, token_2, feature>>(1));
    const auto b = launder(filled<matrix<float, 3, 4>>(2));
    static_assert(std::is_same_v<decltype(matmul(a, b)), tensor<float, token_2, dim<4>>>);
    static_assert(std::is_same_v<decltype(matmul(transpose(b), transpose(a))),
        tensor<float, dim<4>, token_2>>);
    r.check(matmul(a, b) == transpose(matmul(transpose(b), transpose(a))));
  });
  // matmul_into overwrites all of its first operand, and is matmul bit for bit; names stay gradual.
  tests.executed<float, double>("into an existing tensor", []<class T>(report& r) {
    const auto a = launder(filled<tensor<T, token_2, feature>>(1));
    const auto b = launder(filled<tensor<T, feature, hidden>>(2));
    const auto into = [](auto& out, const auto&... x) { matmul_into(out, x...); };
    const auto product = [](const auto&... x) { return matmul(x...); };
    into_is_the_same(r, into, product, a, b);
    auto bare = launder(filled<matrix<T, 2, 4>>(4));
    matmul_into(bare, a, b);
    r.same(bare, matmul(a, b));
    using batch = axis<"batch", 5>;
    const auto many = launder(filled<tensor<T, batch, token_2, feature>>(5));
    into_is_the_same(r, into, product, many, b);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto a = launder(filled<matrix<double, 2, 3>>(1));
    const auto b = launder(filled<matrix<double, 3, 5>>(2));
    const auto product = values_of(matmul(as_archetype(a), as_archetype(b)));
    r.same(product, matmul(a, b));
  });
  // Leading axes: whatever an operation does to a matrix it does to every matrix of a batch, and to
  // every head of every batch, with the same bits, and it leaves their names alone.
  tests.proved<float, double>("along an axis", []<class T>(report& r) {
    check_both<T>(r, [](const auto& x) { return softmax(x); });
    check_both<T>(r, [](const auto& x) { return softmax<"token">(x); });
    check_both<T>(r, [](const auto& x) { return log_softmax<"width">(x); });
    check_both<T>(r, [](const auto& x) { return log_softmax<"token">(x); });
    check_both<T>(r, [](const auto& x) { return logsumexp<"width">(x); });
    check_both<T>(r, [](const auto& x) { return logsumexp<"token">(x); });
    check_both<T>(r, [](const auto& x) { return sum<"token">(x); });
    check_both<T>(r, [](const auto& x) { return amax<"width">(x); });
    static_assert(std::is_same_v<decltype(softmax<"token">(rank4<T>{})), rank4<T>>);
    static_assert(
        std::is_same_v<decltype(logsumexp<"token">(rank4<T>{})), tensor<T, batch, head_3, width>>);
  });
  tests.proved("taken apart and put together", [](report& r) {
    using T = double;
    using half = axis<"half", 2>;
    using third = axis<"third", 3>;
    check_both<T>(r, [](const auto& x) { return transpose(x); });
    check_both<T>(r, [](const auto& x) { return select<"token">(x, 3); });
    check_both<T>(r, [](const auto& x) { return narrow<"token", 2>(x, 1); });
    check_both<T>(r, [](const auto& x) { return narrow<"width", 5>(x, 1); });
    check_both<T>(r, [](const auto& x) { return concat<"token">(x, narrow<"token", 3>(x, 0), x); });
    check_both<T>(r, [](const auto& x) { return concat<"width">(x, narrow<"width", 1>(x, 4)); });
    check_both<T>(r, [](const auto& x) { return merge<"token", "width", "all">(x); });
    const auto apart = [](const auto& x) { return split<"width", half, third>(x); };
    independent_of_leading_axes<"batch">(r, apart, launder(filled<rank3<T>>(1)));
    const auto swapped = [](const auto& x) { return permute<"width", "head", "token">(x); };
    const auto y = launder(filled<rank4<T>>(2));
    const auto all = permute<"batch", "width", "head", "token">(y);
    for (int b = 0; b < 2; ++b) r.same(select<"batch">(all, b), swapped(select<"batch">(y, b)));
    static_assert(
        std::is_same_v<decltype(transpose(rank4<T>{})), tensor<T, batch, head_3, width, token_4>>);
    static_assert(
        std::is_same_v<decltype(apart(rank3<T>{})), tensor<T, batch, token_4, half, third>>);
  });
  // The right operand has the same leading axes, or none and is shared.
  tests.proved<float, double>("products", []<class T>(report& r) {
    const auto product = [](const auto& a, const auto& b) { return matmul(a, b); };
    const auto a3 = launder(filled<rank3<T>>(1));
    const auto a4 = launder(filled<rank4<T>>(2));
    const auto shared = launder(filled<tensor<T, width, content>>(3));
    independent_of_leading_axes<"batch">(
        r, product, a3, launder(filled<tensor<T, batch, width, content>>(4)));
    independent_of_leading_axes<"batch">(
        r, product, a4, launder(filled<tensor<T, batch, head_3, width, content>>(5)));
    independent_of_leading_axes<"batch", "head">(
        r, product, a4, launder(filled<tensor<T, batch, head_3, width, content>>(6)));
    independent_of_leading_axes<"batch">(r, [&](const auto& a) { return matmul(a, shared); }, a3);
    independent_of_leading_axes<"batch", "head">(
        r, [&](const auto& a) { return matmul(a, shared); }, a4);
    static_assert(
        std::is_same_v<decltype(matmul(a4, shared)), tensor<T, batch, head_3, token_4, content>>);
  });
  tests.proved<float, double>("attention", []<class T>(report& r) {
    using key = axis<"key", 7>;
    const auto attend = [](const auto& q, const auto& k, const auto& v) {
      return scaled_dot_product_attention(q, k, v);
    };
    const auto q = launder(filled<rank4<T>>(1, T(3)));
    const auto k = launder(filled<tensor<T, batch, head_3, key, width>>(2, T(3)));
    const auto v = launder(filled<tensor<T, batch, head_3, key, content>>(3));
    independent_of_leading_axes<"batch">(r, attend, q, k, v);
    independent_of_leading_axes<"batch", "head">(r, attend, q, k, v);
    independent_of_leading_axes<"batch">(
        r, attend, launder(filled<rank3<T>>(4, T(3))), select<"head">(k, 0), select<"head">(v, 1));
  });
  // What attn/ops/dot.hpp promises.
  // Where the summed axis stands does not matter.
  tests.proved<float, double>("scores", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, query, d_k>>(1));
    const auto k = launder(filled<tensor<T, key, d_k>>(2));
    const auto s = dot<"d_k">(q, k);
    has_type<tensor<T, query, key>>(s);
    r.same(s, matmul(q, transpose(k)));
    r.same(dot<"d_k">(transpose(q), k), s);
    r.same(dot<"d_k">(q, transpose(k)), s);
    r.same(dot<-1>(q, k), s);
    r.same(dot<1>(unnamed(q), k), s);
  });
  tests.proved<float, double>("several axes", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, head, query, d_k>>(3));
    const auto k = launder(filled<tensor<T, d_k, key, head>>(4));
    const auto s = dot<"head", "d_k">(q, k);
    has_type<tensor<T, query, key>>(s);
    r.same(s, einsum<"head query d_k, d_k key head -> query key">(q, k));
    r.same(dot<"d_k", "head">(q, k), s);  // in A's order, not in this one
    const auto unheaded = launder(filled<tensor<T, key, d_k>>(5));
    const auto four = dot<"d_k">(q, unheaded);
    has_type<tensor<T, head, query, key>>(four);
    r.same(four, matmul(q, transpose(unheaded)));
    const auto keys = launder(filled<tensor<T, d_k, key, axis<"batch", 2>>>(6));
    const auto most = dot<"d_k">(q, keys);  // as many axes as a tensor can have
    has_type<tensor<T, head, query, key, axis<"batch", 2>>>(most);
    r.same(most, einsum<"hqd,dkb->hqkb">(q, keys));
  });
  tests.proved("vectors", [](report& r) {
    const auto a = launder(tensor<int, d_k>{1, 2, 3, 4});
    const auto b = launder(tensor<int, d_k>{5, 6, 7, 8});
    r.check(dot<"d_k">(a, b) == tensor<int>{70} && dot<0>(a, b) == tensor<int>{70});
    const auto m = launder(filled<tensor<int, query, d_k>>(6));
    const auto product = dot<"d_k">(m, a);
    has_type<tensor<int, query>>(product);
    r.check(product == einsum<"ij,j->i">(m, a));
    const auto all = dot<"query", "d_k">(m, m);
    has_type<tensor<int>>(all);
    r.check(all == einsum<"ij,ij->">(m, m));
  });
  tests.accepts_an_archetype<tensor<double, query, d_k>, tensor<double, d_k>>(
      [](const auto&... x) { return dot<"d_k">(x...); });
  // What attn/ops/packed.hpp promises, and matmul of what it packed.
  // A line has 64 bytes: 8 doubles. So the ninth column begins a second line, filled up with zeros.
  tests.executed("lines of 64 bytes", [](report& r) {
    const auto w = launder(filled<matrix<double, 2, 9>>(1));
    const auto p = packed(w);
    has_type<packed_weight<double, dim<2>, dim<9>>>(p);
    static_assert(p.size == 32);
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t j = 0; j < 8; ++j) r.check(p.data()[k * 8 + j] == w(k, j));
      r.check(p.data()[16 + k * 8] == w(k, 8));
      for (std::size_t j = 1; j < 8; ++j) r.check(p.data()[16 + k * 8 + j] == 0);
    }
    r.same(unpacked(p), w);
    r.check(p == packed(w));
    std::remove_const_t<decltype(p)> into{};
    packed_into(into, w);
    r.check(into == p);
    auto other = w;
    other(1, 8) = w(1, 8) + 1;
    r.check(!(p == packed(other)));
  });
  // Columns: one, less than a line, lines, and more by one.
  tests.executed<float, double>("equals the matrix", []<class T>(report& r) {
    for_threes<1, 1, 1, 2, 3, 5, 9, 4, 16, 3, 7, 17, 7, 2, 50>(
        [&]<std::size_t K, std::size_t M, std::size_t N>() { check_product<T, K, M, N>(r); });
  });
  tests.executed("axes and batches", [](report& r) {
    const auto x = launder(filled<tensor<float, batch, token, feature_5>>(1));
    const auto w = launder(filled<tensor<float, feature_5, hidden>>(2));
    const auto y = matmul(x, packed(w));
    has_type<tensor<float, batch, token, hidden>>(y);
    r.same(y, matmul(x, w));
  });
  tests.executed("any scalar", [](report& r) {
    const auto a = launder(matrix<int, 1, 2>{{3, -2}});
    const auto b = launder(matrix<int, 2, 3>{{2, 0, 3}, {5, -1, 1}});
    r.check(matmul(a, packed(b)) == matrix<int, 1, 3>{{-4, 2, 7}});
    const auto x = launder(filled<matrix<double, 2, 3>>(1));
    const auto w = launder(filled<matrix<double, 3, 5>>(2));
    r.same(values_of(matmul(as_archetype(x), packed(as_archetype(w)))), matmul(x, w));
  });
};
}  // namespace attn_tests::ops_matmul_tests
