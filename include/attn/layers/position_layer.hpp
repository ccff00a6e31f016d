// SPDX-License-Identifier: BSL-1.0
// Positions as a layer: to every token of a sequence the row of its position is added.
//
//   nn::learned_positions<T, position, width> layer;               a table, trained like the rest
//   nn::sinusoidal_positions<T, position, width, layout> layer;    no parameters: sines and cosines
//   layer(x[, first])     out(…, t, j) = x(…, t, j) + rows(first + t, j)
//
// (token, width) -> (token, width); a leading axis (a batch) goes along. `position` says how many
// positions there are: of a table its rows, of sinusoids a limit that the caller sets. `first` is
// the position of the first token, 0 if it is left out: what a cache holds already.
//
// Rules: is_sequence; same_element; same_axis of x's last axis and the width; fits_into, of the
// tokens and the positions; what sinusoidal_positions asks.
// A position behind the last does not compile as a constant, and ends the program.
// Accuracy: one addition an element, each correctly rounded; the rows: layers/position.hpp.
#pragma once

#include <cstddef>

#include <attn/layers/parameters.hpp>
#include <attn/layers/position.hpp>
#include <attn/ops/slice.hpp>
#include <attn/rules/message.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void position_is_behind_the_last() { detail::end_of_program(); }

namespace rules {

// Asserted for every call of such a layer; true if it can be made.
template <class T, class Position, class Width, class U, class... X>
consteval bool positions_are_sound() {
  static_assert(is_sequence<in_brief<axes_of<X...>>>::value,
                "attn::nn::{learned,sinusoidal}_positions(x): x must be (token, width), or a batch "
                "of them");
  static_assert(same_element<element_of_A<U>, element_of_B<T>>::value,
                "attn::nn::{learned,sinusoidal}_positions(x): x must have the element type of the "
                "layer; as<T>(x)");
  if constexpr (is_sequence<axes_of<X...>>::value) {
    using wide = width_of_X<last_axis<shape<X...>>>;
    using tokens = size<second_to_last_axis<shape<X...>>::size>;
    static_assert(
        same_axis<wide, input_of_W<Width>>::value,
        ATTN_MESSAGE("attn::nn::{learned,sinusoidal}_positions(x): the last axis of x must "
                     "be the layer's width",
                     axes_of<X...>));
    static_assert(
        fits_into<tokens, any_axis<Position>>::value,
        ATTN_MESSAGE("attn::nn::{learned,sinusoidal}_positions(x): x has more tokens than "
                     "there are positions",
                     axes_of<X...>));
    return same_axis<wide, input_of_W<Width>>::value &&
           fits_into<tokens, any_axis<Position>>::value &&
           same_element<element_of_A<U>, element_of_B<T>>::value;
  } else {
    return false;
  }
}

}  // namespace rules

namespace detail {

// x, and the same rows on top of every sequence in it.
template <class X, class Rows>
ATTN_ABI constexpr X with_rows_added(const X& x, const Rows& rows) {
  X out(uninitialized);
  for (std::size_t i = 0; i < X::volume; i += Rows::volume)
    for (std::size_t j = 0; j < Rows::volume; ++j)
      out.data()[i + j] = x.data()[i + j] + rows.data()[j];
  return out;
}

template <class X>
using tokens_of = second_to_last_axis<typename X::shape_type>;

// Whether `tokens` positions from `first` on are there.
ATTN_ABI constexpr bool positions_exist(std::size_t first, std::size_t tokens,
                                        std::size_t positions) {
  return tokens <= positions && first <= positions - tokens;
}

}  // namespace detail

namespace nn {

template <scalar T, axis_like Position, axis_like Width>
struct learned_positions {
  using value_type = T;
  using position = Position;
  using width = Width;
  using weight_type = tensor<T, Position, Width>;
  ATTN_MEMBERS(learned_positions, (weight_type, weight));

  template <class U, class... X>
  ATTN_ABI constexpr tensor<U, X...> operator()(const tensor<U, X...>& x,
                                                std::size_t first = 0) const {
    if constexpr (rules::positions_are_sound<T, Position, Width, U, X...>()) {
      constexpr std::size_t tokens = attn::detail::tokens_of<tensor<U, X...>>::size;
      if (!attn::detail::positions_exist(first, tokens, Position::size))
        position_is_behind_the_last();
      return attn::detail::with_rows_added(x, narrow<0, tokens>(weight, first));
    } else {
      return x;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const learned_positions&,
                                            const learned_positions&) = default;
};

template <scalar T, axis_like Position, axis_like Width, class Layout>
struct sinusoidal_positions {
  using value_type = T;
  using position = Position;
  using width = Width;
  ATTN_MEMBERS(sinusoidal_positions);

  template <class U, class... X>
  ATTN_ABI constexpr tensor<U, X...> operator()(const tensor<U, X...>& x,
                                                std::size_t first = 0) const {
    if constexpr (rules::positions_are_sound<T, Position, Width, U, X...>()) {
      constexpr std::size_t tokens = attn::detail::tokens_of<tensor<U, X...>>::size;
      if (!attn::detail::positions_exist(first, tokens, Position::size))
        position_is_behind_the_last();
      return attn::detail::with_rows_added(
          x, attn::sinusoidal_positions<dim<tokens>, dim<Width::size>, T, Layout>(first));
    } else {
      return x;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const sinusoidal_positions&,
                                            const sinusoidal_positions&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
