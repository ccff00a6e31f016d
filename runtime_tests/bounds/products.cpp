// SPDX-License-Identifier: BSL-1.0
// Products read and write inside their tensors.
#include "runtime_tests/bounds/in_bounds.hpp"

using namespace attn_tests;

namespace {

template <class T, std::size_t M, std::size_t K, std::size_t N>
void product() {
  CAPTURE(M, K, N);
  in_bounds([](const auto& a, const auto& b) { return matmul(a, b); }, filled<matrix<T, M, K>>(M),
            filled<matrix<T, K, N>>(N));
  // GCC 12 copies the result of matmul to its place; this one is made there.
  in_bounds(
      [](const auto& a, const auto& b) {
        decltype(matmul(a, b)) out;
        matmul_into(out, a, b);
        return out;
      },
      filled<matrix<T, M, K>>(M), filled<matrix<T, K, N>>(N));
  in_bounds([](const auto& a, const auto& b) { return attention_scores(a, b); },
            filled<matrix<T, M, K>>(M), filled<matrix<T, N, K>>(N));
  in_bounds([](const auto& a, const auto& b) { return einsum<"ik,kj->ij">(a, b); },
            filled<matrix<T, M, K>>(M), filled<matrix<T, K, N>>(N));
  in_bounds([](const auto& a, const auto& b) { return einsum<"ik,jk->ij">(a, b); },
            filled<matrix<T, M, K>>(M), filled<matrix<T, N, K>>(N));
}

}  // namespace

TEMPLATE_TEST_CASE("products stay in bounds", "[bounds]", float, double) {
  using T = TestType;
  product<T, 1, 1, 1>();
  product<T, 3, 3, 3>();
  product<T, 4, 4, 4>();
  product<T, 2, 4, 2>();  // the result is smaller than a register that holds an operand
  product<T, 1, 4, 2>();
  product<T, 3, 5, 2>();
  product<T, 8, 3, 2>();  // rows of half a register, and nothing behind the last one
  product<T, 16, 7, 1>();
  product<T, 16, 5, 3>();
  product<T, 7, 16, 16>();
  product<T, 8, 8, 8>();
  product<T, 16, 3, 17>();
  product<T, 16, 32, 31>();
  product<T, 48, 11, 47>();
  product<T, 5, 48, 49>();
  product<T, 33, 16, 97>();
}
TEMPLATE_TEST_CASE("large products stay in bounds", "[bounds]", float, double) {
  product<TestType, 35, 272, 259>();
  product<TestType, 33, 160, 256>();
  product<TestType, 2, 2051, 3>();  // deeper than a panel, and the last panel is not full
}
