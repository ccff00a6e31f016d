// SPDX-License-Identifier: BSL-1.0
// What the compiler proved of a header's behaviours, as data that a program can link: each behaviour
// with the report of its constant evaluation. CMake generates a unit for every header
// static_tests/<directory>/<name>.hpp from unit.cpp.in, which asserts and defines its proof; the
// run-time tests execute the same behaviours and compare, without evaluating them a second time.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

#include <attn/rules/diagnostic_axes.hpp>
#include <attn/tensor/detail/number_text.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests {

struct proved_behaviour {
  behaviour what;
  report found;  // in constant evaluation
};

struct proof {
  const proved_behaviour* first;
  std::size_t count;

  const proved_behaviour* begin() const { return first; }
  const proved_behaviour* end() const { return first + count; }
};

// The report of the check that failed, for the compiler to print: Clang shortens longer texts.
template <attn::rules::text... Found>
struct as_reported {
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
template <const auto& Behaviours, std::size_t I,
          class = std::make_index_sequence<parts_of(proved<Behaviours, I>)>>
struct shown;
template <const auto& Behaviours, std::size_t I, std::size_t... Part>
struct shown<Behaviours, I, std::index_sequence<Part...>> {
  using type = as_reported<attn::detail::filled<part_of(proved<Behaviours, I>, Part)>()...>;
};

template <const auto& Behaviours, std::size_t I>
struct asserted {
  using found = typename shown<Behaviours, I>::type;
  static_assert(found::value, "a check does not hold: its report");
  static_assert(proved<Behaviours, I>.failed_line == 0,
                "a check does not hold in constant evaluation; the number is its line");
  static_assert((proved<Behaviours, I>.checks == 0) == (proved<Behaviours, I>.skipped != nullptr),
                "a behaviour either checks something or is skipped");
  static constexpr proved_behaviour value = {Behaviours[I], proved<Behaviours, I>};
};

template <const auto& Behaviours, class = std::make_index_sequence<std::size(Behaviours)>>
struct proof_of;
template <const auto& Behaviours, std::size_t... I>
struct proof_of<Behaviours, std::index_sequence<I...>> {
  static constexpr proved_behaviour each[] = {asserted<Behaviours, I>::value...};
  static constexpr proof value = {each, sizeof...(I)};
};

}  // namespace attn_tests
