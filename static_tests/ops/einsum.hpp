// SPDX-License-Identifier: BSL-1.0
// What attn/ops/einsum.hpp promises.
#pragma once

#include "static_tests/reference/patterns.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::einsum_tests {
using head = axis<"head", 3>;
using query = axis<"query", 5>;
using key = axis<"key", 7>;
using d_v = axis<"d_v", 6>;

template <class T, class... Axes> constexpr bool is_of(const tensor<T, Axes...>&, shape<Axes...>) {
  return true;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.executed("six axes", [](report& r) {
    tensor<int, dim<2>, dim<3>, dim<2>, dim<4>> a;
    tensor<int, dim<4>, dim<2>, dim<3>, dim<5>> b;
    for (int i = 0; int& element : a) element = i++ % 7 - 3;
    for (int i = 0; int& element : b) element = i++ % 11 - 5;
    const auto y = einsum<"i j k l, l m n o -> i j k m n o">(launder(a), launder(b));
    bool same = true;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 2; ++k)
          for (int m = 0; m < 2; ++m)
            for (int n = 0; n < 3; ++n)
              for (int o = 0; o < 5; ++o) {
                int sum = 0;
                for (int l = 0; l < 4; ++l) sum += a(i, j, k, l) * b(l, m, n, o);
                same = same && y(i, j, k, m, n, o) == sum;
              }
    r.check(same);
    r.bits(y);
  });
  // Attention is two of them, and each is the product that it is otherwise.
  tests.executed<float, double>("attention", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, batch, head, query, d_k>>(1));
    const auto k = launder(filled<tensor<T, batch, head, key, d_k>>(2));
    const auto v = launder(filled<tensor<T, batch, head, key, d_v>>(3));
    const auto scores =
        einsum<"batch head query d_k, batch head key d_k -> batch head query key">(q, k);
    has_type<tensor<T, batch, head, query, key>>(scores);
    r.same(scores, matmul(q, transpose(k)));
    const auto out =
        einsum<"batch head query key, batch head key d_v -> batch head query d_v">(scores, v);
    r.same(out, matmul(scores, v));
    r.same(einsum<"...qd,...kd->...qk">(q, k), scores);
    r.same(einsum<"... q k, ... k d -> ... q d">(scores, v), out);
    // The heads put together in the same step, wherever they stand.
    r.same(einsum<"bhqk,bhkd->bqhd">(scores, v), permute<0, 2, 1, 3>(out));
    r.same(einsum<"bhqk,bhkd->dqhb">(scores, v), permute<3, 2, 1, 0>(out));
  });
  // Products in every layout: the kernel's sums are as in the definition.
  tests.executed<float, double>("products", []<class T>(report& r) {
    const auto a = launder(filled<tensor<T, query, d_k>>(4));
    const auto b = launder(filled<tensor<T, d_k, key>>(5));
    const auto ab = matmul(a, b);
    r.same(einsum<"query d_k, d_k key -> query key">(a, b), ab);
    r.same(einsum<"ij,jk->ik">(a, b), ab);
    r.same(einsum<"ij,jk->ki">(a, b), transpose(ab));
    r.same(einsum<"ji,jk->ik">(transpose(a), b), ab);
    r.same(einsum<"ji,kj->ik">(transpose(a), transpose(b)), ab);
    const auto outer = einsum<"i,j->ij">(
        launder(filled<tensor<T, dim<5>>>(6)), launder(filled<tensor<T, dim<3>>>(7)));
    r.check(is_of(outer, shape<dim<5>, dim<3>>()));
    const auto one_by_one = einsum<"i,j->i j">(
        launder(filled<tensor<T, dim<5>>>(6)), launder(filled<tensor<T, dim<3>>>(7)));
    r.same(outer, one_by_one);
    // Two summed axes: in the order in which they appear.
    const auto x = launder(filled<tensor<T, head, d_k, query>>(8));
    const auto y = launder(filled<tensor<T, d_k, head, key>>(9));
    const auto z = einsum<"head d_k query, d_k head key -> query key">(x, y);
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t j = 0; j < 7; ++j) {
        T s = x(0, 0, i) * y(0, 0, j);
        for (std::size_t hd = 1; hd < 12; ++hd) {
          T product = x(hd / 4, hd % 4, i) * y(hd % 4, hd / 4, j);
          product = launder(product);  // not fused with the sum
          s = s + product;
        }
        r.same(z(i, j), s);
      }
    r.bits(z);
  });
  // What is no matrix product.
  tests.executed<float, double>("other contractions", []<class T>(report& r) {
    const auto a = launder(filled<tensor<T, query, d_k>>(10));
    const auto b = launder(filled<tensor<T, query, d_k>>(11));
    const auto row = einsum<"query d_k, query d_k -> query">(a, b);
    r.check(is_of(row, shape<query>()));
    for (std::size_t i = 0; i < 5; ++i) {
      T s = a(i, 0) * b(i, 0);
      for (std::size_t j = 1; j < 4; ++j) s = s + launder(T(a(i, j) * b(i, j)));
      r.same(row(i), s);
    }
    r.same(einsum<"ij,ij->ij">(a, b), multiply(a, b));
    r.same(einsum<"ij->ji">(a), transpose(a));
    // Three operands: the products from the left to the right.
    const auto w = launder(filled<tensor<T, d_k, d_v>>(12));
    const auto c = launder(filled<tensor<T, query, d_v>>(13));
    const auto form = einsum<"query d_k, d_k d_v, query d_v -> query">(a, w, c);
    for (std::size_t i = 0; i < 5; ++i) {
      T s{};
      for (std::size_t j = 0; j < 4; ++j)
        for (std::size_t k = 0; k < 6; ++k) {
          const T product = launder(T(launder(T(a(i, j) * w(j, k))) * c(i, k)));
          s = j + k == 0 ? product : T(s + product);
        }
      r.same(form(i), s);
    }
    // A diagonal in a product.
    const auto cube = launder(filled<tensor<T, dim<4>, dim<4>, key>>(23));
    const auto other = launder(filled<tensor<T, key, d_v>>(24));
    const auto diagonal = einsum<"iij->ij">(cube);
    r.same(einsum<"iij,jk->ik">(cube, other), matmul(diagonal, other));
    const auto left = launder(filled<tensor<T, d_v, key>>(25));
    const auto of_right = einsum<"ij,kkj->ik">(left, cube);
    r.same(of_right, matmul(left, transpose(diagonal)));
    r.bits(row);
    r.bits(form);
    r.bits(einsum<"i j, j k, k l, i -> i l">(a, w, unnamed(transpose(c)), row));
  });
  // Words are names, letters stand for axes: the result has the names of the operands, or the
  // words.
  tests.executed("words name, letters stand for", [](report& r) {
    const auto q = launder(filled<tensor<int, query, d_k>>(14));
    const auto k = launder(filled<tensor<int, key, d_k>>(15));
    r.check(is_of(einsum<"ij,kj->ik">(q, k), shape<query, key>()));
    r.check(is_of(einsum<"ij,kj->ik">(unnamed(q), k), shape<dim<5>, key>()));
    r.check(is_of(einsum<"ij,kj->ik">(unnamed(q), unnamed(k)), shape<dim<5>, dim<7>>()));
    r.check(
        is_of(einsum<"query d, key d -> key query">(unnamed(q), unnamed(k)), shape<key, query>()));
    // Either operand may have the name.
    r.check(is_of(einsum<"ij,ij->ij">(unnamed(q), q), shape<query, d_k>()));
    r.check(is_of(einsum<"... , ... -> ...">(unnamed(q), q), shape<query, d_k>()));
    r.check(is_of(einsum<"i...,j...->...ij">(q, k), shape<d_k, query, key>()));
  });
  tests.executed("reference cases", [](report& r) {
    using namespace reference;
    r.check(einsum<"ij->ji">(launder(einsum_01_transpose::x0)) == einsum_01_transpose::y);
    r.check(einsum<"ij->i">(launder(einsum_02_row_sum::x0)) == einsum_02_row_sum::y);
    r.check(einsum<"ij->">(launder(einsum_03_total_sum::x0)) == einsum_03_total_sum::y);
    r.check(
        einsum<"i,j->ij">(launder(einsum_04_outer::x0), einsum_04_outer::x1) == einsum_04_outer::y);
    r.check(einsum<"i,i->">(launder(einsum_05_dot::x0), einsum_05_dot::x1) == einsum_05_dot::y);
    r.check(einsum<"ij,j->i">(launder(einsum_06_matvec::x0), einsum_06_matvec::x1) ==
            einsum_06_matvec::y);
    r.check(einsum<"ij,jk->ik">(launder(einsum_07_matmul::x0), einsum_07_matmul::x1) ==
            einsum_07_matmul::y);
    r.check(einsum<"ij,kj->ik">(launder(einsum_08_matmul_nt::x0), einsum_08_matmul_nt::x1) ==
            einsum_08_matmul_nt::y);
    r.check(einsum<"bij,bjk->bik">(launder(einsum_09_batched_matmul::x0),
                einsum_09_batched_matmul::x1) == einsum_09_batched_matmul::y);
    r.check(einsum<"bhqd,bhkd->bhqk">(launder(einsum_10_attention_scores::x0),
                einsum_10_attention_scores::x1) == einsum_10_attention_scores::y);
    r.check(einsum<"bhqk,bhkd->bhqd">(launder(einsum_11_attention_output::x0),
                einsum_11_attention_output::x1) == einsum_11_attention_output::y);
    r.check(einsum<"ii->i">(launder(einsum_12_diagonal::x0)) == einsum_12_diagonal::y);
    r.check(einsum<"ii->">(launder(einsum_13_trace::x0)) == einsum_13_trace::y);
    r.check(einsum<"ij,ij->">(launder(einsum_14_frobenius::x0), einsum_14_frobenius::x1) ==
            einsum_14_frobenius::y);
    r.check(einsum<"ij,ij->i">(launder(einsum_15_rowwise_dot::x0), einsum_15_rowwise_dot::x1) ==
            einsum_15_rowwise_dot::y);
    r.check(einsum<"bi,ij,bj->b">(launder(einsum_16_bilinear::x0), einsum_16_bilinear::x1,
                einsum_16_bilinear::x2) == einsum_16_bilinear::y);
    r.check(einsum<"td,hde->hte">(launder(einsum_17_head_projection::x0),
                einsum_17_head_projection::x1) == einsum_17_head_projection::y);
    r.check(einsum<"hte,hed->td">(launder(einsum_18_merge_heads_projection::x0),
                einsum_18_merge_heads_projection::x1) == einsum_18_merge_heads_projection::y);
    r.check(
        einsum<"ijk->ki">(launder(einsum_19_permute_and_sum::x0)) == einsum_19_permute_and_sum::y);
    r.check(einsum<"ij,j->ij">(launder(einsum_20_hadamard_broadcast::x0),
                einsum_20_hadamard_broadcast::x1) == einsum_20_hadamard_broadcast::y);
  });
  // The examples of einops' own documentation, with smaller sizes.
  tests.executed("examples of einops", [](report& r) {
    const auto images = launder(filled<tensor<int, dim<2>, dim<3>, dim<4>>>(16));
    const auto filters = launder(filled<tensor<int, dim<3>, dim<4>, dim<5>>>(17));
    const auto filtered = einsum<"batch h w, h w channel -> batch channel">(images, filters);
    const auto data = launder(filled<tensor<int, dim<2>, dim<3>, dim<5>>>(18));
    const auto weights = launder(filled<matrix<int, 7, 5>>(19));
    const auto projected = einsum<"... in_dim, out_dim in_dim -> ... out_dim">(data, weights);
    r.check(is_of(projected, shape<dim<2>, dim<3>, axis<"out_dim", 7>>()));
    r.check(projected == matmul(data, transpose(weights)));
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t c = 0; c < 5; ++c) {
        int sum = 0;
        for (std::size_t hw = 0; hw < 12; ++hw)
          sum += images(b, hw / 4, hw % 4) * filters(hw / 4, hw % 4, c);
        r.check(filtered(b, c) == sum);
      }
    const auto square = launder(filled<matrix<int, 3, 3>>(20));
    r.check(einsum<"i i ->">(square) == tensor<int>{square(0, 0) + square(1, 1) + square(2, 2)});
  });
  // Terms of one operand axis each have no spaces: they are words where an axis has the name.
  tests.executed<float, double>("words over one axis", []<class T>(report& r) {
    using key_3 = axis<"key", 3>;
    const auto a = launder(filled<tensor<T, key_3>>(1)), b = launder(filled<tensor<T, key_3>>(2));
    const auto bare = launder(filled<tensor<T, dim<3>>>(2));
    const auto c = launder(filled<tensor<T, axis<"ij", 2>>>(3));
    r.same(einsum<"key, key ->">(a, b), einsum<"k,k->">(a, b));
    r.same(einsum<"key,key->">(a, bare), einsum<"k,k->">(a, b));
    r.same(einsum<"key->">(a), einsum<"k->">(a));
    r.same(einsum<"key, key -> key">(a, b), multiply(a, b));
    r.same(einsum<"key, ij -> ij key">(a, c), einsum<"k,i->ik">(a, c));
    has_type<tensor<T, axis<"ij", 2>, key_3>>(einsum<"key,ij->ij key">(a, c));
    // Letters stay letters.
    const auto m = launder(filled<tensor<T, axis<"ij", 2>, key_3>>(4));
    r.same(einsum<"ij,j->i">(m, a), einsum<"i j, j -> i">(m, a));
  });
  tests.accepts_an_archetype<matrix<double, 3, 2>, matrix<double, 2, 5>>(
      [](const auto&... x) { return einsum<"ij,jk->ki">(x...); });
  tests.accepts_an_archetype<matrix<double, 3, 2>, matrix<double, 2, 5>>(
      [](const auto& a, const auto& b) { return einsum<"ij,jk,jk->i">(a, b, b); });
};
}  // namespace attn_tests::einsum_tests
