// SPDX-License-Identifier: BSL-1.0
// influence<T, N>: the set of inputs, among N, on which a number can depend. With this element
// type, every operation and model computes a proof: an input that is not in the set of a result has
// no influence on it, whatever the values are.
//
//   influence<double, 3>::input(1)      input number 1, of any value
//   influence<double, 3>::arbitrary()   any value that depends on no input: a weight
//   influence<double, 3>(0.5)           a constant, whose value is known
//   x.reached_by(i)                     whether input i is in the set
//
// The set of a result is the union of those of its operands. Known constants are tracked, because
// some remove an influence: a product with 0, or a sum with -inf. There are two interpretations,
// selected by the third parameter:
//
//   finite_only   0 * x = 0, -inf + x = -inf, max(x, -inf) = x …: true of numbers that are finite
//                 wherever they occur. The default.
//   nan_too       no operand is ever dropped: what influences an operand influences the result,
//                 like NaN. Only select drops the operand that it does not select.
//
// The set may be too large (x - x depends on nothing, but its set has x), but is never too small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/functions_of_one.hpp>
#include <attn/math/element_functions.hpp>
#include <attn/scalars/analysis_scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct finite_only {};
struct nan_too {};

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message. An
// input that no table shows would be a false proof, so a program ends here, too.
[[noreturn]] ATTN_ABI inline void number_of_an_input_out_of_range() { detail::end_of_program(); }

template <class T, std::size_t N, class Reading = finite_only>
struct influence;
template <class T, std::size_t N, class Reading>
inline constexpr bool is_analysis_scalar<influence<T, N, Reading>> = true;

template <class T, std::size_t N, class Reading>
struct influence {
  static constexpr std::size_t inputs = N;
  static constexpr std::size_t words = (N + 63) / 64;

  std::uint64_t set[words]{};
  bool known = true;  // a constant, the value of which is:
  T constant{};

  ATTN_ABI constexpr influence() = default;
  // Implicit, as 2 is in x * 2. A number that T does not have is no constant of T: rounded to 0 it
  // would cut what the number itself does not.
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr influence(const U& value) : known(detail::is_exact<T>(value)) {
    if (known) constant = static_cast<T>(value);
  }

  ATTN_ABI static constexpr influence arbitrary() {
    influence x;
    x.known = false;
    return x;
  }
  ATTN_ABI static constexpr influence input(std::size_t i) {
    check_input(i);
    influence x = arbitrary();
    x.set[i / 64] |= std::uint64_t{1} << (i % 64);
    return x;
  }
  ATTN_ABI constexpr bool reached_by(std::size_t i) const {
    check_input(i);
    return (set[i / 64] >> (i % 64) & 1) != 0;
  }

  // The same set and the same constant, as objects: see analysis_scalar.hpp, as for == and
  // conversions.
  ATTN_ABI friend constexpr bool identical(const influence& a, const influence& b) {
    for (std::size_t w = 0; w < words; ++w)
      if (a.set[w] != b.set[w]) return false;
    return a.known == b.known && detail::same_number(a.constant, b.constant);
  }
  ATTN_REJECT_CONVERSION(influence, "an influence",
                         "analysis would end; to read a result: x.reached_by(i)")

  ATTN_ABI friend constexpr influence operator+(const influence& a, const influence& b) {
    if (a.known && b.known) return a.constant + b.constant;
    if (a.is_infinite()) return a;
    if (b.is_infinite()) return b;
    return both(a, b);
  }
  ATTN_ABI friend constexpr influence operator-(const influence& a, const influence& b) {
    if (a.known && b.known) return a.constant - b.constant;
    if (a.is_infinite()) return a;
    if (b.is_infinite()) return -b.constant;
    return both(a, b);
  }
  ATTN_ABI friend constexpr influence operator-(const influence& a) {
    return a.known ? influence(-a.constant) : a;
  }
  ATTN_ABI friend constexpr influence operator*(const influence& a, const influence& b) {
    if (a.known && b.known) return detail::rounded(a.constant * b.constant);
    if (a.is(T(0))) return a;
    if (b.is(T(0))) return b;
    return both(a, b);
  }
  ATTN_ABI friend constexpr influence operator/(const influence& a, const influence& b) {
    if (a.known && b.known) return a.constant / b.constant;
    if (b.is_infinite()) return T(0);
    return both(a, b);
  }
  ATTN_ABI friend constexpr influence max(const influence& a, const influence& b) {
    if (a.known && b.known) return math::max(a.constant, b.constant);
    return extreme(a, b, infinity);
  }
  ATTN_ABI friend constexpr influence min(const influence& a, const influence& b) {
    if (a.known && b.known) return math::min(a.constant, b.constant);
    return extreme(a, b, -infinity);
  }
  ATTN_ABI friend constexpr influence select(bool keep, const influence& a, const influence& b) {
    return keep ? a : b;
  }
  ATTN_ABI friend constexpr influence pow(const influence& a, const influence& b) {
    return a.known && b.known ? influence(math::pow(a.constant, b.constant)) : both(a, b);
  }
#define ATTN_INFLUENCE(function)                                     \
  ATTN_ABI friend constexpr influence function(const influence& a) { \
    return a.through(math::function<T>);                             \
  }
  ATTN_FUNCTIONS_OF_ONE(ATTN_INFLUENCE)
#undef ATTN_INFLUENCE

 private:
  ATTN_ABI static constexpr detail::infinity_constant<T> infinity{};
  static constexpr bool drops = std::is_same_v<Reading, finite_only>;

  ATTN_ABI static constexpr void check_input(std::size_t i) {
    if (i >= N) number_of_an_input_out_of_range();
  }

  // What may be dropped, or may replace the other operand, if all numbers are finite.
  ATTN_ABI constexpr bool is(const T& value) const { return drops && known && constant == value; }
  ATTN_ABI constexpr bool is_infinite() const { return is(infinity) || is(-infinity); }

  ATTN_ABI constexpr influence through(T (*function)(T)) const {
    return known ? influence(function(constant)) : *this;
  }
  ATTN_ABI static constexpr influence both(const influence& a, const influence& b) {
    influence x = arbitrary();
    for (std::size_t w = 0; w < words; ++w) x.set[w] = a.set[w] | b.set[w];
    return x;
  }
  // The larger one, if `top` is infinity: nothing is larger, everything is larger than -top.
  ATTN_ABI static constexpr influence extreme(const influence& a, const influence& b, T top) {
    if (a.is(top) || b.is(-top)) return a;
    if (b.is(top) || a.is(-top)) return b;
    return both(a, b);
  }
};

}  // namespace attn
ATTN_STRICT_FP_END

#include <attn/scalars/detail/influence_rows.hpp>

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <class T, std::size_t N, class Reading>
struct numeric_limits<attn::influence<T, N, Reading>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std
