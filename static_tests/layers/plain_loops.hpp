// SPDX-License-Identifier: BSL-1.0
// What constant evaluation computes a row at a time (detail/constant) and a program a register at a
// time (detail/runtime) has the bits of the plain loops that say what it means (detail/generic).
// Element by element: ops/elementary.hpp, ops/matmul.hpp, random/splitmix.hpp.
#pragma once

#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/generic/norm.hpp>
#include <attn/detail/generic/softmax.hpp>

#include "static_tests/tests.hpp"

namespace attn_tests::plain_loops_tests {
namespace plain = attn::detail::generic;
using attn::detail::origin;

// --- rows -------------------------------------------------------------------------------------

// Apart columns of N elements, and so a row's elements are Apart from each other.
template <class T, std::size_t N, std::size_t Apart>
constexpr void check_softmax(report& r, const matrix<T, N, Apart>& known) {
  const auto x = launder(known);
  auto weights = x, logarithms = x;
  tensor<T, dim<Apart>> denominators;
  for (std::size_t j = 0; j < Apart; ++j) {
    plain::softmax<N, Apart>(weights.data() + j, x.data() + j);
    plain::log_softmax<N, Apart>(logarithms.data() + j, x.data() + j);
    denominators.data()[j] = plain::logsumexp<N, Apart>(x.data() + j);
  }
  r.same(softmax<0>(x), weights);
  r.same(log_softmax<0>(x), logarithms);
  r.same(logsumexp<0>(x), denominators);
}

// Of one vector and less, of several, and with a rest.
template <class T, std::size_t Apart> constexpr void softmax_of_rows(report& r) {
  check_softmax<T, 1, Apart>(r, filled<matrix<T, 1, Apart>>(1, T(9)));
  check_softmax<T, 3, Apart>(r, filled<matrix<T, 3, Apart>>(2, T(9)));
  check_softmax<T, 16, Apart>(r, filled<matrix<T, 16, Apart>>(3, T(9)));
  check_softmax<T, 17, Apart>(r, filled<matrix<T, 17, Apart>>(4, T(30)));
  check_softmax<T, 64, Apart>(r, filled<matrix<T, 64, Apart>>(5, T(9)));
  check_softmax<T, 131, Apart>(r, filled<matrix<T, 131, Apart>>(6, T(9)));
}

// Of what rises in steps, so that the exponents of the results do: see ops/elementary.hpp.
template <class T, std::size_t N> constexpr void softmax_of_ramps(report& r) {
  constexpr T ln_2 = T(0.6931471805599453);
  for (const T step : {ln_2, -ln_2, ln_2 / 2, T(-0.25)}) {
    matrix<T, N, 1> x;
    T next = T(0.125);
    for (T& element : x) {
      element = next;
      next += step;
    }
    check_softmax<T, N, 1>(r, x);
  }
}

template <class T, std::size_t N, std::size_t Apart> constexpr void check_norms(report& r) {
  const auto x = launder(filled<matrix<T, N, Apart>>(N, T(20)));
  const auto gain = launder(filled<tensor<T, dim<N>>>(N + 1, T(2)));
  const auto bias = launder(filled<tensor<T, dim<N>>>(N + 2));
  const T eps = launder(T(1e-3));
  auto centred = x, scaled = x, bare = x, shifted = x;
  plain::norms<origin::mean, N, Apart>(bare.data(), x.data(), Apart, nullptr, nullptr, eps);
  plain::norms<origin::mean, N, Apart>(centred.data(), x.data(), Apart, gain.data(), nullptr, eps);
  plain::norms<origin::mean, N, Apart>(
      shifted.data(), x.data(), Apart, gain.data(), bias.data(), eps);
  plain::norms<origin::zero, N, Apart>(scaled.data(), x.data(), Apart, gain.data(), nullptr, eps);
  r.same(layer_norm<0>(x, eps), bare);
  r.same(layer_norm<0>(x, gain, eps), centred);
  r.same(layer_norm<0>(x, gain, bias, eps), shifted);
  r.same(rms_norm<0>(x, gain, eps), scaled);
}

// --- products -----------------------------------------------------------------------------------

template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void check_product(report& r) {
  const auto a = launder(filled<matrix<T, M, K>>(M + 1));
  const auto b = launder(filled<matrix<T, K, N>>(N + 2));
  const auto turned = launder(filled<matrix<T, N, K>>(K + 3));
  matrix<T, M, N> product, across, out;
  plain::matmul<M, K, N>(product.data(), a.data(), b.data());
  plain::matmul_transposed<M, K, N>(across.data(), a.data(), turned.data());
  r.same(matmul(a, b), product);
  r.same(matmul(a, transpose(turned)), across);
  matmul_into(out, a, b);
  r.same(out, product);
  r.same(einsum<"m k, k n -> m n">(a, b), product);
  r.same(einsum<"m k, n k -> m n">(a, turned), across);
  r.same(einsum<"k n, m k -> m n">(b, a), product);
}

// --- elements -------------------------------------------------------------------------------------

template <class T, std::size_t N> constexpr void check_activations(report& r) {
  const auto x = launder(filled<tensor<T, dim<N>>>(N, T(9)));
  const auto check = [&](const auto& y, const auto& operation) {
    auto expected = x;
    plain::elementwise<N>(expected.data(), operation, x.data());
    r.same(y, expected);
  };
  check(relu(x), attn::detail::relu_of{});
  check(silu(x), attn::detail::silu_of{});
  check(gelu_exact(x), attn::detail::gelu_exact_of{});
  check(gelu_tanh(x), attn::detail::gelu_tanh_of{});
  check(softplus(x), attn::detail::softplus_of{});
}

// Whole lines of random numbers, and with a scale.
template <class T, class Grid> constexpr void random_fills(report& r) {
  using numbers = tensor<T, axis<"number", 512>>;
  using weights = nn::linear<T, axis<"in", 32>, axis<"out", 16>, output_by_input>;
  const std::uint64_t seed = launder(std::uint64_t{77});
  const auto x = splitmix_fill<Grid, numbers>(seed);
  const auto m = splitmix_parameters<Grid, weights>(seed, 0.3);
  bool equal = true;
  for (std::size_t i = 0; i < 512; ++i) {
    const T expected = static_cast<T>(splitmix_number<Grid>(seed, i));
    equal = equal && bitwise_equal(x.data()[i], expected);
    equal = equal && bitwise_equal(m.weight.data()[i], expected * T(0.3));
  }
  r.check(equal);
  r.bits(x);
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>(
      "softmax of rows", []<class T>(report& r) { softmax_of_rows<T, 1>(r); });
  tests.proved("softmax of columns, float", [](report& r) { softmax_of_rows<float, 3>(r); });
  tests.proved("softmax of columns, double", [](report& r) { softmax_of_rows<double, 2>(r); });
  tests.proved("softmax of a ramp of 4, float", [](report& r) { softmax_of_ramps<float, 4>(r); });
  tests.proved("softmax of a ramp of 16, float", [](report& r) { softmax_of_ramps<float, 16>(r); });
  tests.proved("softmax of a ramp of 64, float", [](report& r) { softmax_of_ramps<float, 64>(r); });
  tests.proved(
      "softmax of a ramp of 16, double", [](report& r) { softmax_of_ramps<double, 16>(r); });
  tests.proved(
      "softmax of a ramp of 64, double", [](report& r) { softmax_of_ramps<double, 64>(r); });
  tests.proved<float, double>("norms", []<class T>(report& r) {
    for_pairs<1, 3, 7, 2, 16, 1, 17, 3, 100, 1>(
        [&]<std::size_t M, std::size_t N>() { check_norms<T, M, N>(r); });
  });
  tests.proved<float, double>("products", []<class T>(report& r) {
    for_threes<1, 1, 1, 3, 5, 7, 2, 3, 16, 3, 2, 17, 2, 3, 64, 1, 2, 67, 2, 2, 256>(
        [&]<std::size_t K, std::size_t M, std::size_t N>() { check_product<T, K, M, N>(r); });
  });
  tests.proved<float, double>("activations", []<class T>(report& r) {
    for_sizes<1, 5, 67>([&]<std::size_t N>() { check_activations<T, N>(r); });
  });
  tests.proved("random fills, float", [](report& r) { random_fills<float, splitmix::s24>(r); });
  tests.proved("random fills, double", [](report& r) { random_fills<double, splitmix::u24>(r); });
};
}  // namespace attn_tests::plain_loops_tests
