// SPDX-License-Identifier: BSL-1.0
// What a tensor of another type requires in order to be this one: a function with a name. The call
// (rules/call.hpp) never holds; its relations are the reasons, of which one applies.
//
//   other_tensor_call<axes_of<To…>, axes_of<From…>, T, U>   of U to T
//
// Rules: the axes in their order, under their names; the element type; the polarity of a mask.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/relations.hpp>

namespace attn::rules {

namespace detail {

enum class conversion { none, order, names, to_keep, to_ignore, to_mask, element };

template <class T>
concept mask_entry = requires(const T& x) { x.allows(); };

template <class Role>
inline constexpr std::size_t rank_of = 0;
template <class... Axes>
inline constexpr std::size_t rank_of<axes_of<Axes...>> = sizeof...(Axes);

// The same axes, each as often, in some order.
template <class... To, class... From>
consteval bool reordered(axes_of<To...>*, axes_of<From...>*) {
  const auto times = []<class Axis, class... In>(axes_of<Axis>*, axes_of<In...>*) {
    return (std::size_t{0} + ... + std::size_t{std::is_same_v<Axis, In>});
  };
  constexpr axes_of<To...>* to = nullptr;
  constexpr axes_of<From...>* from = nullptr;
  return ((times(static_cast<axes_of<To>*>(nullptr), to) ==
           times(static_cast<axes_of<To>*>(nullptr), from)) &&
          ...);
}

template <class T, class U, class To, class From>
consteval conversion needed() {
  if constexpr (std::is_same_v<To, From>) {
    if constexpr (mask_entry<T> && std::is_same_v<U, bool>)
      return conversion::to_mask;
    else if constexpr (mask_entry<T> && mask_entry<U>)
      return T(1).allows() ? conversion::to_keep : conversion::to_ignore;
    else if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<U>)
      return conversion::element;
  } else if constexpr (rank_of<To> == rank_of<From>) {
    if (reordered(static_cast<To*>(nullptr), static_cast<From*>(nullptr))) return conversion::order;
    if (same_axes<To, From>::value) return conversion::names;
  }
  return conversion::none;
}

}  // namespace detail

template <class To, class From, class T, class U>
struct other_tensor_call {
  using operands = roles<From>;
  static constexpr auto needed = detail::needed<T, U, To, From>();
  // Both shapes, or both element types.
  using axes = agree<diagnostic_axes_unless<false, From>, diagnostic_axes_unless<false, To>>;
  using elements = same_element<element_of_A<U>, element_of_B<T>>;
  template <detail::conversion Case, class Relation>
  using in_case = only_if<needed == Case, Relation>;

  using in_order = in_case<detail::conversion::order, axes>;
  using under_names = in_case<detail::conversion::names, axes>;
  using keeps = in_case<detail::conversion::to_keep, elements>;
  using ignores = in_case<detail::conversion::to_ignore, elements>;
  using mask = in_case<detail::conversion::to_mask, elements>;
  using element = in_case<detail::conversion::element, elements>;
  using other =
      in_case<detail::conversion::none,
              typename detail::choose<std::is_same_v<To, From>>::template type<elements, axes>>;
};

}  // namespace attn::rules
