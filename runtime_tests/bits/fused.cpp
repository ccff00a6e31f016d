// SPDX-License-Identifier: BSL-1.0
// The fused contract, ATTN_FUSED: sums of products are computed by std::fma in index order, the
// program has the bits of the compiler, and elements with a value have the bits of numbers.
#include <attn/all.hpp>
#include <cmath>
#include <cstdio>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

#if !defined(ATTN_FUSED)
#error "compile with -DATTN_FUSED"
#endif

namespace attn_tests {
namespace {
using namespace attn;

constexpr double a = 1 + 0x1p-30;
constexpr auto rounded_twice =
    matmul(matrix<double, 1, 2>{{-(1 + 0x1p-29), a}}, matrix<double, 2, 1>{{1}, {a}});
static_assert(rounded_twice(0, 0) == 0x1p-60);

// What is known of a proof is what the program computes: here a factor is 2^-60, and not 0.
constexpr auto dependent = [](const auto& x) {
  using I = typename std::remove_cvref_t<decltype(x)>::value_type;
  const matrix<I, 1, 2> left{{I(-(1 + 0x1p-29)), I(a)}};
  const matrix<I, 2, 1> right{{I(1)}, {I(a)}};
  return matmul(left, right)(0, 0) * x(0);
};
static_assert(
    dependent(tensor<influence<double, 1>, dim<1>>{influence<double, 1>::input(0)}).reached_by(0));
int failures = 0;
void check(bool holds, const char* what, std::size_t m, std::size_t k, std::size_t n) {
  if (holds) return;
  std::printf("%s: %zu x %zu x %zu\n", what, m, k, n);
  ++failures;
}

// A known product that overflows does not hide what is added to it.
void overflow() {
  using I = influence<double, 1>;
  const double large = launder(0x1p1000);
  const auto y =
      matmul(matrix<I, 1, 2>{{I::input(0), I(large)}}, matrix<I, 2, 1>{{I(1)}, {I(large)}});
  check(y(0, 0).reached_by(0), "influence through a product that overflows", 1, 2, 1);
}

template <class T, std::size_t M, std::size_t K, std::size_t N>
void product() {
  static constexpr auto x = filled<matrix<T, M, K>>(M + 1);
  static constexpr auto y = filled<matrix<T, K, N>>(N + 2);
  static constexpr auto known = matmul(x, y);
  const auto left = launder(x);
  const auto right = launder(y);
  bool fused = true;
  for (std::size_t i = 0; i < M; ++i)
    for (std::size_t j = 0; j < N; ++j) {
      T sum = left(i, 0) * right(0, j);
      for (std::size_t k = 1; k < K; ++k) sum = std::fma(left(i, k), right(k, j), sum);
      fused = fused && sum == known(i, j);
    }
  check(fused, "matmul, a constant", M, K, N);
  check(bitwise_equal(matmul(left, right), known), "matmul", M, K, N);
  check(bitwise_equal(matmul(left, launder(y)), known), "matmul of a temporary", M, K, N);
  check(bitwise_equal(matmul(left, packed(right)), known), "matmul, packed", M, K, N);
  check(bitwise_equal(linear<output_by_input>(left, transpose(right)), known), "linear", M, K, N);
  check(bitwise_equal(einsum<"ik,kj->ij">(left, right), known), "einsum", M, K, N);
  const auto of_duals = matmul(as<dual<T, 2>>(left), as<dual<T, 2>>(right));
  bool same = true;
  for (std::size_t i = 0; i < M * N; ++i)
    same = same && of_duals.data()[i].value == known.data()[i];
  check(same, "matmul of dual", M, K, N);
  using enclosed = envelope<T>;
  check(static_cast<bool>(is_within(known, matmul(as<enclosed>(left), as<enclosed>(right)))),
        "within the envelopes", M, K, N);
  const auto bounds = matmul(between(left, left), between(right, right));
  bool inside = true;
  for (std::size_t i = 0; i < M * N; ++i)
    inside = inside && bounds.data()[i].contains(known.data()[i]);
  check(inside, "within the intervals", M, K, N);
  const auto first = [](const auto& p, const auto& q) { return matmul(p, q).data()[0]; };
  check(value_and_gradient(first, left, right).value == known.data()[0], "derivative", M, K, N);
}

template <class T, std::size_t Queries, std::size_t Keys, std::size_t Width>
void attend() {
  static constexpr auto q = filled<matrix<T, Queries, Width>>(1);
  static constexpr auto k = filled<matrix<T, Keys, Width>>(2);
  static constexpr auto v = filled<matrix<T, Keys, Width>>(3);
  static constexpr auto known = scaled_dot_product_attention(q, k, v);
  static constexpr auto masked = scaled_dot_product_attention(q, k, v, causal<>);
  check(bitwise_equal(scaled_dot_product_attention(launder(q), k, v), known), "attention", Queries,
        Width, Keys);
  check(bitwise_equal(scaled_dot_product_attention(launder(q), k, v, causal<>), masked),
        "causal attention", Queries, Width, Keys);
  const auto weights = attention_weights(launder(q), k);
  check(bitwise_equal(matmul(weights, launder(v)), known), "weights times V", Queries, Width, Keys);
}
}  // namespace
}  // namespace attn_tests

int main() {
  using namespace attn_tests;
  overflow();
  product<float, 1, 1, 1>();
  product<float, 3, 3, 3>();
  product<float, 2, 5, 3>();
  product<float, 1, 40, 7>();
  product<float, 5, 17, 33>();
  product<double, 3, 3, 3>();
  product<double, 9, 12, 17>();
  product<double, 17, 5, 1>();
  product<double, 1, 20, 64>();
  attend<float, 3, 3, 4>();
  attend<float, 4, 4, 3>();
  attend<double, 3, 3, 2>();
  attend<float, 9, 9, 16>();
  attend<double, 12, 12, 8>();
  std::printf("fused: %d differ\n", failures);
  return failures == 0 ? 0 : 1;
}
