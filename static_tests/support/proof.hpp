// SPDX-License-Identifier: BSL-1.0
// What the compiler proves of a header's behaviours (behaviour.hpp). Two kinds of generated units include this
// header, and then a header with behaviours (static_tests/CMakeLists.txt):
//
//   its proof   with ATTN_TAKEN_ROWS proved, compiled with -fsyntax-only: the rows are asserted
//   its data    with ATTN_TAKEN_ROWS executed: asserts these rows, and keeps what the compiler found as
//               data, found_in<behaviours>(), with which the run-time tests compare
//
// So each behaviour is evaluated once by the compiler.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/rules/diagnostic_axes.hpp>
#include <attn/tensor/detail/number_text.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/drivers.hpp"

namespace attn_tests {
struct proved_behaviour {
  const char* name;
  const char* type;  // or nullptr
  report (*run)();
  report found;  // in constant evaluation
};

struct proof {
  const proved_behaviour* first;
  std::size_t count;

  const proved_behaviour* begin() const { return first; }
  const proved_behaviour* end() const { return first + count; }
};

// The report of the check that failed, for the compiler to print: Clang shortens longer texts.
template <attn::rules::text... Found> struct as_reported {
  static constexpr bool value = sizeof...(Found) == 0;
};
inline constexpr std::size_t longest_text = 31;
constexpr attn::rules::composed_text part_of(const report& r, std::size_t part) {
  attn::rules::composed_text text;
  for (std::size_t i = part * longest_text; i < (part + 1) * longest_text && r.said[i] != 0; ++i)
    text.text[text.length++] = r.said[i];
  return text;
}
constexpr std::size_t parts_of(const report& r) {
  std::size_t length = 0;
  while (r.said[length] != 0) ++length;
  return (length + longest_text - 1) / longest_text;
}
template <class Body, class = std::make_index_sequence<parts_of(found<Body>)>> struct shown;
template <class Body, std::size_t... Part> struct shown<Body, std::index_sequence<Part...>> {
  using type = as_reported<attn::detail::filled<part_of(found<Body>, Part)>()...>;
};

template <class Body> struct asserted {
  using reported = typename shown<Body>::type;
  static_assert(reported::value, "a check does not hold: its report");
  static_assert(found<Body>.failed_line == 0,
      "a check does not hold in constant evaluation; the number is its line");
  static_assert((found<Body>.checks == 0) == (found<Body>.skipped != nullptr),
      "a behaviour either checks something or is skipped");
  static constexpr bool value = true;
};

// The rows that a unit is about: all, the proved or the executed ones.
#if !defined(ATTN_TAKEN_ROWS)
#define ATTN_TAKEN_ROWS all
#endif
enum class rows { all, proved, executed };
inline constexpr rows taken = rows::ATTN_TAKEN_ROWS;

// Asserts the behaviours of a row, and keeps what the compiler found.
template <bool Executed, class F, class... T> struct add_row<asserted_row, Executed, F, T...> {
  static constexpr void to(test_table& tests, const char* name) {
    if constexpr (taken == (Executed ? rows::proved : rows::executed))
      return;
    else if constexpr (sizeof...(T) == 0)
      add<body<F>>(tests, name);
    else
      add_each<T...>(tests, name);
  }
  template <class First, class... Others>
  static constexpr void add_each(test_table& tests, const char* name) {
    add<body<F, First>>(tests, name);
#if !defined(ATTN_FIRST_TYPE_OF_ROWS)  // a unit that is executed with one of the types
    (add<body<F, Others>>(tests, name), ...);
#endif
  }
  template <class Body> static constexpr void add(test_table& tests, const char* name) {
    static_assert(asserted<Body>::value);
    if (tests.rows) tests.rows[tests.count] = {name, Body::type, Body::run, found<Body>};
    ++tests.count;
  }
};

// The behaviours of a header, with what the compiler found.
template <std::size_t N> struct found_behaviours {
  proved_behaviour each[N + 1];

  constexpr proof as_proof() const { return {each, N}; }
};
template <const auto& Behaviours> consteval auto found_in() {
  constexpr std::size_t count = [] {
    test_table counted;
    Behaviours(counted);
    return counted.count;
  }();
  found_behaviours<count> all{};
  test_table kept;
  kept.rows = all.each;
  Behaviours(kept);
  return all;
}
}  // namespace attn_tests
