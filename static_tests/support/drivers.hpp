// SPDX-License-Identifier: BSL-1.0
// Promises that many functions make, as one call each. f is a generic lambda.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/ops/selecting.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests {
// The body of tests.accepts_an_archetype<X…>(f): of its elements, f needs only what archetype.hpp has. The
// operands are filled tensors of these types.
template <class F, class... X> struct with_archetypes {
  constexpr void operator()(report& r) const {
    const auto check = [&r](const X&... x) {
      r.same(values_of(F{}(as_archetype(x)...)), F{}(x...));
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) { check(launder(filled<X>(I + 1, 3.0))...); }(
        std::index_sequence_for<X...>());
  }
};

// f of each size: for_sizes<1, 3, 16>([&]<std::size_t N>() { … }). Two and more of them belong together in
// for_pairs<1, 1, 3, 5>, …
template <std::size_t... N> inline constexpr std::size_t numbers_in[] = {N...};
template <std::size_t Each, std::size_t... N, class F> constexpr void for_groups(const F& f) {
  const auto group = [&]<std::size_t At, std::size_t... I>(std::index_sequence<I...>) {
    f.template operator()<numbers_in<N...>[At * Each + I]...>();
  };
  [&]<std::size_t... At>(std::index_sequence<At...>) {
    (group.template operator()<At>(std::make_index_sequence<Each>()), ...);
  }(std::make_index_sequence<sizeof...(N) / Each>());
}
template <std::size_t... N, class F> constexpr void for_sizes(const F& f) {
  for_groups<1, N...>(f);
}
template <std::size_t... N, class F> constexpr void for_pairs(const F& f) {
  for_groups<2, N...>(f);
}
template <std::size_t... N, class F> constexpr void for_threes(const F& f) {
  for_groups<3, N...>(f);
}
template <std::size_t... N, class F> constexpr void for_fours(const F& f) {
  for_groups<4, N...>(f);
}

// Index i of an axis; what lacks the axis is shared.
template <attn::axis_selector Axis, class X> constexpr auto alone(const X& x, std::size_t) {
  return x;
}
template <attn::axis_selector Axis, class T, class... Axes>
constexpr auto alone(const attn::tensor<T, Axes...>& x, std::size_t i) {
  using namespace attn::rules;
  if constexpr (has_axis<axes_of<Axes...>, wanted<Axis>>::value)
    return attn::select<Axis>(x, i);
  else
    return x;
}

// f computes each index of these axes as if it were alone. Returns f(x…).
template <attn::axis_selector Axis, attn::axis_selector... More, class F, class... X>
constexpr auto independent_of_leading_axes(report& r, const F& f, const X&... x) {
  const auto all = f(x...);
  for (std::size_t i = 0; i < all.template extent<Axis>(); ++i) {
    if constexpr (sizeof...(More) == 0)
      r.same(attn::select<Axis>(all, i), f(alone<Axis>(x, i)...));
    else
      r.same(attn::select<Axis>(all, i),
          independent_of_leading_axes<More...>(r, f, alone<Axis>(x, i)...));
  }
  return all;
}

// into(out, x…) writes f(x…) over whatever was there.
template <class Into, class F, class... X>
constexpr void into_is_the_same(report& r, const Into& into, const F& f, const X&... x) {
  const auto expected = f(x...);
  auto out = expected;
  for (auto& element : out) element = -7;
  into(out, x...);
  r.same(out, expected);
}
}  // namespace attn_tests
