// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/detail/interval_norm.hpp promises: rows that are computed together have the
// bounds of elements, and of rows, that are computed one by one, bit for bit.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::interval_rows_tests {
template <class T> inline constexpr T infinity = std::numeric_limits<T>::infinity();

// Numbers of moderate size; among them zeros of both signs, ±1 and ±2, and subnormal ones, whose
// products are rounded to 0, or next to it.
template <class T> constexpr T some_number(std::uint64_t seed, std::uint64_t i) {
  using limits = std::numeric_limits<T>;
  const std::uint64_t z = splitmix64(seed, i);
  const auto whole = static_cast<T>(static_cast<int>(z >> 8 & 15) - 8);
  const T fraction = static_cast<T>(static_cast<std::int32_t>(z >> 32)) * T(0x1p-31);
  switch (z & 7) {
    case 0:
      return whole / 4;
    case 1:
      return z >> 8 & 1 ? T(0.0) : T(-0.0);
    case 2:
      return limits::denorm_min() * whole;
    case 3:
      return limits::min() * fraction;
    case 4:
      return fraction * 1'000'000;
    default:
      return fraction;
  }
}
template <class T> constexpr interval<T> some_interval(std::uint64_t seed, std::uint64_t i) {
  const T a = some_number<T>(seed, 3 * i);
  const T b = splitmix64(seed, 3 * i + 1) & 1 ? a : some_number<T>(seed, 3 * i + 2);
  return launder(a < b ? interval<T>(a, b) : interval<T>(b, a));
}
template <class T, class Shape> constexpr auto some(std::uint64_t seed) {
  tensor_of<interval<T>, Shape> x;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = some_interval<T>(seed, i);
  return x;
}

template <class T> constexpr bool same_bits(const interval<T>& a, const interval<T>& b) {
  return bitwise_equal(a.lower, b.lower) && bitwise_equal(a.upper, b.upper) &&
         a.may_be_nan == b.may_be_nan && a.may_overflow == b.may_overflow;
}
template <class X> constexpr void record(report& r, const X& x) {
  for (const auto& element : x) {
    r.bits(element.lower);
    r.bits(element.upper);
  }
}

// Element by element, in the order of a product.
template <class A, class B> constexpr bool is_product(const auto& out, const A& a, const B& b) {
  bool all = true;
  for (std::size_t i = 0; i < out.template extent<0>(); ++i)
    for (std::size_t j = 0; j < out.template extent<1>(); ++j) {
      auto sum = a(i, 0) * b(0, j);
      for (std::size_t k = 1; k < a.template extent<1>(); ++k) sum = sum + a(i, k) * b(k, j);
      all = all && same_bits(sum, out(i, j));
    }
  return all;
}
template <class T, std::size_t M, std::size_t K, std::size_t N> constexpr void products(report& r) {
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const auto a = some<T, shape<dim<M>, dim<K>>>(seed);
    const auto b = some<T, shape<dim<K>, dim<N>>>(seed + 10);
    const auto out = matmul(a, b);
    r.check(is_product(out, a, b));
    r.check(is_product(linear<output_by_input>(a, transpose(b)), a, b));
    record(r, out);
  }
}

// Five rows, one element in seven a single number. A bound that is infinite in one of them (the last)
// has the others computed one by one.
template <class T, std::size_t N> constexpr auto rows() {
  tensor<interval<T>, axis<"row", 5>, axis<"column", N>> x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const T a = number<T>(7, i), b = a + (number<T>(8, i) + 1) / 4;
    x.data()[i] = launder(i % 7 == 0 ? interval<T>(a) : interval<T>(a * 4, b * 4 + 3));
  }
  return x;
}
template <class F, class X> constexpr bool together_as_alone(report& r, const F& f, const X& x) {
  using T = typename X::value_type;
  auto with_infinity = x;
  with_infinity(4, 1) = T(-1, infinity<decltype(T{}.upper)>);
  const auto together = f(x), alone = f(with_infinity);
  record(r, together);
  bool all = true;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < together.template extent<1>(); ++j)
      all = all && same_bits(together(i, j), alone(i, j)) && together(i, j).bounded();
  return all && !alone(4, 1).bounded();
}
template <class T, std::size_t N> constexpr void softmax_of_rows(report& r) {
  r.check(together_as_alone(r, [](const auto& x) { return softmax(x); }, rows<T, N>()));
}

// What may overflow before a row is marked in that row alone, and its bounds remain what they are.
template <class F, class X> constexpr bool marks_one_row(const F& f, const X& x) {
  auto marked = x;
  marked(2, 1).may_overflow = true;
  const auto want = f(x), out = f(launder(marked));
  bool all = true;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < out.template extent<1>(); ++j) {
      auto expected = want(i, j);
      all = all && !expected.may_overflow;
      expected.may_overflow = i == 2;
      all = all && same_bits(out(i, j), expected);
    }
  return all;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("products, (3, 4) x (4, 5), float", [](report& r) { products<float, 3, 4, 5>(r); });
  tests.proved(
      "products, (2, 3) x (3, 66), float", [](report& r) { products<float, 2, 3, 66>(r); });
  tests.proved("products, (1, 7) x (7, 1), float", [](report& r) { products<float, 1, 7, 1>(r); });
  tests.proved(
      "products, (3, 4) x (4, 5), double", [](report& r) { products<double, 3, 4, 5>(r); });
  tests.proved(
      "products, (2, 2) x (2, 17), double", [](report& r) { products<double, 2, 2, 17>(r); });
  // What is infinite, not a number or near an overflow, takes no vector.
  tests.proved<float, double>("products without limits", []<class T>(report& r) {
    constexpr T most = std::numeric_limits<T>::max();
    const interval<T> odd[] = {interval<T>(1, infinity<T>), interval<T>(-infinity<T>, -1),
        interval<T>::anything(), interval<T>(most), interval<T>(-most, 2)};
    auto nan = interval<T>(1, 2);
    nan.may_be_nan = true;
    auto marked = interval<T>(1, 2);
    marked.may_overflow = true;
    for (const auto& x : {odd[0], odd[1], odd[2], odd[3], odd[4], nan, marked}) {
      auto a = some<T, shape<dim<2>, dim<3>>>(5);
      auto b = some<T, shape<dim<3>, dim<5>>>(6);
      a(1, 2) = launder(x);
      r.check(is_product(matmul(a, b), a, b));
      a(1, 2) = interval<T>(0);
      b(2, 3) = launder(x);
      r.check(is_product(matmul(a, b), a, b));
      r.check(is_product(linear<output_by_input>(a, transpose(b)), a, b));
    }
  });
  tests.proved("softmax of rows, float", [](report& r) { softmax_of_rows<float, 6>(r); });
  tests.proved("softmax of rows, double", [](report& r) { softmax_of_rows<double, 17>(r); });
  tests.proved<float>("softmax of columns, float", []<class T>(report& r) {
    const auto x = rows<T, 6>();
    const auto out = softmax<0>(x), turned = transpose(softmax(transpose(x)));
    for (std::size_t i = 0; i < x.size(); ++i) r.check(same_bits(out.data()[i], turned.data()[i]));
    record(r, out);
  });
  // Masked scores are no part of a row, whatever they are.
  tests.proved<float, double>("masked rows", []<class T>(report& r) {
    const auto x = rows<T, 6>();
    auto other = x;
    for (std::size_t i = 0; i < 5; ++i) other(i, 5) = interval<T>(90, 95);
    const auto out = masked_softmax(x, causal<bottom_right>),
               same = masked_softmax(other, causal<bottom_right>);
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        r.check(same_bits(out(i, j), same(i, j)));
        r.check(j <= i + 1 || identical(out(i, j), interval<T>(0)));
      }
    r.check(together_as_alone(
        r, [](const auto& y) { return masked_softmax(y, causal<bottom_right>); }, x));
  });
  tests.proved<float, double>("attention of rows", []<class T>(report& r) {
    tensor<interval<T>, axis<"key", 3>, axis<"column", 4>> k;
    tensor<interval<T>, axis<"key", 3>, axis<"value", 2>> v;
    for (std::size_t i = 0; i < k.size(); ++i) k.data()[i] = interval<T>(number<T>(9, i));
    for (std::size_t i = 0; i < v.size(); ++i) {
      const T at = number<T>(10, i) * 4;
      v.data()[i] = launder(i % 2 == 0 ? interval<T>(at) : interval<T>(at - 1, at + 1));
    }
    const auto attend = [&](const auto& q) { return scaled_dot_product_attention(q, k, v); };
    const auto q = rows<T, 4>();
    r.check(together_as_alone(r, attend, q));
    r.check(within(attend(q), -5.001, 5.001));
  });
  tests.proved<float, double>("norms of rows", []<class T>(report& r) {
    const auto x = rows<T, 6>();
    const interval<T> eps(T(1e-5));
    r.check(together_as_alone(r, [&](const auto& y) { return layer_norm(y, eps); }, x));
    r.check(together_as_alone(r, [&](const auto& y) { return rms_norm(y, eps); }, x));
    const auto columns = layer_norm<0>(x, eps), turned = transpose(layer_norm(transpose(x), eps));
    for (std::size_t i = 0; i < x.size(); ++i)
      r.check(same_bits(columns.data()[i], turned.data()[i]));
  });
  tests.proved<float, double>("marks of rows", []<class T>(report& r) {
    const auto x = rows<T, 6>();
    const interval<T> eps(T(1e-5));
    const auto gain = some<T, shape<axis<"column", 6>>>(11),
               bias = some<T, shape<axis<"column", 6>>>(12);
    r.check(marks_one_row([](const auto& y) { return softmax(y); }, x));
    r.check(marks_one_row([](const auto& y) { return transpose(softmax<0>(transpose(y))); }, x));
    r.check(
        marks_one_row([](const auto& y) { return masked_softmax(y, causal<bottom_right>); }, x));
    r.check(marks_one_row([&](const auto& y) { return layer_norm(y, gain, bias, eps); }, x));
    r.check(marks_one_row([&](const auto& y) { return rms_norm(y, eps); }, x));
    r.check(marks_one_row(
        [&](const auto& y) { return transpose(layer_norm<0>(transpose(y), eps)); }, x));
    const auto k = some<T, shape<axis<"key", 3>, axis<"column", 6>>>(13);
    auto v = some<T, shape<axis<"key", 3>, axis<"value", 2>>>(14);
    r.check(marks_one_row([&](const auto& q) { return scaled_dot_product_attention(q, k, v); }, x));
    // Parameters mark all rows, and a value its column.
    auto of_gain = gain, of_bias = bias;
    auto of_eps = eps;
    of_gain(0).may_overflow = of_bias(0).may_overflow = of_eps.may_overflow = true;
    const auto in_all_rows = [](const auto& y) {
      bool all = true;
      for (std::size_t i = 0; i < 5; ++i) all = all && y(i, 0).may_overflow;
      return all;
    };
    r.check(in_all_rows(layer_norm(x, of_gain, bias, eps)));
    r.check(in_all_rows(layer_norm(x, gain, of_bias, eps)));
    r.check(in_all_rows(layer_norm(x, gain, bias, of_eps)));
    v(1, 0).may_overflow = true;
    const auto attended = scaled_dot_product_attention(x, k, v);
    r.check(in_all_rows(attended) && !attended(0, 1).may_overflow);
  });
  // Rows whose exponents rise in steps, from row to row: GCC (12) keeps words of such a vector as the
  // first and the step.
  tests.proved<float, double>("rows in steps", []<class T>(report& r) {
    tensor<T, axis<"row", 32>, axis<"column", 2>> x, y;
    T power = 1;
    for (std::size_t i = 0; i < 32; ++i, power *= 2) {
      x(i, 0) = 0, x(i, 1) = T(-0.7) * static_cast<T>(i);
      y(i, 0) = power, y(i, 1) = -power;
    }
    const auto weights = softmax(as<interval<T>>(x)), normal = layer_norm(as<interval<T>>(y));
    const auto expected = softmax(x);
    for (std::size_t i = 0; i < 32; ++i) {
      r.check(weights(i, 1).contains(expected(i, 1)) && weights(i, 0).contains(expected(i, 0)));
      r.check(weights(i, 1).upper - weights(i, 1).lower < T(1e-4));
      r.check(normal(i, 0).lower > T(0.999) && normal(i, 1).upper < T(-0.999));
    }
    record(r, weights);
    record(r, normal);
  });
  // Gains and biases of any size.
  tests.proved<float, double>("norms with parameters", []<class T>(report& r) {
    const auto x = rows<T, 6>();
    const interval<T> eps(T(1e-5));
    const auto z = layer_norm(x, eps);
    tensor<interval<T>, axis<"column", 6>> gain = some<T, shape<axis<"column", 6>>>(11);
    const auto bias = some<T, shape<axis<"column", 6>>>(12);
    for (const auto& last : {interval<T>(-3, 2), interval<T>(std::numeric_limits<T>::max() / 2),
             interval<T>(1, infinity<T>)}) {
      gain(5) = last;
      const auto out = layer_norm(x, gain, bias, eps);
      record(r, out);
      for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 6; ++j)
          r.check(same_bits(out(i, j), z(i, j) * gain(j) + bias(j)));
    }
  });
};
}  // namespace attn_tests::interval_rows_tests
