// SPDX-License-Identifier: BSL-1.0
// Rows of influence<T, N> in constant evaluation (detail/constant/row.hpp). All lanes are
// one constant, or none is one: then what an operation gives is the same for each of them, but for
// the set.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/config.hpp>
#include <attn/detail/constant/row.hpp>
#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/fused_multiply_add.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/element_functions.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/analysis_scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <std::floating_point T, std::size_t N, class Reading>
struct influence;
}
namespace attn::detail {

// The operation at which two inputs meet that are traced: input 0 and 1 of an element have bits 0
// and 1 of its set, and the operations at which they have met have the bits of their numbers.
enum class meeting : unsigned char {
  sum = 2,
  difference,
  product,
  quotient,
  maximum,
  minimum,
  power
};
ATTN_ABI inline constexpr const char* meeting_names[] = {
    "",           "",          "a sum",     "a difference", "a product",
    "a quotient", "a maximum", "a minimum", "a power"};
ATTN_ABI constexpr const char* name_of_meeting(std::uint64_t operations) {
  std::size_t first = 0;
  while ((operations >> first & 1) == 0) ++first;
  return meeting_names[first];
}

// The union of the sets a and b, with the operation if both inputs are in neither of them.
template <class Word>
ATTN_ABI constexpr Word union_with_meeting(const Word& a, const Word& b, meeting at) {
  const Word all = a | b, before = (a & (a >> 1)) | (b & (b >> 1));
  return all | ((all & (all >> 1) & ~before) & 1) << static_cast<int>(at);
}
template <class Word>
ATTN_ABI constexpr Word with_meeting(const Word& a, const Word& b, meeting at) {
  if constexpr (!is_one_number<Word> && !folds_sign_bits) {
    if (!__builtin_constant_p(union_with_meeting(a, b, at)[0]))
      return lanewise::combined(a, b, [at](std::uint64_t set_of_a, std::uint64_t set_of_b) {
        return union_with_meeting(set_of_a, set_of_b, at);
      });
  }
  return union_with_meeting(a, b, at);
}

template <class Influence, std::size_t Lanes>
struct influence_row {
  using word = vec<std::uint64_t, Lanes>;
  using words = block<std::uint64_t, Lanes>;
  static constexpr std::size_t lanes = Lanes;

  Influence each{};  // any lane, without its set, which is none if it is known:
  word set[Influence::words]{};
  bool failed = false;

  // Initialisers rather than statements, which constant evaluation counts.
  ATTN_ABI constexpr influence_row() = default;
  ATTN_ABI constexpr influence_row(const Influence& x)
      : influence_row(x, std::make_index_sequence<Influence::words>()) {}
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr influence_row(const U& x) : each(x) {}

  ATTN_ABI static constexpr influence_row load(const Influence* x, std::size_t count,
                                               std::size_t stride) {
    return load(x, count, stride, std::make_index_sequence<Lanes>());
  }
  ATTN_ABI constexpr void store(Influence* to, std::size_t count, std::size_t stride) const {
    store(to, count, stride, std::make_index_sequence<Lanes>());
  }

  ATTN_ABI friend constexpr influence_row operator+(const influence_row& a,
                                                    const influence_row& b) {
    return combined(a, b, meeting::sum,
                    [](const Influence& x, const Influence& y) { return x + y; });
  }
  ATTN_ABI friend constexpr influence_row operator-(const influence_row& a,
                                                    const influence_row& b) {
    return combined(a, b, meeting::difference,
                    [](const Influence& x, const Influence& y) { return x - y; });
  }
  ATTN_ABI friend constexpr influence_row operator*(const influence_row& a,
                                                    const influence_row& b) {
    return combined(a, b, meeting::product,
                    [](const Influence& x, const Influence& y) { return x * y; });
  }
  ATTN_ABI friend constexpr influence_row operator/(const influence_row& a,
                                                    const influence_row& b) {
    return combined(a, b, meeting::quotient,
                    [](const Influence& x, const Influence& y) { return x / y; });
  }
  ATTN_ABI friend constexpr influence_row(max)(const influence_row& a, const influence_row& b) {
    return combined(a, b, meeting::maximum,
                    [](const Influence& x, const Influence& y) { return (math::max)(x, y); });
  }
  ATTN_ABI friend constexpr influence_row(min)(const influence_row& a, const influence_row& b) {
    return combined(a, b, meeting::minimum,
                    [](const Influence& x, const Influence& y) { return (math::min)(x, y); });
  }
  ATTN_ABI friend constexpr influence_row pow(const influence_row& a, const influence_row& b) {
    return combined(a, b, meeting::power,
                    [](const Influence& x, const Influence& y) { return pow(x, y); });
  }
  ATTN_ABI friend constexpr influence_row operator-(const influence_row& a) {
    return a.through([](const Influence& x) { return -x; });
  }
  ATTN_ABI friend constexpr influence_row rounded(const influence_row& a) {
    return a.through([](const Influence& x) { return rounded(x); });
  }
#define ATTN_INFLUENCE_ROW(function)                                         \
  ATTN_ABI friend constexpr influence_row function(const influence_row& a) { \
    return a.through([](const Influence& x) { return function(x); });        \
  }
  ATTN_FUNCTIONS_OF_ONE(ATTN_INFLUENCE_ROW)
#undef ATTN_INFLUENCE_ROW

 private:
  template <std::size_t... W>
  ATTN_ABI constexpr influence_row(const Influence& x, std::index_sequence<W...>)
      : each(x), set{(x.set[W] - word{})...} {}
  template <std::size_t... W>
  ATTN_ABI constexpr influence_row(const influence_row& a, const influence_row& b, meeting at,
                                   std::index_sequence<W...>)
      : each(a.each.known || b.each.traced ? b.each : a.each),
        set{(each.traced && W == 0 ? with_meeting(a.set[W], b.set[W], at)
                                   : inclusive_or(a.set[W], b.set[W]))...},
        failed(a.failed || b.failed) {}

  template <std::size_t... L>
  ATTN_ABI static constexpr influence_row load(const Influence* x, std::size_t count,
                                               std::size_t stride, std::index_sequence<L...>) {
    const Influence* const at[] = {x + (L < count ? L : 0) * stride...};
    influence_row row(*x);
    row.failed = (at[L]->known || ...);
    for (std::size_t w = 0; w < Influence::words; ++w)
      row.set[w] = bits_as<word>(words{{at[L]->set[w]...}});
    return row;
  }
  template <std::size_t... L>
  ATTN_ABI constexpr void store(Influence* to, std::size_t count, std::size_t stride,
                                std::index_sequence<L...>) const {
    Influence* const at[] = {to + (L < count ? L : 0) * stride...};
    ((L < count ? void(*at[L] = each) : void()), ...);
    for (std::size_t w = 0; w < Influence::words; ++w) {
      const words sets = bits_as<words>(set[w]);
      ((L < count ? void(at[L]->set[w] = sets.data[L]) : void()), ...);
    }
  }

  template <class Operation>
  ATTN_ABI static constexpr influence_row combined(const influence_row& a, const influence_row& b,
                                                   meeting at, const Operation& operation) {
    if (a.each.known || b.each.known) return with_constant(a, b, operation(a.each, b.each));
    return influence_row(a, b, at, std::make_index_sequence<Influence::words>());
  }
  ATTN_ABI static constexpr influence_row with_constant(const influence_row& a,
                                                        const influence_row& b,
                                                        const Influence& result) {
    influence_row y = result.known ? influence_row(result)
                                   : influence_row(a, b, meeting::sum,
                                                   std::make_index_sequence<Influence::words>());
    y.each = result;
    y.failed = a.failed || b.failed;
    return y;
  }
  template <class Operation>
  ATTN_ABI constexpr influence_row through(const Operation& operation) const {
    influence_row y = *this;
    if (each.known) y.each = operation(each);
    return y;
  }
};

template <class T, std::size_t N, class Reading>
struct element_rows<influence<T, N, Reading>> {
  static constexpr bool known = constant::words_have_rows;
  template <std::size_t Lanes>
  using row = influence_row<influence<T, N, Reading>, Lanes>;
};

}  // namespace attn::detail

namespace attn {

// influence<T, N>: the set of inputs, among N, on which a number can depend. With this element
// type, every operation and model computes a proof: an input that is not in the set of a result has
// no influence on it, whatever the values are.
//
//   influence<double, 3>::input(1)      input number 1, of any value
//   influence<double, 3>::arbitrary()   any value that depends on no input: a weight
//   influence<double, 3>(0.5)           a constant, whose value is known
//   x.reached_by(i)                     whether input i is in the set
//
// The set of a result is the union of its operands' sets. Known constants are tracked, because
// some remove an influence: a product with 0, or a sum with -inf. There are two interpretations,
// selected by the third parameter:
//
//   finite_only   0 * x = 0, 0 / x = 0, -inf + x = -inf, max(x, -inf) = x …: true of numbers that
//                 are finite wherever they occur. The default.
//   nan_too       no operand is ever dropped: what influences an operand influences the result,
//                 like NaN. Only select drops the operand that it does not select.
//
// The set may be too large (x - x depends on nothing, but its set has x), but is never too small.
//
// A compiler may fuse a product of yours with the sum that uses it. So a sum of constants one of
// which is a product that rounds is not known: a * b - c may be 0, or what the product rounds off.
// The library's products, and what passes through math::rounded, are not fused.

struct finite_only {};
struct nan_too {};

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message. An
// input that no table shows would be a false proof, so a program ends here as well.
[[noreturn]] ATTN_ABI inline void number_of_an_input_out_of_range() { detail::end_of_program(); }

template <std::floating_point T, std::size_t N, class Reading = finite_only>
struct influence;
template <class T, std::size_t N, class Reading>
inline constexpr bool is_analysis_scalar<influence<T, N, Reading>> = true;
#if defined(ATTN_FUSED)
template <class T, std::size_t N, class Reading>
inline constexpr bool detail::fuses<influence<T, N, Reading>> = detail::fuses<T>;
#endif

template <std::floating_point T, std::size_t N, class Reading>
struct influence {
  static constexpr std::size_t inputs = N;
  static constexpr std::size_t words = (N + 63) / 64;

  std::uint64_t set[words]{};
  bool traced = false;    // not a constant: input 0 or 1, and where they meet (detail::meeting)
  bool may_fuse = false;  // a constant that is a product and was rounded
  bool known = true;      // a constant, the value of which is:
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
  // Any value, of the inputs 0 and 1 with these bits.
  ATTN_ABI static constexpr influence traced_input(std::uint64_t bits) {
    influence x = arbitrary();
    x.traced = true;
    x.set[0] = bits;
    return x;
  }
  // Any value that depends on all of these.
  ATTN_ABI static constexpr influence of_all(const influence* x, std::size_t count) {
    influence y = both(x[0], x[0], meeting::maximum);
    for (std::size_t i = 1; i < count; ++i) y = both(y, x[i], meeting::maximum);
    return y;
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

  // See math/rounded.hpp.
  ATTN_ABI friend constexpr influence rounded(const influence& product) {
    influence x = product;
    x.may_fuse = false;
    return x;
  }

  ATTN_ABI friend constexpr influence operator+(const influence& a, const influence& b) {
    if (a.fuses_with(b)) return both(a, b, meeting::sum);
    if (a.known && b.known) return a.constant + b.constant;
    if (a.is_infinite()) return a;
    if (b.is_infinite()) return b;
    return both(a, b, meeting::sum);
  }
  ATTN_ABI friend constexpr influence operator-(const influence& a, const influence& b) {
    if (a.fuses_with(b)) return both(a, b, meeting::difference);
    if (a.known && b.known) return a.constant - b.constant;
    if (a.is_infinite()) return a;
    if (b.is_infinite()) return -b.constant;
    return both(a, b, meeting::difference);
  }
  ATTN_ABI friend constexpr influence operator-(const influence& a) {
    influence x = a;
    if (a.known) x.constant = -a.constant;
    return x;
  }
  ATTN_ABI friend constexpr influence operator*(const influence& a, const influence& b) {
    if (a.known && b.known) {
      influence x = detail::rounded(a.constant * b.constant);
      x.may_fuse = a.may_fuse || b.may_fuse || !is_exact_product(a.constant, b.constant);
      return x;
    }
    if (a.is(T(0))) return a;
    if (b.is(T(0))) return b;
    return both(a, b, meeting::product);
  }
#if defined(ATTN_FUSED)
  // Constants as they are executed. A product that overflows may be finite with the sum.
  ATTN_ABI friend constexpr influence add_product(const influence& sum, const influence& a,
                                                  const influence& b) {
    using detail::add_product;
    if (sum.known && a.known && b.known) return add_product(sum.constant, a.constant, b.constant);
    const influence product = a * b;
    const bool overflows = product.is_infinite() && !a.is_infinite() && !b.is_infinite();
    return overflows ? both(sum, product, meeting::sum) : sum + product;
  }
#endif
  ATTN_ABI friend constexpr influence operator/(const influence& a, const influence& b) {
    if (a.known && b.known) {
      influence x = a.constant / b.constant;
      x.may_fuse =
          a.may_fuse || (a.constant != T(0) && size_of(x.constant) < detail::limits<T>::min);
      return x;  // of which the inverse of b, if it has one, is a factor
    }
    if (a.is(T(0))) return a;
    if (b.is_infinite()) return T(0);
    return both(a, b, meeting::quotient);
  }
  ATTN_ABI friend constexpr influence(max)(const influence& a, const influence& b) {
    if (a.known && b.known) return (math::max)(a.constant, b.constant);
    return extreme(a, b, infinity);
  }
  ATTN_ABI friend constexpr influence(min)(const influence& a, const influence& b) {
    if (a.known && b.known) return (math::min)(a.constant, b.constant);
    return extreme(a, b, -infinity);
  }
  ATTN_ABI friend constexpr influence select(bool keep, const influence& a, const influence& b) {
    return keep ? a : b;
  }
  ATTN_ABI friend constexpr influence pow(const influence& a, const influence& b) {
    return a.known && b.known ? influence(math::pow(a.constant, b.constant))
                              : both(a, b, meeting::power);
  }
  // See math/detail/polynomial.hpp.
  ATTN_ABI friend constexpr influence positive_part(const influence& a) {
    return a.known ? influence(detail::positive_part(a.constant)) : (math::max)(a, influence(0));
  }
  ATTN_ABI friend constexpr influence kept_finite(const influence& a) {
    return a.known ? influence(detail::kept_finite(a.constant)) : a;
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
  using meeting = detail::meeting;

  ATTN_ABI static constexpr void check_input(std::size_t i) {
    if (i >= N) number_of_an_input_out_of_range();
  }

  // Nothing is rounded off, so that a sum has the same value if it is fused. False if in doubt.
  ATTN_ABI static constexpr bool is_exact_product(const T& a, const T& b) {
    if (a == T(0) || b == T(0) || !is_finite(a) || !is_finite(b)) return true;
    constexpr double most = sizeof(T) < sizeof(double) ? 0x1p900 : 0x1p450;
    const auto x = static_cast<double>(a), y = static_cast<double>(b);
    if (!(size_of(x) < most && size_of(y) < most)) return false;
    const detail::exact_pair product = detail::exact_product(x, y);
    const double size = size_of(product.high);
    return product.low == 0 && size > 0x1p-900 &&
           size <= static_cast<double>(detail::limits<T>::max) &&
           static_cast<double>(static_cast<T>(product.high)) == product.high;
  }
  template <class U>
  ATTN_ABI static constexpr U size_of(const U& x) {
    return x < U(0) ? -x : x;
  }
  ATTN_ABI static constexpr bool is_finite(const T& x) {
    return size_of(x) <= detail::limits<T>::max;
  }
  // The sum, if it is fused, may have another value. What an infinity takes away is gone either
  // way, unless a product that overflows is the infinity.
  ATTN_ABI constexpr bool fuses_with(const influence& other) const {
    const auto of_product = [](const influence& product, const influence& rest) {
      if (!product.may_fuse) return false;
      return rest.known ? is_finite(rest.constant) || rest.may_fuse : !is_finite(product.constant);
    };
    return of_product(*this, other) || of_product(other, *this);
  }

  // What may be dropped, or may replace the other operand, if all numbers are finite.
  ATTN_ABI constexpr bool is(const T& value) const { return drops && known && constant == value; }
  ATTN_ABI constexpr bool is_infinite() const { return is(infinity) || is(-infinity); }

  ATTN_ABI constexpr influence through(T (*function)(T)) const {
    return known ? influence(function(constant)) : *this;
  }
  ATTN_ABI static constexpr influence both(const influence& a, const influence& b, meeting at) {
    influence x = arbitrary();
    for (std::size_t w = 0; w < words; ++w) x.set[w] = a.set[w] | b.set[w];
    return a.traced || b.traced ? traced_input(detail::with_meeting(a.set[0], b.set[0], at)) : x;
  }
  // The larger one, if `top` is infinity: nothing is larger, everything is larger than -top.
  ATTN_ABI static constexpr influence extreme(const influence& a, const influence& b, T top) {
    if (a.is(top) || b.is(-top)) return a;
    if (b.is(top) || a.is(-top)) return b;
    return both(a, b, top > T(0) ? meeting::maximum : meeting::minimum);
  }
};

}  // namespace attn

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <class T, std::size_t N, class Reading>
struct numeric_limits<attn::influence<T, N, Reading>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std
ATTN_STRICT_FP_END
