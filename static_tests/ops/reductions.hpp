// SPDX-License-Identifier: BSL-1.0
// Behaviours of reduce, argmax, cumsum, logsumexp of attn/ops/.
#pragma once

#include "static_tests/reference/attention_softmax.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::ops_reductions_tests {
using key = axis<"key", 3>;
using token = axis<"token", 2>;

// Numbers of so different sizes that every sum rounds and every order of summands shows.
template <class Tensor> constexpr Tensor uneven(std::uint64_t seed) {
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
template <std::size_t N, class T> constexpr T sum_of_sixteen(const T (&x)[N]) {
  T partial[16];
  for (T& p : partial) p = T(-0.0);
  for (std::size_t i = 0; i < N; ++i) partial[i % 16] = i < 16 ? x[i] : partial[i % 16] + x[i];
  for (const std::size_t half : {8u, 4u, 2u, 1u})
    for (std::size_t l = 0; l < half; ++l) partial[l] = partial[l] + partial[l + half];
  return partial[0];
}

// The axis of N elements in front, in the middle and behind.
template <class T, std::size_t N> constexpr void check_against_the_contract(report& r) {
  using line = axis<"line", N>;
  const auto front = launder(uneven<tensor<T, line, token, key>>(N));
  const auto middle = launder(uneven<tensor<T, token, line, key>>(N + 1));
  const auto behind = launder(uneven<tensor<T, token, key, line>>(N + 2));
  const auto sums_front = sum<"line">(front);
  const auto sums_middle = sum<"line">(middle);
  const auto sums_behind = sum<"line">(behind);
  has_type<tensor<T, token, key>>(sums_front);
  has_type<tensor<T, token, key>>(sums_middle);
  has_type<tensor<T, token, key>>(sums_behind);
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

// The order itself, with an f that is not associative and has no neutral element.
template <std::size_t N> constexpr void check_any_operation(report& r) {
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

// The largest and the smallest, wherever they stand.
template <class T, std::size_t N> constexpr void check_extremes(report& r) {
  for (std::size_t at = 0; at < N; ++at) {
    auto x = launder(filled<tensor<T, dim<N>>>(N));
    x(at) = T(2);
    x((at + 1) % N) = N > 1 ? T(-3) : T(2);
    r.check(amax<0>(x)() == 2);
    r.check(amin<0>(x)() == (N > 1 ? T(-3) : T(2)));
  }
}

// One +0 among -0, and one -0 among +0, in each place.
template <class T, std::size_t N> constexpr void check_ordered_zeros(report& r) {
  for (std::size_t at = 0; at < N; ++at) {
    tensor<T, dim<N>> plus, minus;
    for (T& x : minus) x = T(-0.0);
    minus(at) = T(0.0);
    plus(at) = T(-0.0);
    r.same(amax<0>(launder(minus))(), T(0.0));
    r.same(amin<0>(launder(plus))(), T(-0.0));
  }
}

template <class T, std::size_t N> constexpr void check_sum_of_minus_zeros(report& r) {
  tensor<T, dim<N>> x;
  for (T& element : x) element = T(-0.0);
  const auto s = sum<0>(launder(x));
  r.same(s(), T(-0.0));
  r.same(mean<0>(launder(x))(), T(-0.0));
  r.bits(s);
}

template <class T, std::size_t N> constexpr void check_mean(report& r) {
  const auto x = launder(uneven<tensor<T, token, dim<N>, key>>(N));
  const auto means = mean<1>(x);
  const auto sums = sum<1>(x);
  for (std::size_t i = 0; i < means.size(); ++i)
    r.same(means.data()[i], sums.data()[i] * (T(1) / T(N)));
  r.bits(means);
}

// Small enough for a compiler to see the product of the mean and what is done with it side by side.
template <class X, class Y> [[gnu::noinline]] constexpr auto mean_minus(const X& x, const Y& y) {
  auto m = mean<-1>(x);
  for (std::size_t i = 0; i < m.size(); ++i) m.data()[i] = m.data()[i] - y.data()[i];
  return m;
}

// Element by element the sum of the one before and x, rounded once, along each of four axes.
template <axis_selector Axis, class T, class X>
constexpr void is_the_recurrence(report& r, const X& x) {
  const auto y = cumsum<Axis>(x);
  using call = rules::axis_call<Axis, X>;
  constexpr auto extents = [] {
    struct {
      std::size_t of[4];
    } e{{X::shape_type::extents[0], X::shape_type::extents[1], X::shape_type::extents[2],
        X::shape_type::extents[3]}};
    return e;
  }();
  bool all = true;
  for (std::size_t a = 0; a < extents.of[0]; ++a)
    for (std::size_t b = 0; b < extents.of[1]; ++b)
      for (std::size_t c = 0; c < extents.of[2]; ++c)
        for (std::size_t d = 0; d < extents.of[3]; ++d) {
          const std::size_t at[] = {a, b, c, d};
          std::size_t before[] = {a, b, c, d};
          T wanted = x(a, b, c, d);
          if (at[call::position] > 0) {
            --before[call::position];
            wanted = y(before[0], before[1], before[2], before[3]) + wanted;
          }
          all = all && y(a, b, c, d) == wanted;
        }
  r.check(all);
  r.bits(y);
}

// logsumexp is its public steps, bit for bit, and what log_softmax takes off.
template <class T, std::size_t Rows, std::size_t Columns>
constexpr void check_against_the_steps(report& r) {
  using row = axis<"row", Rows>;
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, row, column>>(Rows * 100 + Columns, T(20)));
  const auto m = amax<"column">(x);
  const auto d = sum<"column">(attn::exp(x - expand<column>(m)));
  const auto y = logsumexp<"column">(x);
  r.same(y, m + attn::log(d));
  r.check(allclose(x - expand<column>(y), log_softmax<"column">(x)));
}

// float against double: the error that the header states.
template <std::size_t N> constexpr void check_accuracy(report& r, float scale, float shift) {
  constexpr double eps = std::numeric_limits<float>::epsilon();
  auto x = launder(filled<tensor<float, dim<N>>>(N, scale));
  for (float& element : x) element = element + shift;
  const double exact(logsumexp<0>(as<double>(x))), m(amax<0>(as<double>(x)));
  const double error = exact - static_cast<double>(float(logsumexp<0>(x)));
  const double size = math::max(1.0, math::max(math::max(m, -m), math::max(exact, -exact)));
  r.check(-2 * eps * size < error && error < 2 * eps * size);
}

// Functions of the user's that have names of the library's: sum(x) of all elements, in any scope.
namespace of_a_user {
template <class X> constexpr auto sum(const X& x) {
  typename X::value_type total = 0;
  for (const auto element : x) total += element;
  return total;
}
template <class T, class... Axes> constexpr T mean(const tensor<T, Axes...>& x) {
  return sum(x) / T(x.size());
}
}  // namespace of_a_user

inline constexpr auto behaviours = [](test_table& tests) {
  // f(x) without an axis has a sentence (static_tests/rejected/beginners.cpp), and is the user's if
  // the user has one.
  tests.proved("a function of the user's with the name", [](report& r) {
    const matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 9}};
    using of_a_user::mean;
    using of_a_user::sum;
    r.check(sum(x) == 24 && mean(x) == 4);
    r.check(attn::sum<1>(x) == tensor<double, dim<2>>{6, 18});
  });
  // What attn/ops/reductions.hpp promises. NaN is the program's: runtime_tests/ops/reduce.cpp.
  tests.executed<float, double>("2x3", []<class T>(report& r) {
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
  });
  tests.executed<float, double>("sixteen partial sums", []<class T>(report& r) {
    for_sizes<1, 2, 5, 8, 15, 16, 17, 40>(
        [&]<std::size_t N>() { check_against_the_contract<T, N>(r); });
  });
  // The numbers above can tell: left to right gives different bits.
  tests.executed<float, double>("the order shows", []<class T>(report& r) {
    const auto x = launder(uneven<tensor<T, dim<3>, dim<40>>>(40));
    bool differs = false;
    for (std::size_t i = 0; i < 3; ++i) {
      T left_to_right = x(i, 0);
      for (std::size_t n = 1; n < 40; ++n) left_to_right = left_to_right + x(i, n);
      differs = differs || !bitwise_equal(left_to_right, sum<-1>(x)(i));
      r.check(allclose(left_to_right, sum<-1>(x)(i)));
    }
    r.check(differs);
  });
  tests.executed("any operation", [](report& r) {
    for_sizes<1, 3, 15, 16, 17, 40>([&]<std::size_t N>() { check_any_operation<N>(r); });
  });
  tests.executed<float, double>("extremes", []<class T>(report& r) {
    for_sizes<1, 2, 15, 17, 40>([&]<std::size_t N>() { check_extremes<T, N>(r); });
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const auto x = launder(tensor<T, dim<3>>{1, infinity, -infinity});
    r.check(amax<0>(x)() == infinity && amin<0>(x)() == -infinity);
    const auto negative = launder(tensor<T, dim<2>>{-5, -7});
    r.check(amax<0>(negative)() == -5 && amin<0>(negative)() == -7);  // no 0 comes in
  });
  tests.executed<float, double>("zeros are ordered", []<class T>(report& r) {
    for_sizes<2, 16, 19>([&]<std::size_t N>() { check_ordered_zeros<T, N>(r); });
  });
  // Nothing is added to what is there: a sum of -0.0 is -0.0, whatever its length.
  tests.executed<float, double>("a sum starts from its first element", []<class T>(report& r) {
    for_sizes<1, 7, 16, 40>([&]<std::size_t N>() { check_sum_of_minus_zeros<T, N>(r); });
    constexpr T infinity = std::numeric_limits<T>::infinity();
    r.check(sum<0>(launder(tensor<T, dim<3>>{1, infinity, -2}))() == infinity);
  });
  // The sum times 1/n, not divided by n. 41 and 49 are the first n whose n * (1/n) is not 1.
  tests.executed<float, double>("a mean is the sum times 1/n", []<class T>(report& r) {
    for_sizes<1, 3, 17, 40>([&]<std::size_t N>() { check_mean<T, N>(r); });
    tensor<T, dim<sizeof(T) == 4 ? 41 : 49>> ones;
    for (T& one : ones) one = 1;
    r.same(mean<0>(launder(ones))(), 1 - std::numeric_limits<T>::epsilon() / 2);
  });
  // A mean is rounded before anything is done with it: nothing of it is left after it is taken off.
  tests.executed<float, double>("a mean is not fused", []<class T>(report& r) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto alone = launder(uneven<tensor<T, dim<3>>>(seed));
      r.check(mean_minus(alone, launder(mean<0>(alone)))() == 0);
      const auto x = launder(uneven<tensor<T, dim<16>, dim<3>>>(seed));
      r.check(mean_minus(x, launder(mean<1>(x))) == tensor<T, dim<16>>());
    }
  });
  tests.proved("integers", [](report& r) {
    const auto x = launder(tensor<int, token, key>{{1, -2, 1'000'000}, {5, 5, -4}});
    r.check(sum<"key">(x) == tensor<int, token>{999'999, 6});
    r.check(amax<"key">(x) == tensor<int, token>{1'000'000, 5});
    r.check(amin<"token">(x) == tensor<int, key>{1, -2, -4});
    const auto small = launder(tensor<unsigned char, dim<3>>{100, 200, 5});
    r.check(amax<0>(small)() == 200 && amin<0>(small)() == 5);
    r.check(sum<0>(as<int>(small))() == 305);
    const auto larger = [](unsigned char a, unsigned char b) { return a > b ? a : b; };
    r.check(reduce<0>(small, larger)() == 200);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(uneven<tensor<double, token, dim<19>, key>>(1));
    const auto y = as_archetype(x);
    const auto minus = [](const auto& a, const auto& b) { return a - b; };
    r.same(values_of(sum<1>(y)), sum<1>(x));
    r.same(values_of(mean<1>(y)), mean<1>(x));
    r.same(values_of(amax<"key">(y)), amax<"key">(x));
    r.same(values_of(amin<"token">(y)), amin<"token">(x));
    r.same(values_of(reduce<-1>(y, minus)), reduce<-1>(x, minus));
  });
  // What attn/ops/reductions.hpp promises.
  tests.proved<int, double>("2x3", []<class T>(report& r) {
    const auto x = launder(tensor<T, token, key>{{1, 7, 2}, {9, 5, 8}});
    const auto y = argmax<"key">(x);
    has_type<tensor<int, token>>(y);
    r.check(y == tensor<int, token>{1, 0});
    r.check(argmax<"token">(x) == tensor<int, key>{1, 0, 1});
    r.check(argmax<-1>(x) == y);
    r.bits(y);
  });
  tests.proved("the first of equals", [](report& r) {
    r.check(argmax<0>(launder(tensor<int, dim<5>>{-3, 4, 1, 4, 4})) == tensor<int>(1));
    r.check(argmax<0>(launder(tensor<double, dim<3>>{-5, -0.0, 0.0})) == tensor<int>(1));
    r.check(argmax<0>(launder(tensor<double, dim<1>>{-5})) == tensor<int>(0));
  });
  // It is what argmax finds from the other end.
  tests.proved<int, double>("the last of equals", []<class T>(report& r) {
    has_type<last_of_equals_t>(last_of_equals);
    const auto last = [](const auto& x) { return argmax<0>(launder(x), last_of_equals); };
    r.check(last(tensor<T, dim<5>>{3, 4, 1, 4, 2}) == tensor<int>(3));
    r.check(last(tensor<T, dim<3>>{7, 7, 7}) == tensor<int>(2));
    r.check(last(tensor<T, dim<3>>{9, 7, 8}) == tensor<int>(0));
    r.check(last(tensor<T, dim<1>>{5}) == tensor<int>(0));
    tensor<T, token, dim<17>, key> x;  // many equals
    for (std::size_t e = 0; e < x.size(); ++e) x.data()[e] = static_cast<T>((7 * e + e / 5) % 5);
    const auto known = launder(x);
    const auto at = argmax<1>(known, last_of_equals);
    has_type<tensor<int, token, key>>(at);
    const auto turned = argmax<1>(flip<1>(known));
    bool differ = false;
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t k = 0; k < 3; ++k) {
        r.check(at(t, k) == 16 - turned(t, k));
        differ = differ || at(t, k) != argmax<1>(known)(t, k);
      }
    r.check(differ);
    r.bits(at);
    if constexpr (std::is_floating_point_v<T>) {
      constexpr T nan = std::numeric_limits<T>::quiet_NaN();
      r.check(last(tensor<T, dim<4>>{1, nan, nan, T(2)}) == tensor<int>(2));
      r.check(last(tensor<T, dim<3>>{-5, T(0), -T(0)}) == tensor<int>(2));
    }
  });
  tests.proved<float, double>("special values", []<class T>(report& r) {
    constexpr T nan = std::numeric_limits<T>::quiet_NaN();
    constexpr T infinity = std::numeric_limits<T>::infinity();
    r.check(argmax<0>(launder(tensor<T, dim<5>>{1, nan, infinity, nan, T(2)})) == tensor<int>(1));
    r.check(argmax<0>(launder(tensor<T, dim<3>>{nan, T(2), nan})) == tensor<int>(0));
    r.check(argmax<0>(launder(tensor<T, dim<3>>{T(3), infinity, nan})) == tensor<int>(2));
    r.check(argmax<0>(launder(tensor<T, dim<3>>{-infinity, T(3), infinity})) == tensor<int>(2));
    r.check(argmax<0>(launder(tensor<T, dim<2>>{-infinity, -infinity})) == tensor<int>(0));
  });
  // It is where amax finds its number, along every axis.
  tests.proved<float, double>("points at amax", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, dim<17>, key, dim<5>>>(1));
    const auto at = argmax<1>(x);
    has_type<tensor<int, token, key, dim<5>>>(at);
    const auto most = amax<1>(x);
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < 5; ++i) r.check(x(t, at(t, k, i), k, i) == most(t, k, i));
    const auto first = argmax<"token">(x);
    const auto larger = amax<"token">(x);
    for (std::size_t j = 0; j < 17; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < 5; ++i) r.check(x(first(j, k, i), j, k, i) == larger(j, k, i));
    r.bits(at);
    r.bits(first);
  });
  // What attn/ops/reductions.hpp promises.
  tests.proved<int, float, double>("2x3", []<class T>(report& r) {
    const auto x = launder(tensor<T, token, key>{{1, 2, 4}, {8, 16, 32}});
    const auto y = cumsum<"key">(x);
    has_type<tensor<T, token, key>>(y);
    r.check(y == tensor<T, token, key>{{1, 3, 7}, {8, 24, 56}});
    r.check(cumsum<"token">(x) == tensor<T, token, key>{{1, 2, 4}, {9, 18, 36}});
    r.check(cumsum<-1>(x) == y && cumsum<0>(x) == cumsum<"token">(x));
    r.check(cumsum<0>(launder(tensor<T, dim<1>>{5})) == tensor<T, dim<1>>{5});
    r.bits(y);
  });
  tests.proved<float, double>("the recurrence along every axis", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, dim<7>, key, dim<5>>>(1, T(8)));
    is_the_recurrence<0, T>(r, x);
    is_the_recurrence<1, T>(r, x);
    is_the_recurrence<"key", T>(r, x);
    is_the_recurrence<-1, T>(r, x);
  });
  // Not by 16 partial sums: each 1 is lost when it is added to 2^54.
  tests.proved("one rounding a sum, in order", [](report& r) {
    const auto y = cumsum<0>(launder(tensor<double, dim<4>>{0x1p54, 1, 1, -0x1p54}));
    r.check(y == tensor<double, dim<4>>{0x1p54, 0x1p54, 0x1p54, 0});
  });
  tests.accepts_an_archetype<matrix<double, 3, 5>>([](const auto& x) { return cumsum<1>(x); });
  tests.proved("cost", [](report& r) {
    using x = tensor<float, token, dim<7>, key>;
    static_assert(cost::cumsum<x, 1>() == operation_count{.additions = 2 * 6 * 3});
    r.check(cost::cumsum<x, axis_selector("token")>().additions == 7 * 3);
    r.check(cost::cumsum<tensor<int, dim<1>>, 0>() == operation_count{});
  });
  // What attn/ops/reductions.hpp promises.
  tests.executed("2x3", [](report& r) {
    const auto x = launder(tensor<double, token, key>{{0, 0, 0}, {1, 2, 4}});
    const auto y = logsumexp<"key">(x);
    has_type<tensor<double, token>>(y);
    r.check(allclose(y, {1.0986122886681098, 4.169846019556286}));  // log 3, …
    r.same(y, logsumexp<1>(x));
    r.same(y, logsumexp<-1>(x));
    static_assert(std::is_same_v<decltype(logsumexp<"token">(x)), tensor<double, key>>);
  });
  tests.executed<float, double>("is its steps", []<class T>(report& r) {
    for_pairs<1, 1, 3, 3, 7, 2, 2, 15, 2, 16, 3, 17, 1, 33, 1, 131>(
        [&]<std::size_t M, std::size_t N>() { check_against_the_steps<T, M, N>(r); });
  });
  // Along the first axis, the middle one of three: the same numbers as along the last.
  tests.executed<float, double>("any axis", []<class T>(report& r) {
    const auto x = launder(filled<matrix<T, 5, 4>>(3, T(8)));
    r.same(logsumexp<0>(x), logsumexp<1>(transpose(x)));
    using a = axis<"a", 2>;
    using b = axis<"b", 3>;
    using c = axis<"c", 4>;
    const auto z = launder(filled<tensor<T, a, b, c>>(4, T(8)));
    r.same(logsumexp<"b">(z), logsumexp<"b">(transpose(z)));
    r.bits(logsumexp<"a">(z));
  });
  tests.executed<float, double>("reference along each axis", []<class T>(report& r) {
    using namespace reference::attention_softmax_axes;
    const auto x = launder(as<T>(X));
    r.check(near(logsumexp<0>(x), logsumexp_axis0));
    r.check(near(logsumexp<1>(x), logsumexp_axis1));
    r.check(near(logsumexp<2>(x), logsumexp_axis2));
  });
  tests.executed("accuracy", [](report& r) {
    check_accuracy<2>(r, 1, 0);
    check_accuracy<2>(r, 0.01f, -0.6931472f);  // all but cancels
    check_accuracy<16>(r, 8, 30);
    check_accuracy<100>(r, 3, -100);
    check_accuracy<1000>(r, 0.5f, 0);
  });
  tests.executed("scores of any size", [](report& r) {
    const auto y = logsumexp<1>(launder(matrix<double, 2, 2>{{1000, 1000}, {-1000, 1000}}));
    r.check(allclose(y, {1000.6931471805599, 1000}));
    const auto z = logsumexp<1>(launder(matrix<float, 1, 3>{{-3e38f, 3e38f, 0}}));
    r.check(z == tensor<float, dim<1>>{3e38f});
    r.bits(y);
  });
  // In both evaluators and along both axes: an infinity is meant, and is no number that got lost.
  tests.executed<float, double>("infinities", []<class T>(report& r) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const auto x = launder(matrix<T, 4, 3>{{-infinity, -infinity, -infinity},
        {-infinity, 2, -infinity}, {infinity, -infinity, 0}, {infinity, 0, infinity}});
    const tensor<T, dim<4>> y{-infinity, 2, infinity, infinity};
    r.same(logsumexp<1>(x), y);
    r.same(logsumexp<0>(transpose(x)), y);
  });
  tests.accepts_an_archetype<matrix<double, 3, 5>>([](const auto& x) { return logsumexp<1>(x); });
  tests.accepts_an_archetype<matrix<double, 3, 5>>([](const auto& x) { return logsumexp<0>(x); });
};
}  // namespace attn_tests::ops_reductions_tests
