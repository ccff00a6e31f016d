// SPDX-License-Identifier: BSL-1.0
// What attn/ops/matmul.hpp promises.
#pragma once

#include <attn/ops/matmul.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::matmul_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using hidden = axis<"hidden", 4>;

// By hand, and not square, so that no transposition can hide.
constexpr report two_by_three_by_four() {
  report r;
  const auto a = launder(tensor<double, token, feature>{{1, 2, 3}, {4, 5, 6}});
  const auto b =
      launder(tensor<double, feature, hidden>{{1, 0, 2, -1}, {0, 1, 1, 0.5}, {3, -1, 0, 2}});
  const auto product = matmul(a, b);
  static_assert(std::is_same_v<decltype(product), const tensor<double, token, hidden>>);
  r.check(product == tensor<double, token, hidden>{{10, -1, 4, 6}, {22, -1, 13, 10.5}});
  r.bits(product);
  return r;
}

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

// One, primes, multiples of the lanes and their neighbours.
template <class T>
constexpr report shapes() {
  report r;
  check_against_the_contract<T, 1, 1, 1>(r);
  check_against_the_contract<T, 3, 3, 3>(r);
  check_against_the_contract<T, 7, 5, 3>(r);
  check_against_the_contract<T, 2, 11, 13>(r);
  check_against_the_contract<T, 5, 1, 1>(r);
  check_against_the_contract<T, 1, 17, 2>(r);
  check_against_the_contract<T, 16, 4, 16>(r);
  check_against_the_contract<T, 9, 8, 17>(r);
  check_against_the_contract<T, 8, 3, 33>(r);
  return r;
}

// Rows of B that constant evaluation takes as they are, and rows that it has to put together.
template <class T>
constexpr report whole_lines() {
  report r;
  check_against_the_contract<T, 3, 5, 64>(r);
  check_against_the_contract<T, 2, 3, 32>(r);
  check_against_the_contract<T, 2, 3, 96>(r);
  check_against_the_contract<T, 2, 3, 128>(r);
  check_against_the_contract<T, 2, 3, 256>(r);
  check_against_the_contract<T, 3, 2, 512>(r);
  check_against_the_contract<T, 2, 3, 65>(r);
  return r;
}

// A B that is a temporary: the same bits as that of one that has a name.
template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void check_temporary(report& r) {
  const auto a = launder(filled<matrix<T, M, K>>(M * 100 + K));
  const auto b = launder(filled<matrix<T, N, K>>(K * 100 + N));
  const auto turned = launder(transpose(b));
  const auto product = matmul(a, transpose(b));
  static_assert(std::is_same_v<decltype(product), const matrix<T, M, N>>);
  r.check(bitwise_equal(product, matmul(a, turned)));
  r.bits(product);
}
template <class T>
constexpr report temporaries() {
  report r;
  check_temporary<T, 2, 2, 2>(r);
  check_temporary<T, 2, 3, 2>(r);
  check_temporary<T, 3, 3, 3>(r);
  check_temporary<T, 8, 3, 3>(r);
  check_temporary<T, 3, 8, 3>(r);
  check_temporary<T, 5, 6, 5>(r);
  check_temporary<T, 6, 6, 6>(r);
  check_temporary<T, 3, 9, 2>(r);
  check_temporary<T, 3, 32, 3>(r);
  check_temporary<T, 7, 7, 7>(r);
  return r;
}

// As many additions as would overflow a float's last bit differently in any other order.
constexpr report long_contraction() {
  report r;
  check_against_the_contract<float, 2, 300, 5>(r);
  return r;
}

constexpr report integers_are_exact() {
  report r;
  const auto a = launder(matrix<int, 2, 2>{{1'000'003, 2}, {-7, 11}});
  const auto b = launder(matrix<int, 2, 3>{{2, 0, 3}, {5, -1, 1}});
  r.check(matmul(a, b) == matrix<int, 2, 3>{{2'000'016, -2, 3'000'011}, {41, -11, -10}});
  return r;
}

constexpr report batches_walk_together_or_share_b() {
  report r;
  using batch = axis<"batch", 3>;
  const auto a = launder(filled<tensor<float, batch, token, feature>>(1));
  const auto b = launder(filled<tensor<float, batch, feature, hidden>>(2));
  const auto shared = launder(filled<tensor<float, feature, hidden>>(3));
  const auto each = matmul(a, b);
  const auto all = matmul(a, shared);
  static_assert(std::is_same_v<decltype(each), const tensor<float, batch, token, hidden>>);
  static_assert(std::is_same_v<decltype(all), const tensor<float, batch, token, hidden>>);
  for (std::size_t n = 0; n < 3; ++n) {
    tensor<float, token, feature> an;
    tensor<float, feature, hidden> bn;
    for (std::size_t i = 0; i < 6; ++i) an.data()[i] = a.data()[n * 6 + i];
    for (std::size_t i = 0; i < 12; ++i) bn.data()[i] = b.data()[n * 12 + i];
    for (std::size_t i = 0; i < 8; ++i) {
      r.check(bitwise_equal(each.data()[n * 8 + i], matmul(an, bn).data()[i]));
      r.check(bitwise_equal(all.data()[n * 8 + i], matmul(an, shared).data()[i]));
    }
  }
  r.bits(each);
  r.bits(all);
  return r;
}

// (M, K) x (batch, head, K, N): each product with the same A, into an existing tensor too.
template <class T>
constexpr report one_a_for_all() {
  report r;
  using batch = axis<"batch", 3>;
  using head = axis<"head", 2>;
  const auto a = launder(filled<tensor<T, token, feature>>(1));
  const auto b = launder(filled<tensor<T, batch, head, feature, hidden>>(2));
  const auto all = matmul(a, b);
  static_assert(std::is_same_v<decltype(all), const tensor<T, batch, head, token, hidden>>);
  for (std::size_t n = 0; n < 6; ++n) {
    tensor<T, feature, hidden> bn;
    for (std::size_t i = 0; i < 12; ++i) bn.data()[i] = b.data()[n * 12 + i];
    for (std::size_t i = 0; i < 8; ++i)
      r.check(bitwise_equal(all.data()[n * 8 + i], matmul(a, bn).data()[i]));
  }
  tensor<T, batch, head, token, hidden> out;
  matmul_into(out, a, b);
  r.check(bitwise_equal(out, all));
  // A batch of one.
  const auto single = launder(filled<tensor<T, axis<"batch", 1>, feature, hidden>>(3));
  const auto product = matmul(a, single);
  static_assert(
      std::is_same_v<decltype(product), const tensor<T, axis<"batch", 1>, token, hidden>>);
  tensor<T, feature, hidden> only;
  for (std::size_t i = 0; i < 12; ++i) only.data()[i] = single.data()[i];
  for (std::size_t i = 0; i < 8; ++i)
    r.check(bitwise_equal(product.data()[i], matmul(a, only).data()[i]));
  // The rules are those of every product.
  using call = rules::product_call<tensor<T, token, feature>, tensor<T, batch, feature, hidden>>;
  r.check(call::holds && call::leading_axes_agree::value);
  r.check(!rules::product_call<tensor<T, token, feature>,
                               tensor<T, token, feature, hidden>>::distinct_result::value);
  r.bits(all);
  return r;
}

constexpr report a_product_starts_from_its_first_term() {
  report r;  // s = a0 * b0, not 0 + a0 * b0: the sign of a zero stays
  const auto minus_zero =
      matmul(launder(matrix<double, 1, 1>{{1.0}}), launder(matrix<double, 1, 1>{{-0.0}}));
  r.check(bitwise_equal(minus_zero(0, 0), -0.0));
  r.bits(minus_zero);
  return r;
}

constexpr report names_are_gradual() {
  report r;
  const auto a = launder(filled<tensor<float, token, feature>>(1));
  const auto b = launder(filled<matrix<float, 3, 4>>(2));
  static_assert(std::is_same_v<decltype(matmul(a, b)), tensor<float, token, dim<4>>>);
  static_assert(
      std::is_same_v<decltype(matmul(transpose(b), transpose(a))), tensor<float, dim<4>, token>>);
  r.check(matmul(a, b) == transpose(matmul(transpose(b), transpose(a))));
  return r;
}

// matmul_into overwrites all of its first operand, and is matmul bit for bit; names stay gradual.
template <class T>
constexpr report into_an_existing_tensor() {
  report r;
  const auto a = launder(filled<tensor<T, token, feature>>(1));
  const auto b = launder(filled<tensor<T, feature, hidden>>(2));
  auto out = launder(filled<tensor<T, token, hidden>>(3));
  matmul_into(out, a, b);
  r.check(bitwise_equal(out, matmul(a, b)));
  auto bare = launder(filled<matrix<T, 2, 4>>(4));
  matmul_into(bare, a, b);
  r.check(bitwise_equal(bare, matmul(a, b)));
  using batch = axis<"batch", 5>;
  const auto many = launder(filled<tensor<T, batch, token, feature>>(5));
  auto products = launder(filled<tensor<T, batch, token, hidden>>(6));
  matmul_into(products, many, b);
  r.check(bitwise_equal(products, matmul(many, b)));
  r.bits(out);
  r.bits(products);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto a = launder(filled<matrix<double, 2, 3>>(1));
  const auto b = launder(filled<matrix<double, 3, 5>>(2));
  const auto product = values_of(matmul(as_archetype(a), as_archetype(b)));
  r.check(bitwise_equal(product, matmul(a, b)));
  r.bits(product);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3 by 3x4", two_by_three_by_four},
    {"shapes, float", shapes<float>},
    {"shapes, double", shapes<double>},
    {"whole lines, float", whole_lines<float>},
    {"whole lines, double", whole_lines<double>},
    {"a temporary, float", temporaries<float>},
    {"a temporary, double", temporaries<double>},
    {"a temporary, int", temporaries<int>},
    {"a long contraction", long_contraction},
    {"integers are exact", integers_are_exact},
    {"batches walk together or share B", batches_walk_together_or_share_b},
    {"one A for all, float", one_a_for_all<float>},
    {"one A for all, double", one_a_for_all<double>},
    {"one A for all, int", one_a_for_all<int>},
    {"a product starts from its first term", a_product_starts_from_its_first_term},
    {"names are gradual", names_are_gradual},
    {"into an existing tensor, float", into_an_existing_tensor<float>},
    {"into an existing tensor, double", into_an_existing_tensor<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::matmul_tests
