// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/term.hpp promises.
#pragma once

#include <attn/ops/matmul.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>
#include <attn/scalars/term.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/scalar.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::term_tests {

using namespace attn;
using exact = term<double>;
using finite = term<double, finite_only>;
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

static_assert(floating_scalar<exact> && floating_scalar<term<float, finite_only>>);
static_assert(std::is_same_v<exact, term<double, nan_too>> && analysis_scalar<exact>);
template <exact X>
inline constexpr bool in_the_type = identical(X, exact::input(2));  // structural
static_assert(in_the_type<exact::input(2)>);

// What converts implicitly is computed in T, as T * U is.
static_assert(std::is_convertible_v<int, exact> && std::is_convertible_v<float, exact>);
static_assert(std::is_convertible_v<float, term<float>>);
static_assert(!std::is_convertible_v<double, term<float>>);
static_assert(std::is_constructible_v<term<float>, double>);

constexpr bool same_bits(double a, double b) {
  return bitwise_equal(tensor<double>(a), tensor<double>(b));
}

// Operands, not the order of operations, may be exchanged.
template <class I>
constexpr report the_order_of_operations() {
  report r;
  const I a = launder(I::input(0)), b = launder(I::input(1)), c = launder(I::input(2));
  r.check(identical(a + b, b + a) && identical(a * b, b * a));
  r.check(identical(max(a, b), max(b, a)) && identical(min(a, b), min(b, a)));
  r.check(!identical((a + b) + c, a + (b + c)) && !identical((a + b) + c, (a + c) + b));
  r.check(!identical((a * b) * c, a * (b * c)) && !identical(a * (b + c), a * b + a * c));
  r.check(!identical(a / b, b / a) && !identical(pow(a, b), pow(b, a)));
  r.check(!identical(a - b, b - a) && !identical((a + b) + (a + c), (a + a) + (b + c)));
  r.check(!identical(a / b, a * (1 / b)) && !identical(a / 3, a * (1.0 / 3)));
  // The method has one direction: these are equal, and not identical.
  r.check(!identical(2 * a, a + a) && !identical(a / 2, a * 0.5));
  return r;
}

// Every operation is another node.
constexpr report every_operation() {
  report r;
  const exact a = launder(exact::input(3)), b = launder(exact::input(68));
  const exact each[] = {a,       b,         exact(3),   a + b,        a - b,      a * b,  a / b,
                        b / a,   max(a, b), min(a, b),  pow(a, b),    pow(b, a),  -a,     cos(a),
                        erf(a),  exp(a),    log(a),     log1p(a),     sigmoid(a), sin(a), sqrt(a),
                        tanh(a), exp(b),    -(a + b),   a + (-b) * b, a + 1,      a * 3,  1 / a,
                        exp(-a), max(a, 0), exp(exp(a))};
  constexpr std::size_t count = sizeof each / sizeof *each;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j) r.check(identical(each[i], each[j]) == (i == j));
  r.check(identical(select(true, a, b), a) && identical(select(false, a, b), b));
  return r;
}

// What has the same bits for every value: checked with the special ones, too.
constexpr report what_is_the_same_for_every_value() {
  report r;
  const exact a = launder(exact::input(0)), b = launder(exact::input(1));
  r.check(identical(a - b, a + -b) && identical(-(-a), a) && identical(a - -b, a + b));
  r.check(identical(-a * b, -(a * b)) && identical(a * -b, -a * b) && identical(-a * -b, a * b));
  r.check(identical(-a / b, -(a / b)) && identical(a / -b, -a / b) && identical(a * -3, -(a * 3)));
  r.check(identical(a * 1, a) && identical(-1 * a, -a) && identical(a / 1, a));
  r.check(identical(a / -1, -a) && identical(a + -0.0, a) && identical(-0.0 + a, a));
  r.check(identical(max(a, a), a) && identical(min(a, a), a));
  r.check(identical(max(a, -infinity), a) && identical(min(infinity, a), a));
  // And what is not: for a = -0, NaN or an infinity.
  r.check(!identical(a + 0, a) && !identical(a - a, exact(0)) && !identical(0 * a, exact(0)));
  r.check(!identical(-infinity + a, exact(-infinity)) && !identical(a / infinity, exact(0)));
  r.check(!identical(-a + -b, -(a + b)) && !identical(max(a, infinity), exact(infinity)));
  r.check(!identical(a / a, exact(1)) && !identical(sqrt(a * a), a));
  for (const double x : {1.5, -2.5, 0.0, -0.0, infinity, -infinity, 5e-324, 1e300}) {
    const double v = launder(x), w = launder(0.3);
    r.check(same_bits(v - w, v + -w) && same_bits(-v * w, -(v * w)));
    r.check(same_bits(-v / w, -(v / w)) && same_bits(v * 1, v) && same_bits(v / 1, v));
    r.check(same_bits(v + -0.0, v) && same_bits(math::max(v, v), v));
    r.check(same_bits(math::max(v, -infinity), v) && same_bits(math::min(v, infinity), v));
  }
  return r;
}

constexpr report finite_numbers() {
  report r;
  const finite a = launder(finite::input(0)), zero = launder(finite(0));
  r.check(identical(0 * a, zero) && identical(a * -0.0, zero) && identical(a + 0, a));
  r.check(identical(a - a, zero) && identical(a * 2 - 2 * a, zero) &&
          identical(zero, finite(-0.0)));
  r.check(identical(-infinity + a, finite(-infinity)) &&
          identical(a - infinity, finite(-infinity)));
  r.check(identical(a / infinity, zero) && identical(max(a, infinity), finite(infinity)));
  r.check(identical(
      min(max(a, std::numeric_limits<double>::lowest()), std::numeric_limits<double>::max()), a));
  // 1 / 0 and 1 / -0 differ by more than the sign of a zero.
  r.check(!identical(1 / (0 * a), finite(infinity)) && !identical(a / a, finite(1)));
  return r;
}

constexpr report constants() {
  report r;
  const exact two = launder(exact(2)), three = launder(exact(3));
  r.check(identical(two + three, exact(5)) && identical(two - three, exact(-1)));
  r.check(identical(two * three, exact(6)) && identical(three / two, exact(1.5)));
  r.check(identical(max(two, three), three) && identical(min(two, three), two));
  r.check(identical(pow(two, three), exact(8)) && identical(exp(exact(0)), exact(1)));
  r.check(identical(sqrt(exact(9)), three) && identical(-two, exact(-2)) && exact().known);
  r.check(!identical(exact(0.0), exact(-0.0)) &&
          identical(exact(not_a_number), exact(not_a_number)));
  r.check(!identical(two, exact::input(0)) &&
          identical(term<float>(launder(0.1)), term<float>(0.1f)));
  // Rounded in T, in the order in which they are written.
  r.check(!identical(exact(launder(0.1)) + 0.2, exact(0.3)));
  return r;
}

// The contract's order, written out: 16 partial sums, and products in the order of their index.
template <class T>
constexpr report operations_are_those_of_the_contract() {
  report r;
  const auto x = numbered(launder(tensor<T, dim<20>>{}));
  term<T> partial[16];
  for (std::size_t i = 0; i < 16; ++i) partial[i] = T(-0.0);
  for (std::size_t i = 0; i < 20; ++i) partial[i % 16] = partial[i % 16] + x(i);
  for (std::size_t half = 8; half > 0; half /= 2)
    for (std::size_t l = 0; l < half; ++l) partial[l] = partial[l] + partial[l + half];
  r.check(identical(sum<0>(x), tensor<term<T>>(partial[0])));
  const auto a = numbered(tensor<T, dim<2>, dim<3>>{});
  const auto b = numbered(tensor<T, dim<3>, dim<2>>{}, 6);
  r.check(
      identical(matmul(a, b)(1, 0), (a(1, 0) * b(0, 0) + a(1, 1) * b(1, 0)) + a(1, 2) * b(2, 0)));
  r.check(identical(b(0, 1), term<T>::input(7)));
  return r;
}

// No two of 400 similar terms collide, in either half of the hash.
constexpr report hashes() {
  report r;
  constexpr std::size_t count = 400;
  std::uint64_t low[count], high[count];
  for (std::size_t i = 0; i < count; ++i) {
    const exact a = exact::input(i % 20), b = exact::input(i / 20);
    const exact x = launder(i % 2 == 0 ? a / b : exp(a) - b * 2);
    low[i] = x.hash.low, high[i] = x.hash.high;
  }
  bool distinct = true;
  unsigned ones = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      distinct = distinct && low[i] != low[j] && high[i] != high[j];
    for (std::uint64_t bits = low[i] ^ (high[i] << 1 | high[i] >> 63); bits > 0; bits &= bits - 1)
      ++ones;
  }
  r.check(distinct);
  r.check(ones > count * 31 && ones < count * 33);  // half of the 64
  r.bits(ones);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"the order of operations", the_order_of_operations<exact>},
    {"the order of operations, finite", the_order_of_operations<finite>},
    {"every operation", every_operation},
    {"what is the same for every value", what_is_the_same_for_every_value},
    {"finite numbers", finite_numbers},
    {"constants", constants},
    {"operations are those of the contract, float", operations_are_those_of_the_contract<float>},
    {"operations are those of the contract, double", operations_are_those_of_the_contract<double>},
    {"hashes", hashes},
};

}  // namespace attn_tests::term_tests
