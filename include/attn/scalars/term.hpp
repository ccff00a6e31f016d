// SPDX-License-Identifier: BSL-1.0
// term<T>: the expression with which a number is computed from inputs. With this element type,
// every operation and model computes a proof: results with identical terms have the same bits, for
// all values of the inputs.
//
//   term<double>::input(1)     input number 1, of any value
//   term<double>(0.5)          a constant, whose value is known
//   identical(x, y)            the same expression
//
// A term is the operation and the terms of its operands, in the order in which the computation
// performs them: (a + b) + c is not a + (b + c). Only what has the same bits for all values is the
// same term:
//
//   a + b = b + a      a * b = b * a      max, min: operands exchanged      a - b = a + -b
//   -(-a) = a          (-a) * b = -(a * b), as for a / b                    operations on constants
//   a * 1 = a / 1 = a  a + -0 = a         max(a, a) = a                     max(a, -inf) = a
//
// The proof has one direction: different terms may have the same bits, like 2 * a and a + a. Values
// of the inputs for which it holds, the second parameter:
//
//   nan_too       all values, NaN and the infinities too; all NaNs are equal. The default.
//   finite_only   those for which every number computed from inputs is finite. Then also 0 * a = 0,
//                 a - a = 0, a + 0 = a, -inf + a = -inf, a / inf = 0. Results with identical terms
//                 are equal (==): they may differ in the sign of a zero.
//   exact_arithmetic   equal without rounding: exact_arithmetic.hpp.
//
// T is float or double, and its operations are the operations of the contract (docs/numerics.md). A
// function of your own must compute in T: what is converted to a wider type inside it is not
// followed.
//
// A term is a hash of 128 bits, by a fixed function. Two nodes that differ only in the hash of one
// operand of a quotient, power or function never collide. Otherwise the function is assumed to be
// as good as a random one: then the probability that two of n different terms are equal is below
// n * n / 2^129, for a million terms 1.5e-27. An adversary could construct a collision.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/element_functions.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <attn/scalars/detail/term_rows.hpp>
#include <attn/scalars/influence.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <std::floating_point T, class Reading = nan_too>
struct term;
template <class T, class Reading>
inline constexpr bool is_analysis_scalar<term<T, Reading>> = true;

template <std::floating_point T, class Reading>
struct term {
#if defined(ATTN_FUSED)
  static_assert(!std::is_floating_point_v<T>,
                "attn::term: equal bits are proved of the separate contract; compile such proofs "
                "without ATTN_FUSED");
#endif
  using kind = detail::term_operation;

  bool known = true;  // a constant, the value of which is:
  T constant{};
  bool negative = false;                     // otherwise the sign of
  detail::term_hash hash{};                  // the expression
  detail::term_record<T>* record = nullptr;  // where its node is, if an error is to show it
  std::size_t node = 0;

  ATTN_ABI constexpr term() = default;
  // Implicit, as 2 is in x * 2, unless T * U would be computed in U.
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr explicit(std::is_floating_point_v<U> && sizeof(U) > sizeof(T))
      term(const U& value)
      : constant(static_cast<T>(value)) {}

  ATTN_ABI static constexpr term input(std::size_t i, detail::term_record<T>* in = nullptr) {
    const detail::term_hash number{i, ~static_cast<std::uint64_t>(i)};
    term x(hash_of(kind::input, number, number), false);
    x.record = in;
    if (in != nullptr) x.node = in->add({.operation = kind::input, .hash = x.hash, .a = {i}});
    return x;
  }

  // See analysis_scalar.hpp, as for == and conversions.
  ATTN_ABI friend constexpr bool identical(const term& a, const term& b) {
    if (a.known != b.known) return false;
    if (!a.known) return a.hash == b.hash && a.negative == b.negative;
    return bits(a.constant) == bits(b.constant) ||
           (a.constant != a.constant && b.constant != b.constant);
  }
  ATTN_REJECT_CONVERSION(term, "a term", "analysis would end; to compare results: identical(x, y)")

  ATTN_ABI friend constexpr term operator+(const term& a, const term& b) {
    if (!finite && !a.known && !b.known) return made(kind::plus, a, b);
    if (a.known && b.known) return term(T(a.constant + b.constant));
    if (a.adds_nothing()) return b;
    if (b.adds_nothing()) return a;
    if constexpr (finite) {
      if (a.is_infinite()) return a;
      if (b.is_infinite()) return b;
      if (!a.known && !b.known && a.hash == b.hash && a.negative != b.negative) return term(T(0));
    }
    return made(kind::plus, a, b);
  }
  ATTN_ABI friend constexpr term operator-(const term& a, const term& b) { return a + -b; }
  ATTN_ABI friend constexpr term operator-(const term& a) {
    term x = a;
    x.negative = !a.known && !a.negative;
    if (a.known) x.constant = -a.constant;
    return x;
  }
  ATTN_ABI friend constexpr term operator*(const term& a, const term& b) {
    if (!a.known && !b.known) return signed_part(kind::times, a, b);
    if (a.known && b.known) return term(detail::rounded(T(a.constant * b.constant)));
    if (a.is_one()) return a.constant < T(0) ? -b : b;
    if (b.is_one()) return b.constant < T(0) ? -a : a;
    if constexpr (finite)
      if ((a.known && a.constant == T(0)) || (b.known && b.constant == T(0))) return term(T(0));
    return signed_part(kind::times, a, b);
  }
  ATTN_ABI friend constexpr term operator/(const term& a, const term& b) {
    // The sign of a zero, which finite_only ignores, is the sign of an infinite quotient.
    if (a.known && b.known && !(finite && b.constant == T(0)))
      return term(T(a.constant / b.constant));
    if (b.is_one()) return b.constant < T(0) ? -a : a;
    if (finite && (b.is_infinite() || (a.adds_nothing() && !b.known))) return term(T(0));
    return signed_part(kind::over, a, b);
  }
  ATTN_ABI friend constexpr term(max)(const term& a, const term& b) {
    if (a.known && b.known) return term((math::max)(a.constant, b.constant));
    return extreme(kind::max, a, b, infinity);
  }
  ATTN_ABI friend constexpr term(min)(const term& a, const term& b) {
    if (a.known && b.known) return term((math::min)(a.constant, b.constant));
    return extreme(kind::min, a, b, -infinity);
  }
  ATTN_ABI friend constexpr term select(bool keep, const term& a, const term& b) {
    return keep ? a : b;
  }
  ATTN_ABI friend constexpr term pow(const term& a, const term& b) {
    if (a.known && b.known && !(finite && a.constant == T(0)))
      return term(math::pow(a.constant, b.constant));
    return made(kind::pow, a, b);
  }
#define ATTN_TERM(function)                                \
  ATTN_ABI friend constexpr term function(const term& a) { \
    return a.through(math::function<T>, kind::function);   \
  }
  ATTN_FUNCTIONS_OF_ONE(ATTN_TERM)
#undef ATTN_TERM

  // The node of a term, or of a constant, in a record. Its sign is separate.
  ATTN_ABI constexpr detail::term_operand in(detail::term_record<T>& to) const {
    if (!known) return {node, negative};
    const bool minus = is_negative();
    return {to.add({.operation = kind::constant,
                    .hash = part().hash,
                    .constant = minus ? -constant : constant}),
            minus};
  }

 private:
  template <class, bool, std::size_t>
  friend struct detail::term_row;
  static constexpr std::uint64_t sign_word = 0x5851f42d4c957f2du;
  ATTN_ABI constexpr term(const detail::term_hash& h, bool minus)
      : known(false), negative(minus), hash(h) {}
  static constexpr bool finite = std::is_same_v<Reading, finite_only>;
  ATTN_ABI static constexpr detail::infinity_constant<T> infinity{};
  ATTN_ABI static constexpr detail::word_of<T> bits(const T& x) {
    return finite && x == T(0) ? 0 : __builtin_bit_cast(detail::word_of<T>, x);
  }
  ATTN_ABI constexpr bool is_negative() const {
    return known ? constant == constant && bits(constant) >> (8 * sizeof(T) - 1) != 0 : negative;
  }
  ATTN_ABI constexpr bool is_infinite() const {
    return known && (constant == infinity || constant == -infinity);
  }
  ATTN_ABI constexpr bool is_one() const {
    return known && (constant == T(1) || constant == T(-1));
  }
  // -0; 0 is added to -0 with another result.
  ATTN_ABI constexpr bool adds_nothing() const {
    return known && constant == T(0) && (finite || is_negative());
  }

  // The hash of what remains without the sign.
  struct part_of {
    detail::term_hash hash;
    bool negative;
  };
  ATTN_ABI constexpr part_of part() const {
    if (!known) return {hash, negative};
    const bool minus = is_negative();
    const auto word =
        static_cast<std::uint64_t>(constant != constant ? detail::word_of<T>(~detail::word_of<T>{})
                                                        : bits(minus ? -constant : constant));
    return {hash_of(kind::constant, {word, ~word}, {word, word}), minus};
  }
  ATTN_ABI static constexpr detail::term_hash with_sign(const detail::term_hash& h, bool minus) {
    return {h.low ^ (minus ? sign_word : 0u), h.high};
  }

  ATTN_ABI static constexpr term node_of(kind operation, const detail::term_hash& a,
                                         const detail::term_hash& b, bool minus = false) {
    const bool exchanged = operation <= kind::min && operation != kind::over && b.before(a);
    return term(exchanged ? hash_of(operation, b, a) : hash_of(operation, a, b), minus);
  }
  // No constant, and no record: what almost every operand is.
  ATTN_ABI constexpr bool is_plain() const { return !known && record == nullptr; }
  ATTN_ABI constexpr term recorded(kind operation, const term& a, const term& b,
                                   bool with_signs) const {
    term x = *this;
    x.record = a.record != nullptr ? a.record : b.record;
    if (x.record != nullptr) {
      detail::term_operand left = a.in(*x.record), right = b.in(*x.record);
      if (!with_signs) left.negative = right.negative = false;
      x.node = x.record->add({.operation = operation, .hash = hash, .a = left, .b = right});
    }
    return x;
  }
  ATTN_ABI static constexpr term made(kind operation, const term& a, const term& b) {
    if (a.is_plain() && b.is_plain())
      return node_of(operation, with_sign(a.hash, a.negative), with_sign(b.hash, b.negative));
    const part_of left = a.part(), right = b.part();
    const term x = node_of(operation, with_sign(left.hash, left.negative),
                           with_sign(right.hash, right.negative));
    return a.record == nullptr && b.record == nullptr ? x : x.recorded(operation, a, b, true);
  }
  // A product or quotient: its sign is the sign of both.
  ATTN_ABI static constexpr term signed_part(kind operation, const term& a, const term& b) {
    if (a.is_plain() && b.is_plain())
      return node_of(operation, a.hash, b.hash, a.negative != b.negative);
    const part_of left = a.part(), right = b.part();
    const term x = node_of(operation, left.hash, right.hash, left.negative != right.negative);
    return a.record == nullptr && b.record == nullptr ? x : x.recorded(operation, a, b, false);
  }
  ATTN_ABI constexpr term through(T (*function)(T), kind operation) const {
    return known ? term(function(constant)) : made(operation, *this, *this);
  }
  // The larger one, if `top` is infinity: nothing is smaller than -top.
  ATTN_ABI static constexpr term extreme(kind operation, const term& a, const term& b, T top) {
    if (identical(a, b)) return a;
    if (a.known && a.constant == -top) return b;
    if (b.known && b.constant == -top) return a;
    if constexpr (finite) {
      const T last = top > T(0) ? detail::limits<T>::max : detail::limits<T>::lowest;
      if (a.known && (a.constant == top || a.constant == last)) return a;
      if (b.known && (b.constant == top || b.constant == last)) return b;
      if (a.known && a.constant == -last) return b;
      if (b.known && b.constant == -last) return a;
    }
    return made(operation, a, b);
  }
};

}  // namespace attn
ATTN_STRICT_FP_END

// The numbers of T. Where an operation limits a number to the finite ones, so does its term.
namespace std {
template <class T, class Reading>
struct numeric_limits<attn::term<T, Reading>> : numeric_limits<T> {};
}  // namespace std
