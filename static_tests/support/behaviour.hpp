// SPDX-License-Identifier: BSL-1.0
// A behaviour is a function that checks what a header promises. The compiler evaluates it, which proves
// that all its checks hold (proof.hpp). Where the library computes by other means when it runs (kernels,
// readers), the program runtime_tests executes it as well: launder() keeps the optimiser from folding it,
// and the bits of all its results must be those that the compiler found.
//
//   inline constexpr auto behaviours = [](test_table& tests) {
//     tests.proved("the result has the axes of x", [](report& r) { r.check(…); });
//     tests.executed<float, double>("square of three", []<class T>(report& r) {
//       const auto x = launder(matrix<T, 1, 1>{{3}});
//       r.check(multiply(x, x)(0, 0) == 9);
//       r.bits(multiply(x, x));
//     });
//   };
//
// Both kinds are proved on every change. `executed` is executed by the README's command for the tests,
// `proved` only by .ci/run. A function may also return a report that another function has made.
//
// r.check(equals(a, b)), and any other check with a report, shows the report where it fails. r.same(a, b)
// checks that the bits are equal, and reports them; has_type<T>(x) asserts the type of a variable.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <source_location>
#include <type_traits>
#include <utility>

#include <attn/layers/parameters.hpp>
#include <attn/rules/call.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn_tests {
// x, of which the optimiser knows nothing at run time.
template <class T> constexpr T launder(const T& known) {
  T x = known;
  if (!std::is_constant_evaluated()) asm volatile("" : : "r"(&x) : "memory");
  return x;
}

struct report {
  unsigned failed_line = 0;  // of the first check that did not hold; 0: all did
  unsigned checks = 0;
  std::uint64_t hash = 14695981039346656037ull;
  const char* skipped = nullptr;  // why a behaviour that is not of this build was not checked
  char said[192] = {};            // what the first check that did not hold has reported

  constexpr void check(bool holds, std::source_location where = std::source_location::current()) {
    ++checks;
    if (!holds && failed_line == 0) failed_line = where.line();
  }

  // equals(a, b), is_close(a, b), is_within(y, a, b) …: what has a text.
  template <class Found>
    requires requires(const Found& found) { found.text().size(); }
  constexpr void check(
      const Found& what, std::source_location where = std::source_location::current()) {
    if (!what && failed_line == 0) {
      const attn::rules::composed_text text = what.text();
      for (std::size_t i = 0; i < text.size() && i + 1 < sizeof said; ++i) said[i] = text.text[i];
    }
    check(static_cast<bool>(what), where);
  }

  // Results with the same bits, which must also agree in both evaluations.
  template <class A, class B>
  constexpr void same(
      const A& a, const B& b, std::source_location where = std::source_location::current()) {
    using attn::bitwise_equal;
    check(bitwise_equal(a, b), where);
    if constexpr (requires { bits(a); }) bits(a);
  }

  // Instead of checks, where this build has nothing to check. The run-time tests report the reason.
  constexpr void skip(const char* reason) { skipped = reason; }

  // Results whose bits must agree in both evaluations.
  template <class T>
    requires std::is_arithmetic_v<T>
  constexpr void bits(T x) {
    std::uint64_t word = 0x7ff8dead;  // all NaNs are one
    if constexpr (std::is_integral_v<T>)
      word = static_cast<std::uint64_t>(x);
    else if (x == x)
      word = std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(x);
    hash = (hash ^ word) * 1099511628211ull;
    hash ^= hash >> 29;
  }
  template <class T, class... Axes>
    requires std::is_arithmetic_v<T>
  constexpr void bits(const attn::tensor<T, Axes...>& x) {
    for (const T& element : x) bits(element);
  }
};

// What the name of a behaviour is followed by: the type that it is about, where there are several.
template <class T> inline constexpr const char* name_of_type = nullptr;
template <> inline constexpr const char* name_of_type<int> = "int";
template <> inline constexpr const char* name_of_type<float> = "float";
template <> inline constexpr const char* name_of_type<double> = "double";
template <> inline constexpr const char* name_of_type<long double> = "long double";

// One behaviour: F alone, or F of a type.
template <class F, class... T> struct body {
  static constexpr const char* type = (nullptr, ..., name_of_type<T>);
  static constexpr report run() {
    if constexpr (sizeof...(T) == 0) {
      if constexpr (std::is_invocable_v<F>) {
        return F{}();
      } else {
        report r;
        F{}(r);
        return r;
      }
    } else if constexpr (requires { F{}.template operator()<T...>(); }) {
      return F{}.template operator()<T...>();
    } else {
      report r;
      F{}.template operator()<T...>(r);
      return r;
    }
  }
};

// The body of tests.accepts_an_archetype<X…>(f): drivers.hpp.
template <class F, class... X> struct with_archetypes;

// The rows of a header: each a name, and a behaviour for each of the types, or one. A unit that includes
// proof.hpp first asserts them; in another, nothing is done with a row.
struct proved_behaviour;
struct asserted_row;
template <class Row, bool Executed, class F, class... T> struct add_row {
  template <class Table> static constexpr void to(Table&, const char*) {}
};
struct test_table {
  template <class... T, class F> constexpr void proved(const char* name, F) {
    add_row<asserted_row, false, F, T...>::to(*this, name);
  }
  template <class... T, class F> constexpr void executed(const char* name, F) {
    add_row<asserted_row, true, F, T...>::to(*this, name);
  }
  template <class... X, class F> constexpr void accepts_an_archetype(F) {
    proved("an archetype will do", with_archetypes<F, X...>());
  }

  proved_behaviour* rows = nullptr;
  std::size_t count = 0;
};

// The type of a variable.
template <class Expected, class X> constexpr void has_type(const X&) {
  static_assert(std::is_same_v<X, Expected>);
}

// What the compiler finds when it evaluates a behaviour: one evaluation each, so that the
// compilers' limits count for one and not for all.
template <class Body> inline constexpr report found = Body::run();
}  // namespace attn_tests
