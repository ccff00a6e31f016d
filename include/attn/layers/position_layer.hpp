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
#include <attn/rules/says.hpp>

namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] inline void position_is_behind_the_last() { detail::end_of_program(); }

namespace detail {

// Asserted for every call of such a layer; true if it can be made.
template <class Layer, class X>
consteval bool positions_call_is_sound() {
  using of_x = typename X::shape_type;
  using axes = rules::role_of<rules::axes_of, of_x>;
  using element = rules::element_of_A<typename X::value_type>;
  using element_of_layer = rules::element_of_B<typename Layer::value_type>;
  static_assert(
      rules::is_sequence<axes>,
      "attn::nn::{learned,sinusoidal}_positions(x): x must be (token, width), or a batch of them");
  static_assert(rules::same_element<element, element_of_layer>,
                "attn::nn::{learned,sinusoidal}_positions(x): x must have the element type of the "
                "layer; as<T>(x)");
  if constexpr (rules::is_sequence<axes>) {
    using wide = rules::width_of_X<last_axis<of_x>>;
    using width = rules::input_of_W<typename Layer::width>;
    using tokens = rules::size<second_to_last_axis<of_x>::size>;
    using positions = rules::any_axis<typename Layer::position>;
    static_assert(rules::same_axis<wide, width>,
                  ATTN_SAYS("attn::nn::{learned,sinusoidal}_positions(x): the last axis of x must "
                            "be the layer's width",
                            axes));
    static_assert(rules::fits_into<tokens, positions>,
                  ATTN_SAYS("attn::nn::{learned,sinusoidal}_positions(x): x has more tokens than "
                            "there are positions",
                            axes));
    return rules::same_axis<wide, width> && rules::fits_into<tokens, positions> &&
           rules::same_element<element, element_of_layer>;
  } else {
    return false;
  }
}

// x, and the same rows on top of every sequence in it.
template <class X, class Rows>
constexpr X with_rows_added(const X& x, const Rows& rows) {
  X out(uninitialized);
  for (std::size_t i = 0; i < X::volume; i += Rows::volume)
    for (std::size_t j = 0; j < Rows::volume; ++j)
      out.data()[i + j] = x.data()[i + j] + rows.data()[j];
  return out;
}

template <class X>
using tokens_of = second_to_last_axis<typename X::shape_type>;

// `tokens` positions from `first` on are there.
constexpr void check_positions(std::size_t first, std::size_t tokens, std::size_t positions) {
  if (tokens > positions || first > positions - tokens) position_is_behind_the_last();
}

}  // namespace detail

namespace nn {

template <scalar T, axis_like Position, axis_like Width>
struct learned_positions {
  using value_type = T;
  using position = Position;
  using width = Width;
  using weight_type = tensor<T, Position, Width>;
  BOOST_HANA_DEFINE_STRUCT(learned_positions, (weight_type, weight));

  template <scalar U>
  using with_element = learned_positions<U, Position, Width>;

  template <class U, class... X>
  constexpr tensor<U, X...> operator()(const tensor<U, X...>& x, std::size_t first = 0) const {
    if constexpr (attn::detail::positions_call_is_sound<learned_positions, tensor<U, X...>>()) {
      constexpr std::size_t tokens = attn::detail::tokens_of<tensor<U, X...>>::size;
      attn::detail::check_positions(first, tokens, Position::size);
      return attn::detail::with_rows_added(x, narrow<0, tokens>(weight, first));
    } else {
      return x;
    }
  }
  friend constexpr bool operator==(const learned_positions&, const learned_positions&) = default;
};

template <scalar T, axis_like Position, axis_like Width, class Layout>
struct sinusoidal_positions {
  using value_type = T;
  using position = Position;
  using width = Width;
  BOOST_HANA_DEFINE_STRUCT(sinusoidal_positions);

  template <scalar U>
  using with_element = sinusoidal_positions<U, Position, Width, Layout>;

  template <class U, class... X>
  constexpr tensor<U, X...> operator()(const tensor<U, X...>& x, std::size_t first = 0) const {
    if constexpr (attn::detail::positions_call_is_sound<sinusoidal_positions, tensor<U, X...>>()) {
      constexpr std::size_t tokens = attn::detail::tokens_of<tensor<U, X...>>::size;
      attn::detail::check_positions(first, tokens, Position::size);
      return attn::detail::with_rows_added(
          x, attn::sinusoidal_positions<dim<tokens>, dim<Width::size>, T, Layout>(first));
    } else {
      return x;
    }
  }
  friend constexpr bool operator==(const sinusoidal_positions&,
                                   const sinusoidal_positions&) = default;
};

}  // namespace nn

}  // namespace attn
