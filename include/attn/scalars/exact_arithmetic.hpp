// SPDX-License-Identifier: BSL-1.0
// term<T, exact_arithmetic>: the formula with which a number is computed, without its rounding.
// Results with identical terms are equal for all inputs if every operation were exact; computed in
// T, they differ by rounding errors alone.
//
//   same_for_all_inputs<exact_arithmetic>(f, g, x…)      the same formula
//   identical(a + (b + c), (a + b) + c)                  true, as a * (b + c) and a * b + a * c are
//
// So permuted keys, or heads in another order, have the same formula, but other bits. Sums and
// products are those of a commutative ring, quotients those of a field. max and min do not depend
// on the order of their operands. Of the functions the values at 0 are known (exp(0) = 1, log(1) =
// 0, sqrt(1) = 1 …), and nothing else: exp(a + b) and exp(a) * exp(b) are different terms. With
// infinite constants, x - inf = -inf, max(x, -inf) = x and exp(-inf) = 0: inputs are finite.
//
// Method: a term is the value of the formula modulo the prime 2^61 - 1, for two choices of all
// inputs; the value of a function is a hash of its argument. Equal formulas have equal terms. If
// the choices are as good as random, which is an assumption, different formulas, as quotients of
// polynomials of degree d, have equal terms with a probability of at most (2 d / 2^61)^2: below
// 2^-80 for degrees up to a million. Rules: those of same_for_all_inputs.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/limits.hpp>
#include <attn/scalars/detail/modular.hpp>
#include <attn/scalars/detail/term_record.hpp>
#include <attn/scalars/term.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct exact_arithmetic {};

template <std::floating_point T>
struct term<T, exact_arithmetic> {
  using kind = detail::term_operation;

  std::uint64_t value[2]{};  // modulo the prime
  signed char infinite = 0;  // 1: infinity, -1: -infinity
  kind extreme{};            // max or min, of the operands whose hashes have the sum:
  std::uint64_t operands = 0;

  ATTN_ABI constexpr term() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr explicit(std::is_floating_point_v<U> && sizeof(U) > sizeof(T))
      term(const U& number) {
    const double x = static_cast<double>(static_cast<T>(number));
    const double limit = attn::detail::limits<double>::max;
    if (x >= -limit && x <= limit)
      value[0] = value[1] = detail::modular_of(x);
    else if (x == x)
      infinite = x > 0 ? 1 : -1;
    else
      value[0] = 1, value[1] = 2;
  }
  ATTN_ABI static constexpr term input(std::size_t i, detail::term_record<T>* = nullptr) {
    return hashed(kind::input, i, ~static_cast<std::uint64_t>(i));
  }

  ATTN_ABI friend constexpr bool identical(const term& a, const term& b) {
    return a.value[0] == b.value[0] && a.value[1] == b.value[1] && a.infinite == b.infinite;
  }
  ATTN_REJECT_CONVERSION(term, "a term", "analysis would end; to compare results: identical(x, y)")

  ATTN_ABI friend constexpr term operator+(const term& a, const term& b) {
    if (a.infinite != 0) return a;
    if (b.infinite != 0) return b;
    return each(a, b, detail::modular_sum);
  }
  ATTN_ABI friend constexpr term operator-(const term& a) {
    term x = each(term(), a, detail::modular_difference);
    x.infinite = static_cast<signed char>(-a.infinite);
    return x;
  }
  ATTN_ABI friend constexpr term operator-(const term& a, const term& b) { return a + -b; }
  ATTN_ABI friend constexpr term operator*(const term& a, const term& b) {
    if (a.infinite != 0 || b.infinite != 0) return mixed(kind::times, a, b);
    return each(a, b, detail::modular_product);
  }
  ATTN_ABI friend constexpr term operator/(const term& a, const term& b) {
    if (b.infinite != 0 && a.infinite == 0) return term();
    if (a.infinite != 0 || b.value[0] == 0 || b.value[1] == 0) return mixed(kind::over, a, b);
    return each(a, b, detail::modular_quotient);
  }
  ATTN_ABI friend constexpr term max(const term& a, const term& b) {
    if (a.infinite < 0 || b.infinite > 0) return b;
    if (b.infinite < 0 || a.infinite > 0) return a;
    return outermost(kind::max, a, b);
  }
  ATTN_ABI friend constexpr term min(const term& a, const term& b) {
    if (a.infinite > 0 || b.infinite < 0) return b;
    if (b.infinite > 0 || a.infinite < 0) return a;
    return outermost(kind::min, a, b);
  }
  ATTN_ABI friend constexpr term select(bool keep, const term& a, const term& b) {
    return keep ? a : b;
  }
  ATTN_ABI friend constexpr term pow(const term& a, const term& b) {
    return mixed(kind::pow, a, b);
  }
  ATTN_ABI friend constexpr term exp(const term& a) {
    return a.infinite < 0 ? term() : a.through(kind::exp, 0, 1);
  }
  ATTN_ABI friend constexpr term cos(const term& a) { return a.through(kind::cos, 0, 1); }
  ATTN_ABI friend constexpr term erf(const term& a) { return a.through(kind::erf, 0, 0); }
  ATTN_ABI friend constexpr term log(const term& a) { return a.through(kind::log, 1, 0); }
  ATTN_ABI friend constexpr term log1p(const term& a) { return a.through(kind::log1p, 0, 0); }
  ATTN_ABI friend constexpr term sigmoid(const term& a) { return a.through(kind::sigmoid, 0, 0.5); }
  ATTN_ABI friend constexpr term sin(const term& a) { return a.through(kind::sin, 0, 0); }
  ATTN_ABI friend constexpr term sqrt(const term& a) { return a.through(kind::sqrt, 1, 1); }
  ATTN_ABI friend constexpr term tanh(const term& a) { return a.through(kind::tanh, 0, 0); }

 private:
  template <class Operation>
  ATTN_ABI static constexpr term each(const term& a, const term& b, const Operation& operation) {
    term x;
    for (int lane = 0; lane < 2; ++lane) x.value[lane] = operation(a.value[lane], b.value[lane]);
    return x;
  }
  ATTN_ABI static constexpr term hashed(kind operation, std::uint64_t a, std::uint64_t b) {
    const detail::term_hash all = hash_of(operation, {a, b}, {b, a});
    term x;
    x.value[0] = detail::modular_of(all.low), x.value[1] = detail::modular_of(all.high);
    return x;
  }
  // Of an argument with one known value: through(exp, 0, 1), because exp(0) is 1.
  ATTN_ABI constexpr term through(kind operation, double at, double known) const {
    return identical(*this, term(static_cast<T>(at))) ? term(static_cast<T>(known))
                                                      : mixed(operation, *this, term());
  }
  ATTN_ABI constexpr detail::term_hash whole() const {
    return {value[0] ^ (infinite > 0 ? 0x9e3779b97f4a7c15u : 0u),
            value[1] ^ (infinite < 0 ? 0x9e3779b97f4a7c15u : 0u)};
  }
  ATTN_ABI static constexpr term mixed(kind operation, const term& a, const term& b) {
    const detail::term_hash all = hash_of(operation, a.whole(), b.whole());
    return hashed(operation, all.low, all.high);
  }
  ATTN_ABI constexpr std::uint64_t operands_of(kind operation) const {
    return extreme == operation ? operands : hash_of(operation, whole(), {}).low;
  }
  ATTN_ABI static constexpr term outermost(kind operation, const term& a, const term& b) {
    if (identical(a, b)) return a;
    const std::uint64_t all = a.operands_of(operation) + b.operands_of(operation);
    term x = hashed(operation, all, ~all);
    x.extreme = operation;
    x.operands = all;
    return x;
  }
};

}  // namespace attn
ATTN_STRICT_FP_END

// There is no rounding, and so no largest number or epsilon at which one begins.
namespace std {
template <class T>
struct numeric_limits<attn::term<T, attn::exact_arithmetic>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;
};
}  // namespace std
