// SPDX-License-Identifier: BSL-1.0
// So does what works element by element or along an axis.
#include "runtime_tests/bounds/in_bounds.hpp"

using namespace attn_tests;

namespace {

template <class T, std::size_t M, std::size_t N>
void rows_and_columns() {
  CAPTURE(M, N);
  const auto x = filled<matrix<T, M, N>>(M, T(4));
  const auto gain = filled<tensor<T, dim<N>>>(N);
  in_bounds([](const auto& a) { return softmax<1>(a); }, x);
  in_bounds([](const auto& a) { return softmax<0>(a); }, x);
  in_bounds([](const auto& a) { return log_softmax<1>(a); }, x);
  in_bounds([](const auto& a) { return sum<1>(a); }, x);
  in_bounds([](const auto& a) { return sum<0>(a); }, x);
  in_bounds([](const auto& a) { return amax<1>(a); }, x);
  in_bounds([](const auto& a) { return transpose(a); }, x);
  in_bounds([](const auto& a) { return transpose(a); }, transpose(x));
  in_bounds([](const auto& a, const auto& g) { return layer_norm(a, g, g); }, x, gain);
  in_bounds([](const auto& a, const auto& g) { return rms_norm(a, g, T(1e-6)); }, x, gain);
  in_bounds([](const auto& a, const auto& b) { return add_bias(a, b); }, x, gain);
}

// Also with the elements that the definition says: a kernel of its own has few rows or columns.
template <class T, std::size_t M, std::size_t N>
void turned() {
  CAPTURE(M, N);
  const auto x = filled<matrix<T, M, N>>(M, T(4));
  in_bounds([](const auto& a) { return transpose(a); }, x);
  const auto y = transpose(launder(x));
  bool all = true;
  for (std::size_t i = 0; i < M; ++i)
    for (std::size_t j = 0; j < N; ++j) all = all && y(j, i) == x(i, j);
  CHECK(all);
}
template <class T, std::size_t Few>
void turned_few() {
  turned<T, Few, 4>();
  turned<T, Few, 8>();
  turned<T, Few, 9>();
  turned<T, Few, 15>();
  turned<T, Few, 16>();
  turned<T, Few, 17>();
  turned<T, Few, 35>();
  turned<T, Few, 96>();
  turned<T, 5, Few>();
  turned<T, 8, Few>();
  turned<T, 16, Few>();
  turned<T, 31, Few>();
  turned<T, 48, Few>();
}

template <class T, std::size_t N>
void element_by_element() {
  CAPTURE(N);
  const auto x = filled<tensor<T, dim<N>>>(N, T(4));
  in_bounds([](const auto& a) { return attn::exp(a); }, x);
  in_bounds([](const auto& a) { return attn::tanh(a); }, x);
  in_bounds([](const auto& a) { return attn::sigmoid(a); }, x);
  in_bounds([](const auto& a) { return attn::erf(a); }, x);
  in_bounds([](const auto& a) { return gelu_tanh(a); }, x);
  in_bounds([](const auto& a, const auto& b) { return multiply(a, b) + a; }, x, x);
}

}  // namespace

TEMPLATE_TEST_CASE("rows and columns stay in bounds", "[bounds]", float, double) {
  using T = TestType;
  rows_and_columns<T, 1, 1>();
  rows_and_columns<T, 3, 3>();
  rows_and_columns<T, 16, 3>();
  rows_and_columns<T, 24, 2>();
  rows_and_columns<T, 16, 7>();
  rows_and_columns<T, 32, 11>();
  rows_and_columns<T, 16, 17>();
  rows_and_columns<T, 16, 33>();
  rows_and_columns<T, 48, 65>();
}
TEMPLATE_TEST_CASE("elements stay in bounds", "[bounds]", float, double) {
  using T = TestType;
  element_by_element<T, 1>();
  element_by_element<T, 2>();
  element_by_element<T, 7>();
  element_by_element<T, 16>();
  element_by_element<T, 17>();
  element_by_element<T, 48>();
  element_by_element<T, 80>();
}
TEMPLATE_TEST_CASE("transposes of few rows or columns", "[bounds]", float, double) {
  turned_few<TestType, 2>();
  turned_few<TestType, 3>();
  turned_few<TestType, 4>();
  turned_few<TestType, 5>();
}
