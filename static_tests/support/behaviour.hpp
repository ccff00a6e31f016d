// SPDX-License-Identifier: BSL-1.0
// A behaviour is one constexpr function that checks what a header promises. It is evaluated twice:
// by the compiler, which asserts that all checks hold (proof.hpp), and by the program runtime_tests,
// where launder() keeps the optimiser from folding it and the bits of all its results must be those
// the compiler found.
//
//   constexpr report square_of_three() {
//     report r;
//     const auto x = launder(matrix<double, 1, 1>{{3}});
//     r.check(multiply(x, x)(0, 0) == 9);
//     r.bits(multiply(x, x));
//     return r;
//   }
//   inline constexpr behaviour behaviours[] = {{"square of three", square_of_three}};
//
// r.check(equals(a, b)), and any other check with a report, shows the report where it fails.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <source_location>
#include <type_traits>
#include <utility>

#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn_tests {

// x, of which the optimiser knows nothing at run time.
template <class T>
constexpr T launder(const T& known) {
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
  constexpr void check(const Found& what,
                       std::source_location where = std::source_location::current()) {
    if (!what && failed_line == 0) {
      const attn::rules::composed_text text = what.text();
      for (std::size_t i = 0; i < text.size() && i + 1 < sizeof said; ++i) said[i] = text.text[i];
    }
    check(static_cast<bool>(what), where);
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
  constexpr void bits(const attn::tensor<T, Axes...>& x) {
    for (const T& element : x) bits(element);
  }
};

struct behaviour {
  const char* name;
  report (*run)();
};

// What the compiler finds when it evaluates a behaviour: one evaluation each, so that the
// compilers' limits count for one and not for all.
template <const auto& Behaviours, std::size_t I>
inline constexpr report proved = Behaviours[I].run();

}  // namespace attn_tests
