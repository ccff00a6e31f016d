// SPDX-License-Identifier: BSL-1.0
// What attn/ops/arithmetic.hpp promises.
#pragma once

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/executed.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::arithmetic_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

// By hand, and with operands that cannot be exchanged unseen.
template <class T>
constexpr report two_by_three() {
  report r;
  using type = tensor<T, token, feature>;
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
  return r;
}

// Numbers with all their digits, none of them zero, so that every operation rounds.
template <class Tensor>
constexpr Tensor with_all_digits(std::uint64_t seed) {
  using T = typename Tensor::value_type;
  auto x = filled<Tensor>(seed);
  for (T& element : x) element = (element + 2) / T(3);
  return x;
}

// Each element is the scalar's operation, rounded once; that is all there is.
template <class Tensor>
constexpr void check_against_the_scalars(report& r) {
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

// Fewer than a register, as many, some more, and many with a rest; every rank.
template <class T>
constexpr report shapes() {
  report r;
  check_against_the_scalars<tensor<T>>(r);
  check_against_the_scalars<tensor<T, dim<1>>>(r);
  check_against_the_scalars<tensor<T, feature>>(r);
  check_against_the_scalars<tensor<T, dim<16>>>(r);
  check_against_the_scalars<tensor<T, dim<17>>>(r);
  check_against_the_scalars<matrix<T, 7, 1>>(r);
  check_against_the_scalars<matrix<T, 5, 13>>(r);
  check_against_the_scalars<tensor<T, token, dim<5>, feature>>(r);
  check_against_the_scalars<tensor<T, dim<3>, token, dim<1>, feature>>(r);
  return r;
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
template <class T, std::size_t N>
constexpr void check_nothing_is_fused(report& r) {
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

template <class T>
constexpr report nothing_is_fused() {
  report r;
  check_nothing_is_fused<T, 1>(r);
  check_nothing_is_fused<T, 3>(r);
  check_nothing_is_fused<T, 8>(r);
  check_nothing_is_fused<T, 16>(r);
  check_nothing_is_fused<T, 19>(r);
  return r;
}

template <class T>
constexpr report zeros_and_infinities() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  using type = tensor<T, dim<3>>;
  const auto x = launder(type{T(0.0), T(-0.0), infinity});
  r.check(bitwise_equal(-x, type{T(-0.0), T(0.0), -infinity}));
  r.check(bitwise_equal(x + x, type{T(0.0), T(-0.0), infinity}));
  r.check(bitwise_equal(x + type{T(-0.0), T(-0.0), 1}, type{T(0.0), T(-0.0), infinity}));
  r.check(bitwise_equal(x - type{T(0.0), T(0.0), 1}, type{T(0.0), T(-0.0), infinity}));
  r.check(bitwise_equal(x * T(-2), type{T(-0.0), T(0.0), -infinity}));
  r.check(bitwise_equal(x / T(-2), type{T(-0.0), T(0.0), -infinity}));
  r.check(bitwise_equal(divide(type{1, -1, 2}, launder(type{infinity, infinity, -infinity})),
                        type{T(0.0), T(-0.0), T(-0.0)}));
  r.bits(-x);
  return r;
}

// At each position the name of whichever operand has one, on both sides of the operator.
constexpr report names_merge() {
  report r;
  using full = tensor<float, token, feature>;
  const auto a = launder(filled<tensor<float, token, dim<3>>>(1));
  const auto b = launder(filled<tensor<float, dim<2>, feature>>(2));
  const auto c = launder(filled<matrix<float, 2, 3>>(3));
  static_assert(std::is_same_v<decltype(a + b), full> && std::is_same_v<decltype(b + a), full>);
  static_assert(std::is_same_v<decltype(a - b), full> && std::is_same_v<decltype(b - a), full>);
  static_assert(std::is_same_v<decltype(multiply(a, b)), full>);
  static_assert(std::is_same_v<decltype(divide(b, a)), full>);
  static_assert(std::is_same_v<decltype(c + a), tensor<float, token, dim<3>>>);
  static_assert(std::is_same_v<decltype(c + c), matrix<float, 2, 3>>);
  r.check(a + b == b + a);
  r.check(a - b == -(b - a));
  r.bits(multiply(a, b));
  return r;
}

constexpr report integers() {
  report r;
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
  return r;
}

// What is smaller than an int comes out as what went in.
template <class T>
constexpr report small_integers() {
  report r;
  using type = tensor<T, dim<3>>;
  const auto a = launder(type{7, 100, 0}), b = launder(type{2, 5, 1});
  r.check(a + b == type{9, 105, 1});
  r.check(b - type{1, 2, 1} == type{1, 3, 0});
  r.check(multiply(b, b) == type{4, 25, 1});
  r.check(divide(a, b) == type{3, 20, 0});
  r.check(b * T(2) == type{4, 10, 2} && T(2) * b == b * T(2) && a / T(2) == type{3, 50, 0});
  return r;
}

// Whether a function without arguments is a constant expression. What a compiler takes for one is the
// same in the program.
template <int>
struct chosen_by;
template <class F>
constexpr bool is_constant(F) {
  return requires { typename chosen_by<(static_cast<void>(F{}()), 0)>; };
}

using row = tensor<double, feature>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr row infinities{infinity, infinity, infinity}, zeros{}, ones{1, 1, 1};
constexpr row entered{1, std::numeric_limits<double>::quiet_NaN(), 2};

// No compiler lets an operation make a NaN. One that is written down GCC hands on, Clang does not.
constexpr report nan_in_a_constant() {
  report r;
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
  return r;
}

// The bits of a = a + b and so on, for operands that are a, and for factors that are elements of a.
template <class T>
constexpr report in_place() {
  report r;
  using type = tensor<T, token, dim<37>>;
  const auto a = launder(filled<type>(1));
  const auto b = launder(filled<tensor<T, dim<2>, dim<37>>>(2));
  type x = a;
  r.check(bitwise_equal(x += b, a + b));
  r.check(bitwise_equal(x -= a, a + b - a));
  r.check(bitwise_equal(x *= T(0.7), (a + b - a) * T(0.7)));
  r.bits(x);
  x = a;
  r.check(bitwise_equal(x += x, a + a));
  x = a;
  r.check(bitwise_equal(x -= x, a - a));
  x = a;
  r.check(bitwise_equal(x *= x(0, 3), a * a(0, 3)));
  x = a;
  r.check(bitwise_equal(x /= x(0, 3), a / a(0, 3)));
  r.check(&(x += b) == &x && &(x -= b) == &x && &(x *= 2) == &x && &(x /= 2) == &x);
  r.bits(x);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  using type = tensor<double, token, feature>;
  const auto a = launder(with_all_digits<type>(1)), b = launder(with_all_digits<type>(2));
  const auto x = as_archetype(a), y = as_archetype(b);
  const archetype s(0.7);
  r.check(bitwise_equal(values_of(x + y), a + b));
  r.check(bitwise_equal(values_of(x - y), a - b));
  r.check(bitwise_equal(values_of(multiply(x, y)), multiply(a, b)));
  r.check(bitwise_equal(values_of(divide(x, y)), divide(a, b)));
  r.check(bitwise_equal(values_of(-x), -a));
  r.check(bitwise_equal(values_of(x * s), a * 0.7));
  r.check(bitwise_equal(values_of(s * x), 0.7 * a));
  r.check(bitwise_equal(values_of(x / s), a / 0.7));
  return r;
}

constexpr report costs() {
  report r;
  using X = tensor<double, token, feature>;
  const auto each = [&r](const auto& f, const operation_count& constant) {
    check_executed(r, executed(f, X{}), constant);
  };
  each([](const auto& x) { return x + x; }, cost::add<X>());
  each([](const auto& x) { return x - x; }, cost::subtract<X>());
  each([](const auto& x) { return -x; }, cost::negate<X>());
  each([](const auto& x) { return multiply(x, x); }, cost::multiply<X>());
  each([](const auto& x) { return divide(x, x); }, cost::divide<X>());
  each([](const auto& x) { return x * counted<double>(2); }, cost::multiply<X>());
  each([](const auto& x) { return x / counted<double>(2); }, cost::divide<X>());
  r.check(cost::add<X>() == operation_count{.additions = 6});
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3, float", two_by_three<float>},
    {"2x3, double", two_by_three<double>},
    {"shapes, float", shapes<float>},
    {"shapes, double", shapes<double>},
    {"nothing is fused, float", nothing_is_fused<float>},
    {"nothing is fused, double", nothing_is_fused<double>},
    {"zeros and infinities, float", zeros_and_infinities<float>},
    {"zeros and infinities, double", zeros_and_infinities<double>},
    {"names merge", names_merge},
    {"integers", integers},
    {"small integers, 16 bits", small_integers<short>},
    {"small integers, 8 bits without sign", small_integers<unsigned char>},
    {"NaN in a constant", nan_in_a_constant},
    {"in place, float", in_place<float>},
    {"in place, double", in_place<double>},
    {"an archetype will do", an_archetype_will_do},
    {"costs", costs},
};

}  // namespace attn_tests::arithmetic_tests
