// SPDX-License-Identifier: BSL-1.0
// Rows of terms, and the record that makes equal terms one.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/config.hpp>
#include <attn/detail/constant/row.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/max.hpp>
#include <attn/rules/call.hpp>
#include <attn/tensor/detail/number_text.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The expressions of terms (scalars/term.hpp): their hashes, and, where an error has to show them,
// their nodes and a short text.
//
// The hash of a node is a function of its operation and of the hashes of its operands. It is
// bijective in each operand while the other is fixed.

enum class term_operation : unsigned char {
  input,
  constant,
  plus,
  times,
  over,
  max,
  min,
  pow,
  cos,
  erf,
  exp,
  log,
  log1p,
  sigmoid,
  sin,
  sqrt,
  tanh
};
ATTN_ABI inline constexpr const char* term_operation_names[] = {
    "",    "",    " + ", "*",     "/",       "max", "min",  "pow", "cos",
    "erf", "exp", "log", "log1p", "sigmoid", "sin", "sqrt", "tanh"};

// 128 bits.
struct term_hash {
  std::uint64_t low = 0, high = 0;

  ATTN_ABI friend constexpr bool operator==(const term_hash&, const term_hash&) = default;
  ATTN_ABI constexpr bool before(const term_hash& other) const {
    return low != other.low ? low < other.low : high < other.high;
  }
};

// Two sums that are bijective in each operand, and five bijective rounds that mix them. Hash:
// term_hash, or vectors of them. Kind: number_of(operation), or a vector of it.
ATTN_ABI constexpr std::uint64_t number_of(term_operation operation) {
  return (static_cast<std::uint64_t>(operation) + 1) * 0x9e3779b97f4a7c15u;
}
template <class Word, class Hash>
ATTN_ABI constexpr Hash mixed_hash(const Word& kind, const Hash& a, const Hash& b) {
  // Few statements, because constant evaluation counts them.
  Word x = (a.low ^ kind) * 0x87c37b91114253d5u + (b.low << 29 | b.low >> 35) * 0x4cf5ad432745937fu,
       y = (a.high + kind) * 0xff51afd7ed558ccdu +
           (b.high << 37 | b.high >> 27) * 0xc4ceb9fe1a85ec53u;
  return x = (x ^ y >> 31) * 0xbf58476d1ce4e5b9u, y = (y ^ x >> 29) * 0x94d049bb133111ebu,
         x = (x ^ y >> 32) * 0xd6e8feb86659fd93u, y ^= x >> 30, Hash{x ^ y >> 33, y};
}
ATTN_ABI constexpr term_hash hash_of(term_operation operation, const term_hash& a,
                                     const term_hash& b) {
  return mixed_hash(number_of(operation), a, b);
}

// An operand: the number of a node, and its sign.
struct term_operand {
  std::size_t node = 0;
  bool negative = false;
};

template <class T>
struct term_node {
  term_operation operation{};
  term_hash hash{};
  term_operand a{}, b{};  // of an input, a.node is its number
  T constant{};
  std::size_t size = 1;  // of its text, in nodes; from 64 on it is not counted
};

// All nodes of a computation, in the order of evaluation.
template <class T>
class term_record {
 public:
  ATTN_ABI constexpr term_record() = default;
  term_record(const term_record&) = delete;
  term_record& operator=(const term_record&) = delete;
  ATTN_ABI constexpr ~term_record() { delete[] nodes_; }

  // Inputs from the next number on belong to the next argument, which is called b after a.
  ATTN_ABI constexpr void argument_begins(std::size_t first) {
    if (arguments_ < most_arguments) first_[arguments_++] = first;
  }
  ATTN_ABI constexpr std::size_t add(const term_node<T>& node) {
    if (count_ == capacity_) grow();
    nodes_[count_] = node;
    if (node.operation >= term_operation::plus) {
      const std::size_t all = nodes_[node.a.node].size + nodes_[node.b.node].size + 1;
      nodes_[count_].size = all < 64 ? all : 64;
    }
    return count_++;
  }
  ATTN_ABI constexpr const term_node<T>& operator[](std::size_t i) const { return nodes_[i]; }

  // Goes down to where a and b differ: while their texts are too long, into the one operand that
  // does, and where both do, into the first pair of the same form.
  ATTN_ABI constexpr void to_difference(term_operand& a, term_operand& b, std::size_t most) {
    while (!is_short(a, most) || !is_short(b, most)) {
      const term_node<T>&x = nodes_[a.node], &y = nodes_[b.node];
      if (x.operation != y.operation || is_leaf(a) || a.negative != b.negative) return;
      term_operand c = x.a, d = y.a;
      if (x.operation <= term_operation::pow) {
        const bool commutes =
            x.operation <= term_operation::min && x.operation != term_operation::over;
        if (same(x.a, y.a))
          c = x.b, d = y.b;
        else if (same(x.b, y.b))
          ;
        else if (commutes && same(x.a, y.b))
          c = x.b;
        else if (commutes && same(x.b, y.a))
          d = y.b;
        else if (alike(x.b, y.b) && !alike(x.a, y.a))
          c = x.b, d = y.b;
        else if (!alike(x.a, y.a))
          return;
      }
      if (is_leaf(c) && is_leaf(d)) return;
      a = c, b = d;
    }
  }

  // The deepest text with at most `most` characters.
  ATTN_ABI constexpr rules::composed_text text_of(const term_operand& x, std::size_t most) {
    rules::composed_text deepest;
    for (int depth = 0; depth < 7; ++depth) {
      rules::composed_text text;
      write(text, x, depth, most);
      if (text.size() > most) break;
      deepest = text;
    }
    return deepest;
  }

 private:
  static constexpr std::size_t most_arguments = 16;
  term_node<T>* nodes_ = nullptr;
  std::size_t count_ = 0, capacity_ = 0, arguments_ = 0;
  std::size_t first_[most_arguments]{};
  T last_constant_ = T(0);
  rules::composed_text last_text_{};

  ATTN_ABI constexpr void grow() {
    capacity_ = capacity_ == 0 ? 64 : 2 * capacity_;
    term_node<T>* more = new term_node<T>[capacity_];
    for (std::size_t i = 0; i < count_; ++i) more[i] = nodes_[i];
    delete[] nodes_;
    nodes_ = more;
  }
  ATTN_ABI constexpr bool same(const term_operand& a, const term_operand& b) const {
    return a.negative == b.negative && nodes_[a.node].hash == nodes_[b.node].hash;
  }
  ATTN_ABI constexpr term_operation below(const term_operand& x) const {
    return nodes_[x.node].operation;
  }
  ATTN_ABI constexpr bool is_leaf(const term_operand& x) const {
    return below(x) < term_operation::plus;
  }
  // The whole text has at most `most` characters.
  ATTN_ABI constexpr bool is_short(const term_operand& x, std::size_t most) {
    if (nodes_[x.node].size > most / 3) return false;
    rules::composed_text text;
    write(text, x, static_cast<int>(most), most);
    return text.size() <= most;
  }
  // The same operation, of operands of the same operations.
  ATTN_ABI constexpr bool alike(const term_operand& a, const term_operand& b) const {
    const term_node<T>&x = nodes_[a.node], &y = nodes_[b.node];
    return x.operation == y.operation && !is_leaf(a) && a.negative == b.negative &&
           below(x.a) == below(y.a) && below(x.b) == below(y.b);
  }

  ATTN_ABI constexpr void write_input(rules::composed_text& text, std::size_t number) const {
    std::size_t argument = 0;
    while (argument + 1 < arguments_ && first_[argument + 1] <= number) ++argument;
    const char name[] = {static_cast<char>('a' + argument), '\0'};
    text.add(name).add(number - first_[argument]);
  }
  // The decimal digits of a constant are most of the work, and few constants are not integers.
  ATTN_ABI constexpr void write_constant(rules::composed_text& text, const T& x) {
    if (x >= T(0) && x < T(1000) && x == T(static_cast<int>(x)))
      return void(text.add(static_cast<std::size_t>(x)));
    if (!(x == last_constant_)) {
      last_text_ = {};
      add_number(last_text_, x);
      last_constant_ = x;
    }
    text.add(last_text_);
  }
  // A sum or quotient is in parentheses where it is an operand, because the order matters. What is
  // longer than `most` is not completed.
  ATTN_ABI constexpr void write(rules::composed_text& text, const term_operand& x, int depth,
                                std::size_t most, term_operation around = term_operation::input) {
    if (text.size() > most) return;
    const term_node<T>& node = nodes_[x.node];
    const term_operation operation = node.operation;
    if (x.negative) text.add("-");
    if (operation == term_operation::input) return write_input(text, node.a.node);
    if (operation == term_operation::constant) return write_constant(text, node.constant);
    if (depth == 0) return void(text.add(".."));
    const bool infix = is_infix(operation);
    const bool product_in_sum =
        operation == term_operation::times && around == term_operation::plus;
    const bool enclosed = !infix || x.negative || (is_infix(around) && !product_in_sum);
    const char* name = term_operation_names[static_cast<std::size_t>(operation)];
    if (!infix) text.add(name);
    if (enclosed) text.add("(");
    write(text, node.a, depth - 1, most, operation);
    term_operand right = node.b;
    if (operation == term_operation::plus && right.negative)
      text.add(" - "), right.negative = false;
    else if (operation <= term_operation::pow)
      text.add(infix ? name : ", ");
    if (operation <= term_operation::pow) write(text, right, depth - 1, most, operation);
    if (enclosed) text.add(")");
  }
  ATTN_ABI static constexpr bool is_infix(term_operation operation) {
    return operation >= term_operation::plus && operation <= term_operation::over;
  }
};

}  // namespace attn::detail

namespace attn {

// Rows of term<T> in constant evaluation (detail/constant/row.hpp): all lanes are one
// constant, or none is one, and none has a node in a record. An operation with a constant gives a
// constant, the other operand or a node, the same in all lanes. One without gives nodes, but where
// two lanes are equal that need not be, and then it fails.

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
  ATTN_ABI friend constexpr term_row(max)(const term_row& a, const term_row& b) {
    if (a.known || b.known)
      return with_constant<kind::max>(a, b,
                                      [](const E& x, const E& y) { return (math::max)(x, y); });
    return node<kind::max>(a, b);
  }
  ATTN_ABI friend constexpr term_row(min)(const term_row& a, const term_row& b) {
    if (a.known || b.known)
      return with_constant<kind::min>(a, b,
                                      [](const E& x, const E& y) { return (math::min)(x, y); });
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
