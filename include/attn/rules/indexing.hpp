// SPDX-License-Identifier: BSL-1.0
// The rules about positions of axes, braces and indices. Those about shapes are in relations.hpp.
#pragma once

#include <cstddef>

#include <attn/rules/roles.hpp>

namespace attn::rules {

// A braced list has one entry per index of the axis.
template <class Axis, class Braced>
struct one_entry_per_index {
  static constexpr bool value = false;
};
template <class Axis, std::size_t... Counts>
struct one_entry_per_index<Axis, braced<Counts...>> {
  static constexpr bool value = ((Counts == Axis::size) && ...);
};

// The number of elements of an array is part of its type.
template <class Counts>
struct size_in_type {
  static constexpr bool value = false;
};
template <std::size_t... Counts>
struct size_in_type<braced<Counts...>> {
  static constexpr bool value = (sizeof...(Counts) > 0);
};

// Each row, plane, … has its own braces; only a tensor of rank 1 has none.
template <class Rank, class Braced>
struct braces_nested {
  static constexpr bool value = false;
};
template <std::size_t Rank, std::size_t... Counts>
struct braces_nested<rank<Rank>, braced<Counts...>> {
  static constexpr bool value = (Rank < 2);
};

// One index per axis.
template <class Role, class Rank>
struct one_index_per_axis {
  static constexpr bool value = false;
};
template <template <class...> class Role, class... Axes, std::size_t Rank>
struct one_index_per_axis<Role<Axes...>, rank<Rank>> {
  static constexpr bool value = (sizeof...(Axes) == Rank);
};

// Every index is below the size of its axis.
template <class Role, class Indices>
struct indices_in_range {
  static constexpr bool value = true;
};  // a wrong number of indices is the other rule's
template <template <class...> class Role, class... Axes, std::size_t... I>
  requires(sizeof...(Axes) == sizeof...(I))
struct indices_in_range<Role<Axes...>, indices<I...>> {
  static constexpr bool value = ((I < Axes::size) && ...);
};

// The second axis follows the first; the axes are only for the diagnostic.
template <class Positions, auto Shown = nullptr>
struct adjacent_axes {
  static constexpr bool value = false;
};
template <std::size_t First, std::size_t Second, auto Shown>
struct adjacent_axes<positions<First, Second>, Shown> {
  static constexpr bool value = (Second == First + 1);
};

// The positions contain each axis exactly once.
template <class Rank, class Positions, auto Shown = nullptr>
struct each_axis_once {
  static constexpr bool value = false;
};
template <std::size_t Rank, std::size_t... At, auto Shown>
struct each_axis_once<rank<Rank>, positions<At...>, Shown> {
  static constexpr bool value = [] {
    std::size_t times[Rank + 1]{};
    (++times[At < Rank ? At : Rank], ...);
    for (std::size_t i = 0; i < Rank; ++i)
      if (times[i] != 1) return false;
    return times[Rank] == 0;
  }();
};

}  // namespace attn::rules
