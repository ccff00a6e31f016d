// SPDX-License-Identifier: BSL-1.0
// What attn/ops/reduce.hpp promises. NaN is the program's: runtime_tests/ops/reduce.cpp.
#pragma once

#include <attn/ops/reduce.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::reduce_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

template <class T>
constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<T, token, key>{{1, -2, 7}, {16, 0.5, -10}});
  r.check(sum<"key">(x) == tensor<T, token>{6, 6.5});
  r.check(sum<"token">(x) == tensor<T, key>{17, -1.5, -3});
  r.check(mean<"token">(x) == tensor<T, key>{8.5, -0.75, -1.5});
  r.check(amax<"key">(x) == tensor<T, token>{7, 16});
  r.check(amax<"token">(x) == tensor<T, key>{16, 0.5, 7});
  r.check(amin<"key">(x) == tensor<T, token>{-2, -10});
  r.check(amin<"token">(x) == tensor<T, key>{1, -2, -10});
  const auto product = [](T a, T b) { return a * b; };
  r.check(reduce<"key">(x, product) == tensor<T, token>{-14, -80});
  r.check(reduce<"token">(x, product) == tensor<T, key>{16, -1, -70});
  static_assert(std::is_same_v<decltype(sum<"key">(x)), tensor<T, token>>);
  static_assert(std::is_same_v<decltype(mean<"key">(x)), tensor<T, token>>);
  static_assert(std::is_same_v<decltype(amax<"token">(x)), tensor<T, key>>);
  static_assert(std::is_same_v<decltype(amin<"token">(x)), tensor<T, key>>);
  static_assert(std::is_same_v<decltype(reduce<"token">(x, product)), tensor<T, key>>);
  // By position, from either end.
  r.check(sum<1>(x) == sum<"key">(x) && sum<-1>(x) == sum<"key">(x));
  r.check(mean<0>(x) == mean<"token">(x) && mean<-2>(x) == mean<"token">(x));
  r.check(amax<0>(x) == amax<"token">(x) && amin<-1>(x) == amin<"key">(x));
  r.check(reduce<-1>(x, product) == reduce<"key">(x, product));
  return r;
}

// Numbers of so different sizes that every sum rounds and every order of summands shows.
template <class Tensor>
constexpr Tensor uneven(std::uint64_t seed) {
  using T = typename Tensor::value_type;
  auto x = filled<Tensor>(seed);
  std::size_t i = 0;
  for (T& element : x) element = (element + 2) / T(3 + 40 * (i++ % 5));
  return x;
}

// The contract as it is worded: 16 partial results, element i in partial i mod 16, each starting
// from its first; then l and l + 8, then 4, 2, 1. A partial without elements takes no part.
template <std::size_t N, class T, class F>
constexpr T sixteen_partials(const T (&x)[N], const F& f) {
  T partial[16]{};
  bool present[16]{};
  for (std::size_t i = 0; i < N; ++i) {
    partial[i % 16] = present[i % 16] ? f(partial[i % 16], x[i]) : x[i];
    present[i % 16] = true;
  }
  for (const std::size_t half : {8u, 4u, 2u, 1u})
    for (std::size_t l = 0; l < half; ++l)
      if (present[l + half]) partial[l] = f(partial[l], partial[l + half]);
  return partial[0];
}

// … and for a sum with -0.0 where nothing is, as in a register of 16.
template <std::size_t N, class T>
constexpr T sum_of_sixteen(const T (&x)[N]) {
  T partial[16];
  for (T& p : partial) p = T(-0.0);
  for (std::size_t i = 0; i < N; ++i) partial[i % 16] = i < 16 ? x[i] : partial[i % 16] + x[i];
  for (const std::size_t half : {8u, 4u, 2u, 1u})
    for (std::size_t l = 0; l < half; ++l) partial[l] = partial[l] + partial[l + half];
  return partial[0];
}

// The axis of N elements in front, in the middle and behind.
template <class T, std::size_t N>
constexpr void check_against_the_contract(report& r) {
  using line = axis<"line", N>;
  const auto front = launder(uneven<tensor<T, line, token, key>>(N));
  const auto middle = launder(uneven<tensor<T, token, line, key>>(N + 1));
  const auto behind = launder(uneven<tensor<T, token, key, line>>(N + 2));
  const auto sums_front = sum<"line">(front);
  const auto sums_middle = sum<"line">(middle);
  const auto sums_behind = sum<"line">(behind);
  static_assert(std::is_same_v<decltype(sums_front), const tensor<T, token, key>>);
  static_assert(std::is_same_v<decltype(sums_middle), const tensor<T, token, key>>);
  static_assert(std::is_same_v<decltype(sums_behind), const tensor<T, token, key>>);
  bool equal = true;
  for (std::size_t i = 0; i < token::size; ++i)
    for (std::size_t j = 0; j < key::size; ++j) {
      T a[N]{}, b[N]{}, c[N]{};
      for (std::size_t n = 0; n < N; ++n) {
        a[n] = front(n, i, j);
        b[n] = middle(i, n, j);
        c[n] = behind(i, j, n);
      }
      equal = equal && bitwise_equal(sums_front(i, j), sum_of_sixteen(a));
      equal = equal && bitwise_equal(sums_middle(i, j), sum_of_sixteen(b));
      equal = equal && bitwise_equal(sums_behind(i, j), sum_of_sixteen(c));
    }
  r.check(equal);
  r.bits(sums_front);
  r.bits(sums_middle);
  r.bits(sums_behind);
}

template <class T>
constexpr report sixteen_partial_sums() {
  report r;
  check_against_the_contract<T, 1>(r);
  check_against_the_contract<T, 2>(r);
  check_against_the_contract<T, 5>(r);
  check_against_the_contract<T, 8>(r);
  check_against_the_contract<T, 15>(r);
  check_against_the_contract<T, 16>(r);
  check_against_the_contract<T, 17>(r);
  check_against_the_contract<T, 40>(r);
  return r;
}

// The numbers above can tell: left to right gives other bits.
template <class T>
constexpr report the_order_shows() {
  report r;
  const auto x = launder(uneven<tensor<T, dim<3>, dim<40>>>(40));
  bool differs = false;
  for (std::size_t i = 0; i < 3; ++i) {
    T left_to_right = x(i, 0);
    for (std::size_t n = 1; n < 40; ++n) left_to_right = left_to_right + x(i, n);
    differs = differs || !bitwise_equal(left_to_right, sum<-1>(x)(i));
    r.check(allclose(left_to_right, sum<-1>(x)(i)));
  }
  r.check(differs);
  return r;
}

// The order itself, with an f that is not associative and has no neutral element.
template <std::size_t N>
constexpr void check_any_operation(report& r) {
  const auto f = [](std::uint32_t a, std::uint32_t b) { return 31 * a + 17 * b + 1; };
  tensor<std::uint32_t, token, dim<N>, key> known;
  std::uint64_t seed = 0;
  for (std::uint32_t& element : known)
    element = static_cast<std::uint32_t>(splitmix64(N, seed++) >> 32);
  const auto x = launder(known);
  const auto y = reduce<1>(x, f);
  bool equal = true;
  for (std::size_t i = 0; i < token::size; ++i)
    for (std::size_t j = 0; j < key::size; ++j) {
      std::uint32_t line[N]{};
      for (std::size_t n = 0; n < N; ++n) line[n] = x(i, n, j);
      equal = equal && y(i, j) == sixteen_partials(line, f);
    }
  r.check(equal);
  r.bits(y);
}

constexpr report any_operation() {
  report r;
  check_any_operation<1>(r);
  check_any_operation<3>(r);
  check_any_operation<15>(r);
  check_any_operation<16>(r);
  check_any_operation<17>(r);
  check_any_operation<40>(r);
  return r;
}

// The largest and the smallest, wherever they stand.
template <class T, std::size_t N>
constexpr void check_extremes(report& r) {
  for (std::size_t at = 0; at < N; ++at) {
    auto x = launder(filled<tensor<T, dim<N>>>(N));
    x(at) = T(2);
    x((at + 1) % N) = N > 1 ? T(-3) : T(2);
    r.check(amax<0>(x)() == 2);
    r.check(amin<0>(x)() == (N > 1 ? T(-3) : T(2)));
  }
}

template <class T>
constexpr report extremes() {
  report r;
  check_extremes<T, 1>(r);
  check_extremes<T, 2>(r);
  check_extremes<T, 15>(r);
  check_extremes<T, 17>(r);
  check_extremes<T, 40>(r);
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const auto x = launder(tensor<T, dim<3>>{1, infinity, -infinity});
  r.check(amax<0>(x)() == infinity && amin<0>(x)() == -infinity);
  const auto negative = launder(tensor<T, dim<2>>{-5, -7});
  r.check(amax<0>(negative)() == -5 && amin<0>(negative)() == -7);  // no 0 comes in
  return r;
}

// One +0 among -0, and one -0 among +0, in each place.
template <class T, std::size_t N>
constexpr void check_ordered_zeros(report& r) {
  for (std::size_t at = 0; at < N; ++at) {
    tensor<T, dim<N>> plus, minus;
    for (T& x : minus) x = T(-0.0);
    minus(at) = T(0.0);
    plus(at) = T(-0.0);
    r.check(bitwise_equal(amax<0>(launder(minus))(), T(0.0)));
    r.check(bitwise_equal(amin<0>(launder(plus))(), T(-0.0)));
  }
}

template <class T>
constexpr report zeros_are_ordered() {
  report r;
  check_ordered_zeros<T, 2>(r);
  check_ordered_zeros<T, 16>(r);
  check_ordered_zeros<T, 19>(r);
  return r;
}

template <class T, std::size_t N>
constexpr void check_sum_of_minus_zeros(report& r) {
  tensor<T, dim<N>> x;
  for (T& element : x) element = T(-0.0);
  const auto s = sum<0>(launder(x));
  r.check(bitwise_equal(s(), T(-0.0)));
  r.check(bitwise_equal(mean<0>(launder(x))(), T(-0.0)));
  r.bits(s);
}

// Nothing is added to what is there: a sum of -0.0 is -0.0, whatever its length.
template <class T>
constexpr report a_sum_starts_from_its_first_element() {
  report r;
  check_sum_of_minus_zeros<T, 1>(r);
  check_sum_of_minus_zeros<T, 7>(r);
  check_sum_of_minus_zeros<T, 16>(r);
  check_sum_of_minus_zeros<T, 40>(r);
  constexpr T infinity = std::numeric_limits<T>::infinity();
  r.check(sum<0>(launder(tensor<T, dim<3>>{1, infinity, -2}))() == infinity);
  return r;
}

template <class T, std::size_t N>
constexpr void check_mean(report& r) {
  const auto x = launder(uneven<tensor<T, token, dim<N>, key>>(N));
  const auto means = mean<1>(x);
  const auto sums = sum<1>(x);
  for (std::size_t i = 0; i < means.size(); ++i)
    r.check(bitwise_equal(means.data()[i], sums.data()[i] * (T(1) / T(N))));
  r.bits(means);
}

// The sum times 1/n, not divided by n. 41 and 49 are the first n whose n * (1/n) is not 1.
template <class T>
constexpr report a_mean_is_the_sum_times_one_over_n() {
  report r;
  check_mean<T, 1>(r);
  check_mean<T, 3>(r);
  check_mean<T, 17>(r);
  check_mean<T, 40>(r);
  tensor<T, dim<sizeof(T) == 4 ? 41 : 49>> ones;
  for (T& one : ones) one = 1;
  r.check(bitwise_equal(mean<0>(launder(ones))(), 1 - std::numeric_limits<T>::epsilon() / 2));
  return r;
}

// Small enough for a compiler to see the product of the mean and what is done with it side by side.
template <class X, class Y>
[[gnu::noinline]] constexpr auto mean_minus(const X& x, const Y& y) {
  auto m = mean<-1>(x);
  for (std::size_t i = 0; i < m.size(); ++i) m.data()[i] = m.data()[i] - y.data()[i];
  return m;
}

// A mean is rounded before anything is done with it: nothing of it is left after it is taken off.
template <class T>
constexpr report a_mean_is_not_fused() {
  report r;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto alone = launder(uneven<tensor<T, dim<3>>>(seed));
    r.check(mean_minus(alone, launder(mean<0>(alone)))() == 0);
    const auto x = launder(uneven<tensor<T, dim<16>, dim<3>>>(seed));
    r.check(mean_minus(x, launder(mean<1>(x))) == tensor<T, dim<16>>());
  }
  return r;
}

constexpr report integers() {
  report r;
  const auto x = launder(tensor<int, token, key>{{1, -2, 1'000'000}, {5, 5, -4}});
  r.check(sum<"key">(x) == tensor<int, token>{999'999, 6});
  r.check(amax<"key">(x) == tensor<int, token>{1'000'000, 5});
  r.check(amin<"token">(x) == tensor<int, key>{1, -2, -4});
  const auto small = launder(tensor<unsigned char, dim<3>>{100, 50, 5});
  r.check(sum<0>(small)() == 155 && amax<0>(small)() == 100 && amin<0>(small)() == 5);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(uneven<tensor<double, token, dim<19>, key>>(1));
  const auto y = as_archetype(x);
  const auto minus = [](const auto& a, const auto& b) { return a - b; };
  r.check(bitwise_equal(values_of(sum<1>(y)), sum<1>(x)));
  r.check(bitwise_equal(values_of(mean<1>(y)), mean<1>(x)));
  r.check(bitwise_equal(values_of(amax<"key">(y)), amax<"key">(x)));
  r.check(bitwise_equal(values_of(amin<"token">(y)), amin<"token">(x)));
  r.check(bitwise_equal(values_of(reduce<-1>(y, minus)), reduce<-1>(x, minus)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3, float", two_by_three<float>},
    {"2x3, double", two_by_three<double>},
    {"sixteen partial sums, float", sixteen_partial_sums<float>},
    {"sixteen partial sums, double", sixteen_partial_sums<double>},
    {"the order shows, float", the_order_shows<float>},
    {"the order shows, double", the_order_shows<double>},
    {"any operation", any_operation},
    {"extremes, float", extremes<float>},
    {"extremes, double", extremes<double>},
    {"zeros are ordered, float", zeros_are_ordered<float>},
    {"zeros are ordered, double", zeros_are_ordered<double>},
    {"a sum starts from its first element, float", a_sum_starts_from_its_first_element<float>},
    {"a sum starts from its first element, double", a_sum_starts_from_its_first_element<double>},
    {"a mean is the sum times 1/n, float", a_mean_is_the_sum_times_one_over_n<float>},
    {"a mean is the sum times 1/n, double", a_mean_is_the_sum_times_one_over_n<double>},
    {"a mean is not fused, float", a_mean_is_not_fused<float>},
    {"a mean is not fused, double", a_mean_is_not_fused<double>},
    {"integers", integers},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::reduce_tests
