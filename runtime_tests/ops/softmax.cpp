// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/softmax.hpp"

#include "runtime_tests/catch.hpp"

// What does not compile as a constant (static_tests/rejected/softmax.cpp) is NaN in a program.
TEST_CASE("ops/softmax: rows without a finite maximum") {
  using namespace attn;
  using attn_tests::launder;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto y = softmax(launder(matrix<double, 4, 3>{
      {-infinity, -infinity, -infinity}, {0, infinity, 1}, {0, 1, nan}, {0, 0, 0}}));
  CHECK(bitwise_equal(
      y, {{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, {1.0 / 3, 1.0 / 3, 1.0 / 3}}));
}

// A NaN may carry a message in its low bits; those once became an exponent.
template <class T, std::size_t N>
void every_weight_is_nan() {
  using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  for (const word message : {word(1), word(0x21), word(0x3fffff)}) {
    for (const std::size_t at : {std::size_t(0), N / 2, N - 1}) {
      attn::matrix<T, 1, N> x;
      for (std::size_t i = 0; i < N; ++i) x(0, i) = static_cast<T>(i);
      x(0, at) =
          std::bit_cast<T>(std::bit_cast<word>(std::numeric_limits<T>::quiet_NaN()) | message);
      for (const T weight : softmax(attn_tests::launder(x))) CHECK(weight != weight);
    }
  }
}
TEMPLATE_TEST_CASE("ops/softmax: a NaN of any bits", "", float, double) {
  every_weight_is_nan<TestType, 3>();
  every_weight_is_nan<TestType, 4>();
  every_weight_is_nan<TestType, 17>();
  every_weight_is_nan<TestType, 200>();
}

// Rows of every length that is packed, has a remainder, or is one of several at a time; in place too.
template <class T, std::size_t Rows, std::size_t N>
void equals_its_meaning() {
  using namespace attn;
  const auto x = attn_tests::launder(attn_tests::filled<matrix<T, Rows, N>>(Rows, T(9)));
  matrix<T, Rows, N> steps;
  for (std::size_t r = 0; r < Rows; ++r)
    detail::generic::softmax<N, 1>(steps.data() + r * N, x.data() + r * N);
  INFO(Rows << " x " << N);
  CHECK(bitwise_equal(softmax(x), steps));
  auto y = x;
  softmax_into(y, y);
  CHECK(bitwise_equal(y, steps));
}
template <class T, std::size_t Rows>
void equals_its_meaning_in_rows_of_any_length() {
  equals_its_meaning<T, Rows, 1>();
  equals_its_meaning<T, Rows, 2>();
  equals_its_meaning<T, Rows, 3>();
  equals_its_meaning<T, Rows, 5>();
  equals_its_meaning<T, Rows, 7>();
  equals_its_meaning<T, Rows, 8>();
  equals_its_meaning<T, Rows, 13>();
  equals_its_meaning<T, Rows, 16>();
  equals_its_meaning<T, Rows, 47>();
  equals_its_meaning<T, Rows, 131>();
}
TEMPLATE_TEST_CASE("ops/softmax: kernels", "", float, double) {
  equals_its_meaning_in_rows_of_any_length<TestType, 1>();
  equals_its_meaning_in_rows_of_any_length<TestType, 3>();
  equals_its_meaning_in_rows_of_any_length<TestType, 17>();
  equals_its_meaning_in_rows_of_any_length<TestType, 37>();
  equals_its_meaning<TestType, 5, 1500>();  // a few rows fill the nearest cache
}

// All awkward rows at once: which weights are NaN, and what the others are.
TEST_CASE("ops/softmax: awkward rows, stable and naive, double and float") {
  using namespace attn;
  using namespace reference::attention_softmax_edges;
  using attn_tests::near, attn_tests::expected;
  const auto x = attn_tests::launder(X);
  CHECK(near(softmax(x), stable));
  CHECK(near(softmax_naive(x), naive));
  const auto y = as<float>(x);
  CHECK(near(softmax(y), stable_float32));
  CHECK(near(softmax_naive(y), naive_float32));
  CHECK(
      near(softmax<0>(transpose(y)), expected{transpose(stable_float32.value), 0, 0, 5e-7, 4e-6}));
}

TEST_CASE("ops/softmax: the naive formula overflows") {
  using namespace attn;
  using attn_tests::launder;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(bitwise_equal(softmax_naive(launder(matrix<double, 1, 2>{{1000, 1}})), {{nan, 0}}));
  // Four scores of 709: each exp is finite, their sum is not, and every weight is zero.
  CHECK(bitwise_equal(softmax_naive(launder(matrix<double, 1, 4>{{709, 709, 709, 709}})),
                      {{0, 0, 0, 0}}));
  CHECK(bitwise_equal(softmax_naive(launder(matrix<double, 1, 2>{{-1000, -1000}})), {{nan, nan}}));
}
