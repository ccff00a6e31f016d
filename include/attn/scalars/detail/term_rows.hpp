// SPDX-License-Identifier: BSL-1.0
// Rows of term<T> in constant evaluation (detail/constant/element_rows.hpp): all lanes are one
// constant, or none is one, and none has a node in a record. An operation with a constant gives a
// constant, the other operand or a node, the same in all lanes; one without gives nodes, but where
// two lanes are equal that need not be, and then it fails.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/constant/element_rows.hpp>
#include <attn/math/detail/functions_of_one.hpp>
#include <attn/scalars/detail/term_record.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {
struct finite_only;
struct nan_too;
template <std::floating_point T, class Reading>
struct term;
}  // namespace attn
namespace attn::detail {

// The hash of a lane each, for hash_of.
template <std::size_t Lanes>
struct term_hashes {
  vec<std::uint64_t, Lanes> low{}, high{};
};

template <class E, bool Finite, std::size_t Lanes>
struct term_row {
  using kind = term_operation;
  using hashes = term_hashes<Lanes>;
  using word = vec<std::uint64_t, Lanes>;
  using words = block<std::uint64_t, Lanes>;
  static constexpr std::size_t lanes = Lanes;

  bool known = false;  // all lanes are a constant:
  E constant{};
  bool failed = false;
  hashes hash{};    // otherwise these, without their signs:
  word negative{};  // 0 or all ones

  // Initialisers rather than statements, which constant evaluation counts.
  ATTN_ABI constexpr term_row() = default;
  ATTN_ABI constexpr term_row(const E& x)
      : known(x.known),
        constant(x),
        failed(x.record != nullptr),
        hash{folds_sign_bits ? x.hash.low - word{} : all(x.hash.low),
             folds_sign_bits ? x.hash.high - word{} : all(x.hash.high)},
        negative(x.negative ? all_ones : word{}) {}
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr explicit(!std::is_convertible_v<U, E>) term_row(const U& x)
      : known(true), constant(x) {}

  // Inputs from number `first` on.
  ATTN_ABI static constexpr term_row inputs(std::size_t first) {
    return inputs(first, std::make_index_sequence<Lanes>());
  }
  ATTN_ABI static constexpr term_row load(const E* x, std::size_t count, std::size_t stride) {
    return load(x, count, stride, std::make_index_sequence<Lanes>());
  }
  ATTN_ABI constexpr void store(E* to, std::size_t count, std::size_t stride) const {
    store(to, count, stride, std::make_index_sequence<Lanes>());
  }

  ATTN_ABI friend constexpr term_row operator+(const term_row& a, const term_row& b) {
    if (a.known || b.known)
      return with_constant<kind::plus>(a, b, [](const E& x, const E& y) { return x + y; });
    return node<kind::plus>(a, b);
  }
  ATTN_ABI friend constexpr term_row operator-(const term_row& a, const term_row& b) {
    return a + -b;
  }
  ATTN_ABI friend constexpr term_row operator-(const term_row& a) {
    term_row y = a;
    y.constant = -a.constant;
    y.negative = a.negative ^ ones;
    return y;
  }
  ATTN_ABI friend constexpr term_row operator*(const term_row& a, const term_row& b) {
    if (a.known || b.known)
      return with_constant<kind::times>(a, b, [](const E& x, const E& y) { return x * y; });
    return node<kind::times>(a, b);
  }
  ATTN_ABI friend constexpr term_row operator/(const term_row& a, const term_row& b) {
    if (a.known || b.known)
      return with_constant<kind::over>(a, b, [](const E& x, const E& y) { return x / y; });
    return node<kind::over>(a, b);
  }
  ATTN_ABI friend constexpr term_row max(const term_row& a, const term_row& b) {
    if (a.known || b.known)
      return with_constant<kind::max>(a, b, [](const E& x, const E& y) { return max(x, y); });
    return node<kind::max>(a, b);
  }
  ATTN_ABI friend constexpr term_row min(const term_row& a, const term_row& b) {
    if (a.known || b.known)
      return with_constant<kind::min>(a, b, [](const E& x, const E& y) { return min(x, y); });
    return node<kind::min>(a, b);
  }
  ATTN_ABI friend constexpr term_row pow(const term_row& a, const term_row& b) {
    if (a.known || b.known)
      return with_constant<kind::pow>(a, b, [](const E& x, const E& y) { return pow(x, y); });
    return node<kind::pow>(a, b);
  }
#define ATTN_TERM_ROW(function)                                                   \
  ATTN_ABI friend constexpr term_row function(const term_row& a) {                \
    return a.known ? term_row(function(a.constant)) : node<kind::function>(a, a); \
  }
  ATTN_FUNCTIONS_OF_ONE(ATTN_TERM_ROW)
#undef ATTN_TERM_ROW

 private:
  static constexpr std::uint64_t zeros = 0, ones = 0xffffffffffffffffu;
  // Vectors of which GCC does not evaluate every lane at each use, nor x for every lane. (Clang
  // does neither, and counts the statements of a function.)
  ATTN_ABI static constexpr word all_ones = ones - word{};
  template <kind Operation>
  ATTN_ABI static constexpr word kind_of = number_of(Operation) - word{};
  ATTN_ABI static constexpr word all(std::uint64_t x) { return x - word{}; }

  ATTN_ABI constexpr term_row(const hashes& h, const word& signs, bool fails)
      : failed(fails), hash(h), negative(signs) {}

  // The second and third quarter of the lanes swapped: GCC 12 takes few operations on vectors of
  // 0, 1, 2, … for constant.
  template <std::size_t L>
  static constexpr std::size_t swapped = L * 4 / Lanes == 1   ? L + Lanes / 4
                                         : L * 4 / Lanes == 2 ? L - Lanes / 4
                                                              : L;
  template <std::size_t... L>
  ATTN_ABI static constexpr term_row inputs(std::size_t first, std::index_sequence<L...>) {
    const word number = bits_as<word>(words{{(first + swapped<L>)...}});
    const hashes of{number, number ^ ones}, h = mixed_hash(kind_of<kind::input>, of, of);
    const words low = bits_as<words>(h.low), high = bits_as<words>(h.high);
    return {{bits_as<word>(words{{low.data[swapped<L>]...}}),
             bits_as<word>(words{{high.data[swapped<L>]...}})},
            word{},
            false};
  }
  template <std::size_t... L>
  ATTN_ABI static constexpr term_row load(const E* x, std::size_t count, std::size_t stride,
                                          std::index_sequence<L...>) {
    const E* const at[] = {x + (L < count ? L : 0) * stride...};
    return {
        {bits_as<word>(words{{at[L]->hash.low...}}), bits_as<word>(words{{at[L]->hash.high...}})},
        bits_as<word>(words{{(at[L]->negative ? ones : zeros)...}}),
        ((at[L]->known || at[L]->record != nullptr) || ...)};
  }
  template <std::size_t... L>
  ATTN_ABI constexpr void store(E* to, std::size_t count, std::size_t stride,
                                std::index_sequence<L...>) const {
    E* const at[] = {to + (L < count ? L : 0) * stride...};
    const E each = known ? constant : E(term_hash{}, false);
    ((L < count ? void(*at[L] = each) : void()), ...);
    if (known) return;
    const words low = bits_as<words>(hash.low), high = bits_as<words>(hash.high),
                minus = bits_as<words>(negative);
    ((L < count ? void((at[L]->hash.low = low.data[L], at[L]->hash.high = high.data[L],
                        at[L]->negative = minus.data[L] != 0))
                : void()),
     ...);
  }
  // The first lane.
  ATTN_ABI constexpr E first() const {
    if (known) return constant;
    return E({bits_as<words>(hash.low).data[0], bits_as<words>(hash.high).data[0]},
             bits_as<words>(negative).data[0] != 0);
  }

  // Not in the functions below, where each would be a statement more.
  template <kind Operation>
  static constexpr bool is_product = Operation == kind::times || Operation == kind::over;
  template <kind Operation>
  static constexpr bool commutes = Operation <= kind::min && Operation != kind::over;
  template <kind Operation>
  static constexpr bool may_depend_on_lanes =
      (Finite && Operation == kind::plus) || Operation == kind::max || Operation == kind::min;
  template <kind Operation>
  static constexpr std::uint64_t sign_of = is_product<Operation> ? zeros : E::sign_word;

  // Two rows without constants. Vectors are not compared in constant evaluation: operands are
  // exchanged by masks, which are the borrows of a difference.
  template <kind Operation>
  ATTN_ABI static constexpr term_row node(const term_row& a, const term_row& b) {
    const word x = a.hash.low ^ (a.negative & sign_of<Operation>),
               y = b.hash.low ^ (b.negative & sign_of<Operation>), low = x ^ y,
               high = a.hash.high ^ b.hash.high;
    const word exchanged = !commutes<Operation>
                               ? word{}
                               : 0 - ((((y ^ ones) & x) | ((low ^ ones) & (y - x))) >> 63 |
                                      ((((b.hash.high ^ ones) & a.hash.high) |
                                        ((high ^ ones) & (b.hash.high - a.hash.high))) >>
                                           63 &
                                       ((low | (0 - low)) >> 63 ^ 1)));
    return {mixed_hash(kind_of<Operation>,
                       hashes{x ^ (low & exchanged), a.hash.high ^ (high & exchanged)},
                       hashes{y ^ (low & exchanged), b.hash.high ^ (high & exchanged)}),
            is_product<Operation> ? a.negative ^ b.negative : word{},
            a.failed || b.failed ||
                (may_depend_on_lanes<Operation> && depends_on_lanes<Operation>(a, b))};
  }
  // Whether lanes are equal, or opposite where the operation is a sum.
  template <kind Operation>
  ATTN_ABI static constexpr bool depends_on_lanes(const term_row& a, const term_row& b) {
    constexpr std::uint64_t sign = Operation == kind::plus ? ones : zeros;
    return some_zero(
        (a.hash.low ^ b.hash.low) | (a.hash.high ^ b.hash.high) | (a.negative ^ b.negative ^ sign),
        std::make_index_sequence<Lanes>());
  }
  template <std::size_t... L>
  ATTN_ABI static constexpr bool some_zero(const word& x, std::index_sequence<L...>) {
    const words each = bits_as<words>(x);
    return ((each.data[L] == 0) || ...);
  }

  template <kind Operation, class Function>
  ATTN_ABI static constexpr term_row with_constant(const term_row& a, const term_row& b,
                                                   const Function& function) {
    const term_row& other = a.known ? b : a;
    const E x = a.first(), y = b.first(), z = function(x, y);
    term_row row(z);
    if (!z.known && !other.known) {
      const E& lane = a.known ? y : x;
      if (z.hash == lane.hash)
        row = z.negative == lane.negative ? other : -other;
      else
        row = node<Operation>(a.without_constant(), b.without_constant());
    }
    row.failed = a.failed || b.failed;
    return row;
  }
  // With the hash of the constant.
  ATTN_ABI constexpr term_row without_constant() const {
    if (!known) return *this;
    const auto part = constant.part();
    return {{all(part.hash.low), all(part.hash.high)}, part.negative ? all_ones : word{}, failed};
  }
};

template <std::floating_point T, class Reading>
  requires(std::is_same_v<Reading, nan_too> || std::is_same_v<Reading, finite_only>)
struct element_rows<term<T, Reading>> {
  static constexpr bool known = constant::words_have_rows;
  template <std::size_t Lanes>
  using row = term_row<term<T, Reading>, std::is_same_v<Reading, finite_only>, Lanes>;
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
