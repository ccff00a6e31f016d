// SPDX-License-Identifier: BSL-1.0
// What attn/ops/packed.hpp promises, and matmul of what it packed.
#pragma once

#include <attn/ops/matmul.hpp>
#include <attn/ops/packed.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::packed_tests {

using namespace attn;
using token = axis<"token", 3>;
using feature = axis<"feature", 5>;

// A line has 64 bytes: 8 doubles. So the ninth column begins a second line, filled up with zeros.
constexpr report lines() {
  report r;
  const auto w = launder(filled<matrix<double, 2, 9>>(1));
  const auto p = packed(w);
  static_assert(std::is_same_v<decltype(p), const packed_weight<double, dim<2>, dim<9>>>);
  static_assert(p.size == 32);
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t j = 0; j < 8; ++j) r.check(p.data()[k * 8 + j] == w(k, j));
    r.check(p.data()[16 + k * 8] == w(k, 8));
    for (std::size_t j = 1; j < 8; ++j) r.check(p.data()[16 + k * 8 + j] == 0);
  }
  r.check(bitwise_equal(unpacked(p), w));
  r.check(p == packed(w));
  std::remove_const_t<decltype(p)> into{};
  packed_into(into, w);
  r.check(into == p);
  auto other = w;
  other(1, 8) = w(1, 8) + 1;
  r.check(!(p == packed(other)));
  return r;
}

template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void check_product(report& r) {
  const auto x = launder(filled<matrix<T, M, K>>(M + K));
  const auto w = launder(filled<matrix<T, K, N>>(K + N));
  const auto p = packed(w);
  const auto y = matmul(x, p);
  r.check(bitwise_equal(y, matmul(x, w)));
  auto out = launder(filled<matrix<T, M, N>>(7));
  matmul_into(out, x, p);
  r.check(bitwise_equal(out, y));
  r.bits(y);
}

// Columns: one, less than a line, lines, and more by one.
template <class T>
constexpr report equals_the_matrix() {
  report r;
  check_product<T, 1, 1, 1>(r);
  check_product<T, 2, 3, 5>(r);
  check_product<T, 9, 4, 16>(r);
  check_product<T, 3, 7, 17>(r);
  check_product<T, 7, 2, 50>(r);
  return r;
}

// A cell of three gates: a column for each of their units.
static_assert(std::is_same_v<packed_weights::type<float, dim<3>, axis<"hidden", 4>, feature>,
                             packed_weight<float, dim<5>, dim<12>>>);

constexpr report axes_and_batches() {
  report r;
  using batch = axis<"batch", 2>;
  using hidden = axis<"hidden", 4>;
  const auto x = launder(filled<tensor<float, batch, token, feature>>(1));
  const auto w = launder(filled<tensor<float, feature, hidden>>(2));
  const auto y = matmul(x, packed(w));
  static_assert(std::is_same_v<decltype(y), const tensor<float, batch, token, hidden>>);
  r.check(bitwise_equal(y, matmul(x, w)));
  r.bits(y);
  return r;
}

constexpr report any_scalar() {
  report r;
  const auto a = launder(matrix<int, 1, 2>{{3, -2}});
  const auto b = launder(matrix<int, 2, 3>{{2, 0, 3}, {5, -1, 1}});
  r.check(matmul(a, packed(b)) == matrix<int, 1, 3>{{-4, 2, 7}});
  const auto x = launder(filled<matrix<double, 2, 3>>(1));
  const auto w = launder(filled<matrix<double, 3, 5>>(2));
  r.check(bitwise_equal(values_of(matmul(as_archetype(x), packed(as_archetype(w)))), matmul(x, w)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"lines of 64 bytes", lines},
    {"equals the matrix, float", equals_the_matrix<float>},
    {"equals the matrix, double", equals_the_matrix<double>},
    {"axes and batches", axes_and_batches},
    {"any scalar", any_scalar},
};

}  // namespace attn_tests::packed_tests
