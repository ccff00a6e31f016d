// SPDX-License-Identifier: BSL-1.0
// Behaviours of arithmetic, add_bias of attn/ops/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::ops_arithmetic_tests {
using token_2 = axis<"token", 2>;

// Numbers with all their digits, none of them zero, so that every operation rounds.
template <class Tensor> constexpr Tensor with_all_digits(std::uint64_t seed) {
  using T = typename Tensor::value_type;
  auto x = filled<Tensor>(seed);
  for (T& element : x) element = (element + 2) / T(3);
  return x;
}

// Each element is the scalar's operation, rounded once; that is all there is.
template <class Tensor> constexpr void check_against_the_scalars(report& r) {
  using T = typename Tensor::value_type;
  const auto a = launder(with_all_digits<Tensor>(Tensor::volume));
  const auto b = launder(with_all_digits<Tensor>(Tensor::volume + 1));
  const T s = launder(T(0.7));
  const auto plus = a + b, minus = a - b, product = multiply(a, b), quotient = divide(a, b);
  const auto negative = -a, right = a * s, left = s * a, share = a / s;
  bool equal = true;
  for (std::size_t i = 0; i < Tensor::volume; ++i) {
    const T x = a.data()[i], y = b.data()[i];
    equal = equal && bitwise_equal(plus.data()[i], x + y);
    equal = equal && bitwise_equal(minus.data()[i], x - y);
    equal = equal && bitwise_equal(product.data()[i], x * y);
    equal = equal && bitwise_equal(quotient.data()[i], x / y);
    equal = equal && bitwise_equal(negative.data()[i], -x);
    equal = equal && bitwise_equal(right.data()[i], x * s);
    equal = equal && bitwise_equal(left.data()[i], x * s);
    equal = equal && bitwise_equal(share.data()[i], x / s);
  }
  r.check(equal);
  r.bits(plus);
  r.bits(minus);
  r.bits(product);
  r.bits(quotient);
  r.bits(negative);
  r.bits(right);
  r.bits(share);
}

// Functions of their own, small enough for a compiler to see product and sum side by side.
template <class A, class B, class C>
[[gnu::noinline]] constexpr auto product_plus(const A& a, const B& b, const C& c) {
  return multiply(a, b) + c;
}
template <class A, class B, class C>
[[gnu::noinline]] constexpr auto product_minus(const A& a, const B& b, const C& c) {
  return multiply(a, b) - c;
}
template <class A, class B, class C>
[[gnu::noinline]] constexpr auto minus_product(const A& a, const B& b, const C& c) {
  return c - multiply(a, b);
}
template <class A, class T, class C>
[[gnu::noinline]] constexpr auto scaled_plus(const A& a, const T& factor, const C& c) {
  return a * factor + c;
}
template <class A, class T, class C>
[[gnu::noinline]] constexpr auto minus_scaled(const A& a, const T& factor, const C& c) {
  return c - factor * a;
}
// … and with a sum that is the caller's own.
template <class A, class B, class C>
[[gnu::noinline]] constexpr auto elements_of_product_minus(const A& a, const B& b, const C& c) {
  auto x = multiply(a, b);
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = x.data()[i] - c.data()[i];
  return x;
}

// a = 1 + s with a^2 = 1 + 2s + s^2, of which s^2 is less than a unit in the last place: rounded,
// the square is c = 1 + 2s exactly; fused with the sum behind it, s^2 would come out instead of 0.
template <class T, std::size_t N> constexpr void check_nothing_is_fused(report& r) {
  constexpr T s = sizeof(T) == 4 ? T(0x1p-12) : T(0x1p-27);
  const tensor<T, dim<N>> zeros;
  tensor<T, dim<N>> one_and_s, square, minus_square;
  for (T& x : one_and_s) x = 1 + s;
  for (T& x : square) x = 1 + 2 * s;
  for (T& x : minus_square) x = -1 - 2 * s;
  const auto a = launder(one_and_s), c = launder(square), minus_c = launder(minus_square);
  const T factor = launder(1 + s);
  r.check(product_plus(a, a, minus_c) == zeros);
  r.check(product_minus(a, a, c) == zeros);
  r.check(minus_product(a, a, c) == zeros);
  r.check(scaled_plus(a, factor, minus_c) == zeros);
  r.check(minus_scaled(a, factor, c) == zeros);
  r.check(elements_of_product_minus(a, a, c) == zeros);
}

// What is smaller than an int would wrap around (rejected/narrow_integers.cpp): it is converted.
template <class T> constexpr void small_integers(report& r) {
  using type = tensor<T, dim<3>>;
  static_assert(!rules::elementwise_call<type, type>::all::value &&
                !rules::arithmetic_call<type>::all::value);
  const auto a = as<int>(launder(type{7, 100, 0})), b = as<int>(launder(type{200, 5, 1}));
  r.check(a + b == tensor<int, dim<3>>{207, 105, 1});
  r.check(multiply(a, b) == tensor<int, dim<3>>{1400, 500, 0});
}

// Whether a function without arguments is a constant expression. What a compiler takes for one is the
// same in the program.
template <int> struct chosen_by;
template <class F> constexpr bool is_constant(F) {
  return requires { typename chosen_by<(static_cast<void>(F{}()), 0)>; };
}

using row_of_arithmetic = tensor<double, feature>;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr row_of_arithmetic infinities{infinite, infinite, infinite}, zeros{}, ones{1, 1, 1};
constexpr row_of_arithmetic entered{1, std::numeric_limits<double>::quiet_NaN(), 2};

// Every row of x, whatever its leading axes, plus b: the bits of the sum of two vectors.
template <class T, std::size_t Width> constexpr void every_row_plus_b(report& r) {
  using wide = axis<"wide", Width>;
  const auto x = launder(filled<tensor<T, batch, token, wide>>(1));
  const auto b = launder(filled<tensor<T, wide>>(2, T(3)));
  const auto y = add_bias(x, b);
  has_type<tensor<T, batch, token, wide>>(y);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      r.same(
          select<"token">(select<"batch">(y, i), j), select<"token">(select<"batch">(x, i), j) + b);
  r.bits(y);
  const auto row = select<"token">(select<"batch">(x, 1), 2);
  r.same(add_bias(row, b), row + b);
  const auto four = launder(filled<tensor<T, dim<2>, batch, token, wide>>(3));
  const auto z = add_bias(four, b);
  for (std::size_t k = 0; k < 2; ++k) r.same(select<0>(z, k), add_bias(select<0>(four, k), b));
  r.bits(z);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/ops/arithmetic.hpp promises.
  // By hand, and with operands that cannot be exchanged unseen.
  tests.executed<float, double>("2x3", []<class T>(report& r) {
    using type = tensor<T, token_2, feature>;
    const auto a = launder(type{{1, -2, 3}, {6, 8, -10}});
    const auto b = launder(type{{4, 0.5, -3}, {-2, 0.25, 5}});
    r.check(a + b == type{{5, -1.5, 0}, {4, 8.25, -5}});
    r.check(a - b == type{{-3, -2.5, 6}, {8, 7.75, -15}});
    r.check(b - a == type{{3, 2.5, -6}, {-8, -7.75, 15}});
    r.check(multiply(a, b) == type{{4, -1, -9}, {-12, 2, -50}});
    r.check(divide(a, b) == type{{0.25, -4, -1}, {-3, 32, -2}});
    r.check(-a == type{{-1, 2, -3}, {-6, -8, 10}});
    r.check(a * 2 == type{{2, -4, 6}, {12, 16, -20}});
    r.check(2 * a == type{{2, -4, 6}, {12, 16, -20}});
    r.check(a / 4 == type{{0.25, -0.5, 0.75}, {1.5, 2, -2.5}});
    static_assert(std::is_same_v<decltype(a + b), type>);
    static_assert(std::is_same_v<decltype(a * 2), type> && std::is_same_v<decltype(2 * a), type>);
    static_assert(std::is_same_v<decltype(a / 4), type> && std::is_same_v<decltype(-a), type>);
  });
  // Fewer than a register, as many, some more, and many with a rest; every rank.
  tests.executed<float, double>("shapes", []<class T>(report& r) {
    check_against_the_scalars<tensor<T>>(r);
    check_against_the_scalars<tensor<T, dim<1>>>(r);
    check_against_the_scalars<tensor<T, feature>>(r);
    check_against_the_scalars<tensor<T, dim<16>>>(r);
    check_against_the_scalars<tensor<T, dim<17>>>(r);
    check_against_the_scalars<matrix<T, 7, 1>>(r);
    check_against_the_scalars<matrix<T, 5, 13>>(r);
    check_against_the_scalars<tensor<T, token_2, dim<5>, feature>>(r);
    check_against_the_scalars<tensor<T, dim<3>, token_2, dim<1>, feature>>(r);
  });
  tests.executed<float, double>("nothing is fused", []<class T>(report& r) {
    for_sizes<1, 3, 8, 16, 19>([&]<std::size_t N>() { check_nothing_is_fused<T, N>(r); });
  });
  tests.executed<float, double>("zeros and infinities", []<class T>(report& r) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    using type = tensor<T, dim<3>>;
    const auto x = launder(type{T(0.0), T(-0.0), infinity});
    r.same(-x, type{T(-0.0), T(0.0), -infinity});
    r.same(x + x, type{T(0.0), T(-0.0), infinity});
    r.same(x + type{T(-0.0), T(-0.0), 1}, type{T(0.0), T(-0.0), infinity});
    r.same(x - type{T(0.0), T(0.0), 1}, type{T(0.0), T(-0.0), infinity});
    r.same(x * T(-2), type{T(-0.0), T(0.0), -infinity});
    r.same(x / T(-2), type{T(-0.0), T(0.0), -infinity});
    r.same(divide(type{1, -1, 2}, launder(type{infinity, infinity, -infinity})),
        type{T(0.0), T(-0.0), T(-0.0)});
  });
  // At each position the name of whichever operand has one, on both sides of the operator.
  tests.proved("names merge", [](report& r) {
    using full = tensor<float, token_2, feature>;
    const auto a = launder(filled<tensor<float, token_2, dim<3>>>(1));
    const auto b = launder(filled<tensor<float, dim<2>, feature>>(2));
    const auto c = launder(filled<matrix<float, 2, 3>>(3));
    static_assert(std::is_same_v<decltype(a + b), full> && std::is_same_v<decltype(b + a), full>);
    static_assert(std::is_same_v<decltype(a - b), full> && std::is_same_v<decltype(b - a), full>);
    static_assert(std::is_same_v<decltype(multiply(a, b)), full>);
    static_assert(std::is_same_v<decltype(divide(b, a)), full>);
    static_assert(std::is_same_v<decltype(c + a), tensor<float, token_2, dim<3>>>);
    static_assert(std::is_same_v<decltype(c + c), matrix<float, 2, 3>>);
    r.check(a + b == b + a);
    r.check(a - b == -(b - a));
    r.bits(multiply(a, b));
  });
  tests.proved("integers", [](report& r) {
    using type = matrix<int, 2, 2>;
    const auto a = launder(type{{7, -7}, {1'000'003, 0}});
    const auto b = launder(type{{2, 2}, {-3, 5}});
    r.check(a + b == type{{9, -5}, {1'000'000, 5}});
    r.check(a - b == type{{5, -9}, {1'000'006, -5}});
    r.check(multiply(a, b) == type{{14, -14}, {-3'000'009, 0}});
    r.check(divide(a, b) == type{{3, -3}, {-333'334, 0}});  // towards zero, as the language divides
    r.check(-a == type{{-7, 7}, {-1'000'003, 0}});
    r.check(a * 3 == type{{21, -21}, {3'000'009, 0}} && 3 * a == a * 3);
    r.check(a / 2 == type{{3, -3}, {500'001, 0}});
  });
  tests.proved("small integers, 16 bits", [](report& r) { small_integers<short>(r); });
  tests.proved(
      "small integers, 8 bits without sign", [](report& r) { small_integers<unsigned char>(r); });
  // No compiler lets an operation make a NaN. One that is written down GCC hands on, Clang does not.
  tests.proved("NaN in a constant", [](report& r) {
    r.check(is_constant([] { return infinities + ones; }));
    r.check(!is_constant([] { return infinities - infinities; }));
    r.check(!is_constant([] { return multiply(infinities, zeros); }));
    r.check(!is_constant([] { return divide(infinities, infinities); }));
    r.check(!is_constant([] { return infinities * 0.0; }));
    r.check(!is_constant([] { return amax<0>(infinities) - amax<0>(infinities); }));

    r.check(is_constant([] { return amax<0>(entered); }) && is_constant([] { return -entered; }));
#if defined(__clang__)
    constexpr bool handed_on = false;
#else
  constexpr bool handed_on = true;
#endif
    r.check(is_constant([] { return amax<0>(entered) - amax<0>(entered); }) == handed_on);
    r.check(is_constant([] { return entered + ones; }) == handed_on);
    r.check(is_constant([] { return multiply(entered, ones); }) == handed_on);
    r.check(is_constant([] { return entered / 2.0; }) == handed_on);
    r.check(!(entered == entered) && !allclose(entered, entered));
  });
  // The bits of a = a + b and so on, for operands that are a, and for factors that are elements of a.
  tests.executed<float, double>("in place", []<class T>(report& r) {
    using type = tensor<T, token_2, dim<37>>;
    const auto a = launder(filled<type>(1));
    const auto b = launder(filled<tensor<T, dim<2>, dim<37>>>(2));
    type x = a;
    r.same(x += b, a + b);
    r.same(x -= a, a + b - a);
    r.same(x *= T(0.7), (a + b - a) * T(0.7));
    r.bits(x);
    x = a;
    r.same(x += x, a + a);
    x = a;
    r.same(x -= x, a - a);
    x = a;
    r.same(x *= x(0, 3), a * a(0, 3));
    x = a;
    r.same(x /= x(0, 3), a / a(0, 3));
    r.check(&(x += b) == &x && &(x -= b) == &x && &(x *= 2) == &x && &(x /= 2) == &x);
    r.bits(x);
  });
  tests.proved("an archetype will do", [](report& r) {
    using type = tensor<double, token_2, feature>;
    const auto a = launder(with_all_digits<type>(1)), b = launder(with_all_digits<type>(2));
    const auto x = as_archetype(a), y = as_archetype(b);
    const archetype s(0.7);
    r.same(values_of(x + y), a + b);
    r.same(values_of(x - y), a - b);
    r.same(values_of(multiply(x, y)), multiply(a, b));
    r.same(values_of(divide(x, y)), divide(a, b));
    r.same(values_of(-x), -a);
    r.same(values_of(x * s), a * 0.7);
    r.same(values_of(s * x), 0.7 * a);
    r.same(values_of(x / s), a / 0.7);
  });
  tests.proved("costs", [](report& r) {
    using X = tensor<double, token_2, feature>;
    const auto each = [&r](const auto& f, const operation_count& constant) {
      cost_is_counted(r, constant, f, X{});
    };
    each([](const auto& x) { return x + x; }, cost::add<X>());
    each([](const auto& x) { return x - x; }, cost::subtract<X>());
    each([](const auto& x) { return -x; }, cost::negate<X>());
    each([](const auto& x) { return multiply(x, x); }, cost::multiply<X>());
    each([](const auto& x) { return divide(x, x); }, cost::divide<X>());
    each([](const auto& x) { return x * counted<double>(2); }, cost::multiply<X>());
    each([](const auto& x) { return x / counted<double>(2); }, cost::divide<X>());
    r.check(cost::add<X>() == operation_count{.additions = 6});
  });
  // What attn/ops/arithmetic.hpp promises.
  tests.executed("three rows of four", [](report& r) {
    const auto x = launder(tensor<int, token, width>{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
    const auto b = launder(tensor<int, width>{100, 200, 300, 400});
    const auto y = add_bias(x, b);
    has_type<tensor<int, token, width>>(y);
    r.check(y == tensor<int, token, width>{
                     {101, 202, 303, 404}, {105, 206, 307, 408}, {109, 210, 311, 412}});
    r.bits(y);
  });
  tests.executed("every row plus b, float, 5", [](report& r) { every_row_plus_b<float, 5>(r); });
  tests.executed("every row plus b, double, 5", [](report& r) { every_row_plus_b<double, 5>(r); });
  tests.executed("every row plus b, float, 1", [](report& r) { every_row_plus_b<float, 1>(r); });
  tests.executed("every row plus b, float, 37", [](report& r) { every_row_plus_b<float, 37>(r); });
  tests.executed(
      "every row plus b, double, 16", [](report& r) { every_row_plus_b<double, 16>(r); });
  // The name of whichever has one; the leading axes are x's.
  tests.proved("names", [](report& r) {
    const auto x = launder(filled<tensor<float, token, dim<4>>>(1));
    const auto b = launder(filled<tensor<float, width>>(2));
    static_assert(std::is_same_v<decltype(add_bias(x, b)), tensor<float, token, width>>);
    static_assert(std::is_same_v<decltype(add_bias(unnamed(x), unnamed(b))), matrix<float, 3, 4>>);
    static_assert(std::is_same_v<decltype(add_bias(with_axes<token, width>(x), unnamed(b))),
        tensor<float, token, width>>);
    r.same(unnamed(add_bias(x, b)), add_bias(unnamed(x), unnamed(b)));
  });
  tests.accepts_an_archetype<matrix<double, 3, 5>, tensor<double, dim<5>>>(
      [](const auto&... x) { return add_bias(x...); });
};
}  // namespace attn_tests::ops_arithmetic_tests
