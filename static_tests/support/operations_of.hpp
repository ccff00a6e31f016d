// SPDX-License-Identifier: BSL-1.0
// What a call executes, counted: operations_of(f, x…) hands f its tensors and models as counted ones.
// Only their types matter: they are filled with numbers a little above 1.
#pragma once

#include <attn/layers/analysis_parameters.hpp>
#include <attn/scalars/counted.hpp>
#include <source_location>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests {
template <class X> inline constexpr bool has_numbers = false;
template <class T, class... Axes>
inline constexpr bool has_numbers<attn::tensor<T, Axes...>> = std::is_floating_point_v<T>;

// A tensor of numbers, or all tensors of a model; ids and options as they are.
template <class X> constexpr auto counted_argument(attn::operation_count& count, const X& x) {
  const auto fill = [](auto& to) {
    using T = typename std::remove_reference_t<decltype(to)>::value_type;
    T next = 1;
    for (T& element : to) element = next += T(0.03125);
  };
  auto numbers = x;
  if constexpr (has_numbers<X>) {
    fill(numbers);
    return attn::counted_in(count, launder(numbers));
  } else if constexpr (attn::rules::names_its_conversion<attn::rules::model<X>>::value) {
    if constexpr (attn::rules::is_parameter<attn::rules::model<X>>::value)
      attn::for_each_parameter([&fill](const auto&, auto& leaf) { fill(leaf); }, numbers);
    return attn::counted_in(count, numbers);
  } else {
    return x;
  }
}

template <class F, class... X>
constexpr attn::operation_count operations_of(const F& f, const X&... x) {
  attn::operation_count count;
  static_cast<void>(f(counted_argument(count, x)...));
  return count;
}

// So that a run compares them too.
constexpr void bits_of(report& r, const attn::operation_count& count) {
  r.bits(count.flops());
  r.bits(count.additions);
  r.bits(count.comparisons);
}

// A cost that a line of a test expects.
struct expected_cost {
  attn::operation_count count;
  std::source_location where;

  constexpr expected_cost(const attn::operation_count& constant,
      std::source_location line = std::source_location::current())
      : count(constant), where(line) {}
};
// The operations that f executes are the constant of the types.
template <class F, class... X>
constexpr void cost_is_counted(
    report& r, const expected_cost& constant, const F& f, const X&... x) {
  const attn::operation_count found = operations_of(f, x...);
  r.check(found == constant.count, constant.where);
  bits_of(r, found);
}
}  // namespace attn_tests
