// SPDX-License-Identifier: BSL-1.0
// What the compiler proved of a header's behaviours, as data that a program can link: each behaviour
// with the report of its constant evaluation. CMake generates a unit for every header
// static_tests/<directory>/<name>.hpp from unit.cpp.in, which asserts and defines its proof; the
// run-time tests execute the same behaviours and compare, without evaluating them a second time.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

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

template <const auto& Behaviours, std::size_t I>
struct asserted {
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
