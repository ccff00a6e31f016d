// SPDX-License-Identifier: BSL-1.0
// term<T, exact_arithmetic>: the formula with which a number is computed, without its rounding.
// Results with identical terms are equal for all inputs if every operation were exact. Computed in
// T, they differ by rounding errors alone.
//
//   same_for_all_inputs<exact_arithmetic>(f, g, x…)      the same formula
//   identical(a + (b + c), (a + b) + c)                  true, as a * (b + c) and a * b + a * c are
//   identical(exp(a + b), exp(a) * exp(b))               true
//
// So permuted keys, or heads in another order, have the same formula, but different bits, and so
// has a softmax that is rescaled as it goes along. Sums and products are the products of a
// commutative ring, quotients the quotients of a field. exp turns sums into products, sigmoid(x) is
// 1 / (1 + exp(-x)), and tanh(x) is (exp(2 x) - 1) / (exp(2 x) + 1). max and min do not depend on
// the order of their operands. Of the other functions the values at 0 are known (cos(0) = 1; log(1)
// = 0, sqrt(1) = 1), and nothing else. With infinite constants, x - inf = -inf, max(x, -inf) = x
// and exp(-inf) = 0: inputs are finite. No law holds of what may be NaN, inf - inf or a quotient by
// 0: it is identical to the same expression only. Terms that are not identical may still be equal:
// nothing is refuted.
//
// Method: a term is the value of the formula modulo two primes p = 2 q + 1, for a choice of all
// inputs in each, and, for what is an exponent, modulo the primes q: exp(x) is the power
// g^(x mod q) mod p, of a g of order q. Another function is a hash of its argument. A constant is
// an integer times a power of 2, exactly; 2 has the order q modulo p, above 2^60, so that no power
// of 2 of a floating-point number is 1. Equal formulas have equal terms, unless exp is nested in
// exp. If the choices are as good as random, which is an assumption, different quotients of
// polynomials of degree d have equal terms with a probability of at most (2 d / 2^61)^2: below
// 2^-80 for degrees up to a million. Rules: the rules of same_for_all_inputs.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>
#include <attn/scalars/detail/term_rows.hpp>
#include <attn/scalars/term.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// p and p', then q and q': p = 2 q + 1, and all are prime.
inline constexpr std::size_t moduli = 4;
ATTN_ABI inline constexpr std::uint64_t modulus[moduli]{0x3fffffffffffb837, 0x3ffffbfffffe2257,
                                                        0x1fffffffffffdc1b, 0x1ffffdffffff112b};

ATTN_ABI constexpr std::uint64_t modular_sum(std::uint64_t a, std::uint64_t b, std::uint64_t m) {
  return a + b >= m ? a + b - m : a + b;
}
ATTN_ABI constexpr std::uint64_t modular_difference(std::uint64_t a, std::uint64_t b,
                                                    std::uint64_t m) {
  return a >= b ? a - b : a + m - b;
}
ATTN_ABI constexpr std::uint64_t modular_product(std::uint64_t a, std::uint64_t b,
                                                 std::uint64_t m) {
#if defined(__SIZEOF_INT128__)
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>(wide{a} * b % m);
#else
  std::uint64_t x = 0;
  for (int bit = 63; bit-- > 0;) {
    x = modular_sum(x, x, m);
    if ((b >> bit & 1) != 0) x = modular_sum(x, a, m);
  }
  return x;
#endif
}
ATTN_ABI constexpr std::uint64_t modular_power(std::uint64_t base, std::uint64_t exponent,
                                               std::uint64_t m) {
  std::uint64_t x = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) x = modular_product(x, base, m);
    base = modular_product(base, base, m);
  }
  return x;
}
// a / b, of a b that is not 0, by Euclid's algorithm.
ATTN_ABI constexpr std::uint64_t modular_quotient(std::uint64_t a, std::uint64_t b,
                                                  std::uint64_t m) {
  std::int64_t rest = static_cast<std::int64_t>(m), next = static_cast<std::int64_t>(b);
  std::int64_t inverse = 0, next_inverse = 1;
  while (next != 0) {
    const std::int64_t times = rest / next, rest_before = rest, inverse_before = inverse;
    rest = next, inverse = next_inverse;
    next = rest_before - times * next, next_inverse = inverse_before - times * next_inverse;
  }
  return modular_product(a, static_cast<std::uint64_t>(inverse) + (inverse < 0 ? m : 0), m);
}
// Of a finite number: exact, because it is an integer times a power of 2.
ATTN_ABI constexpr std::uint64_t modular_of(double x, std::uint64_t m) {
  const auto word = __builtin_bit_cast(std::uint64_t, x);
  const int biased = static_cast<int>(word >> 52 & 0x7ff);
  const std::uint64_t fraction = word & ((std::uint64_t{1} << 52) - 1);
  std::uint64_t size = biased == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  if (size == 0) return 0;
  const int zeros = __builtin_ctzll(size);
  const int exponent = (biased == 0 ? 1 : biased) - 1075 + zeros;
  size >>= zeros;
  const std::uint64_t power_of_2 = exponent < 0 ? (m + 1) / 2 : 2;
  size = modular_product(
      size,
      modular_power(power_of_2, static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent), m),
      m);
  return word >> 63 != 0 ? modular_difference(0, size, m) : size;
}

// The powers g^(d 16^i) modulo p, of a square g, which so has the order q: g^e is a product of 16.
struct powers_of_16 {
  std::uint64_t of[16][16]{};
};
ATTN_ABI constexpr powers_of_16 powers_modulo(std::uint64_t root, std::uint64_t m) {
  powers_of_16 all;
  std::uint64_t base = modular_product(root, root, m);
  for (auto& row : all.of) {
    row[0] = 1;
    for (std::size_t d = 1; d < 16; ++d) row[d] = modular_product(row[d - 1], base, m);
    base = modular_product(row[15], base, m);
  }
  return all;
}
// The digits of pi, and of e.
ATTN_ABI inline constexpr powers_of_16 modular_powers[2]{
    powers_modulo(0x243f6a8885a308d3, modulus[0]), powers_modulo(0x2b7e151628aed2a6, modulus[1])};
ATTN_ABI constexpr std::uint64_t modular_exp(const powers_of_16& powers, std::uint64_t exponent,
                                             std::uint64_t m) {
  std::uint64_t x = 1;
  for (std::size_t i = 0; i < 16; ++i)
    x = modular_product(x, powers.of[i][exponent >> 4 * i & 15], m);
  return x;
}

}  // namespace attn::detail

namespace attn {

struct exact_arithmetic {};

template <std::floating_point T>
struct term<T, exact_arithmetic> {
  using kind = detail::term_operation;

  std::uint64_t value[detail::moduli]{};  // modulo p and p', which is what is compared; q and q'
  signed char infinite = 0;               // 1: infinity, -1: -infinity, 2: undefined
  kind extreme{};                         // max or min, of the operands whose hashes have the sum:
  std::uint64_t operands = 0;

  ATTN_ABI constexpr term() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr explicit(std::is_floating_point_v<U> && sizeof(U) > sizeof(T))
      term(const U& number) {
    const double x = static_cast<double>(static_cast<T>(number));
    const double limit = attn::detail::limits<double>::max;
    if (x >= -limit && x <= limit)
      for (std::size_t i = 0; i < detail::moduli; ++i)
        value[i] = detail::modular_of(x, detail::modulus[i]);
    else if (x == x)
      infinite = x > 0 ? 1 : -1;
    else
      *this = undefined(kind::input, term(), term());
  }
  ATTN_ABI static constexpr term input(std::size_t i, detail::term_record<T>* = nullptr) {
    return hashed(kind::input, i, ~static_cast<std::uint64_t>(i));
  }

  ATTN_ABI friend constexpr bool identical(const term& a, const term& b) {
    return a.value[0] == b.value[0] && a.value[1] == b.value[1] && a.infinite == b.infinite;
  }
  ATTN_REJECT_CONVERSION(term, "a term", "analysis would end; to compare results: identical(x, y)")

  ATTN_ABI friend constexpr term operator+(const term& a, const term& b) {
    if (a.infinite == 0 && b.infinite == 0) return each(a, b, detail::modular_sum);
    const int both = a.infinite * b.infinite;
    if (both < 0 || both > 1 || a.is_undefined() || b.is_undefined())
      return undefined(kind::plus, a, b);
    return a.infinite != 0 ? a : b;
  }
  ATTN_ABI friend constexpr term operator-(const term& a) {
    term x = each(term(), a, detail::modular_difference);
    if (!a.is_undefined())
      x.infinite = static_cast<signed char>(-a.infinite);
    else
      x.infinite = a.infinite;
    return x;
  }
  ATTN_ABI friend constexpr term operator-(const term& a, const term& b) { return a + -b; }
  ATTN_ABI friend constexpr term operator*(const term& a, const term& b) {
    if (a.infinite != 0 || b.infinite != 0) return undefined(kind::times, a, b);
    return each(a, b, detail::modular_product);
  }
  ATTN_ABI friend constexpr term operator/(const term& a, const term& b) {
    if (b.infinite * b.infinite == 1 && a.infinite == 0) return term();
    if (a.infinite != 0 || b.infinite != 0) return undefined(kind::over, a, b);
    for (const std::uint64_t x : b.value)
      if (x == 0) return undefined(kind::over, a, b);
    return each(a, b, detail::modular_quotient);
  }
  ATTN_ABI friend constexpr term(max)(const term& a, const term& b) {
    if (a.is_undefined() || b.is_undefined()) return undefined(kind::max, a, b);
    if (a.infinite < 0 || b.infinite > 0) return b;
    if (b.infinite < 0 || a.infinite > 0) return a;
    return outermost(kind::max, a, b);
  }
  ATTN_ABI friend constexpr term(min)(const term& a, const term& b) {
    if (a.is_undefined() || b.is_undefined()) return undefined(kind::min, a, b);
    if (a.infinite > 0 || b.infinite < 0) return b;
    if (b.infinite > 0 || a.infinite < 0) return a;
    return outermost(kind::min, a, b);
  }
  ATTN_ABI friend constexpr term select(bool keep, const term& a, const term& b) {
    return keep ? a : b;
  }
  ATTN_ABI friend constexpr term pow(const term& a, const term& b) {
    return a.infinite != 0 || b.infinite != 0 ? undefined(kind::pow, a, b) : mixed(kind::pow, a, b);
  }
  ATTN_ABI friend constexpr term exp(const term& a) {
    if (a.is_undefined()) return undefined(kind::exp, a, term());
    if (a.infinite != 0) return a.infinite < 0 ? term() : a;
    std::uint64_t power[2]{};
    for (std::size_t i = 0; i < 2; ++i)
      power[i] = detail::modular_exp(detail::modular_powers[i], a.value[2 + i], detail::modulus[i]);
    term x = hashed(kind::exp, power[0], power[1]);
    x.value[0] = power[0], x.value[1] = power[1];
    return power[0] == 1 && power[1] == 1 ? term(T(1)) : x;
  }
  ATTN_ABI friend constexpr term cos(const term& a) { return a.through(kind::cos, 0, 1); }
  ATTN_ABI friend constexpr term erf(const term& a) { return a.through(kind::erf, 0, 0); }
  ATTN_ABI friend constexpr term log(const term& a) { return a.through(kind::log, 1, 0); }
  ATTN_ABI friend constexpr term log1p(const term& a) { return a.through(kind::log1p, 0, 0); }
  ATTN_ABI friend constexpr term sigmoid(const term& a) {
    const term one(T(1));
    return one / (one + exp(-a));
  }
  ATTN_ABI friend constexpr term sin(const term& a) { return a.through(kind::sin, 0, 0); }
  ATTN_ABI friend constexpr term sqrt(const term& a) { return a.through(kind::sqrt, 1, 1); }
  ATTN_ABI friend constexpr term tanh(const term& a) {
    const term one(T(1)), e = exp(a + a);
    return a.infinite == 1 ? one : (e - one) / (e + one);
  }

 private:
  template <class Operation>
  ATTN_ABI static constexpr term each(const term& a, const term& b, const Operation& operation) {
    term x;
    for (std::size_t i = 0; i < detail::moduli; ++i)
      x.value[i] = operation(a.value[i], b.value[i], detail::modulus[i]);
    return x;
  }
  ATTN_ABI static constexpr term hashed(kind operation, std::uint64_t a, std::uint64_t b) {
    const detail::term_hash all = hash_of(operation, {a, b}, {b, a});
    const detail::term_hash more = hash_of(operation, {all.high, all.low}, {a, b});
    const std::uint64_t words[]{all.low, all.high, more.low, more.high};
    term x;
    for (std::size_t i = 0; i < detail::moduli; ++i) x.value[i] = words[i] % detail::modulus[i];
    return x;
  }
  // Of an argument with one known value: through(exp, 0, 1), because exp(0) is 1.
  ATTN_ABI constexpr term through(kind operation, double at, double known) const {
    if (infinite != 0) return undefined(operation, *this, term());
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
  // What may be NaN: no law holds of it, nor of what it is part of.
  ATTN_ABI constexpr bool is_undefined() const { return infinite == 2; }
  ATTN_ABI static constexpr term undefined(kind operation, const term& a, const term& b) {
    term x = mixed(operation, a, b);
    x.infinite = 2;
    return x;
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

// There is no rounding, and so no largest number or epsilon at which one begins.
namespace std {
template <class T>
struct numeric_limits<attn::term<T, attn::exact_arithmetic>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;
};
}  // namespace std
ATTN_STRICT_FP_END
