// SPDX-License-Identifier: BSL-1.0
// Positions as a layer: adds the row of its position to every token of a sequence.
//
//   nn::learned_positions<T, position, width> layer;               a table, trained like the rest
//   nn::sinusoidal_positions<T, position, width, layout> layer;    no parameters: sines and cosines
//   layer(x[, first])     out(…, t, j) = x(…, t, j) + rows(first + t, j)
//
// (token, width) -> (token, width); an optional leading axis (a batch). The size of `position` is
// the number of positions: the rows of a table, or a limit for sinusoids. `first` is the position
// of the first token, by default 0: for example the number of tokens in a cache.
//
// Rules: is_sequence; same_element; same_axis of x's last axis and the width; fits_into, of the
// tokens and the positions; those of sinusoidal_positions. A position after the last one does not
// compile as a constant, and ends the program at run time.
// Accuracy: one addition per element, correctly rounded; the rows: layers/position.hpp.
// Cost: cost_of<nn::learned_positions<…>, X>(), 1 addition per element: the rows are constants.
#pragma once

#include <cstddef>

#include <attn/layers/detail/require.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/layers/position.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/slice.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void position_is_behind_the_last() { detail::end_of_program(); }

namespace rules {

template <class X, class T, class Position, class Width>
struct positions_call;
template <class U, class... X, class T, class Position, class Width>
struct positions_call<tensor<U, X...>, T, Position, Width> {
  using operands = roles<axes_of<X...>>;
  static constexpr std::size_t tokens = second_to_last_axis<shape<X...>>::size;
  using sequence = is_sequence<in_brief<axes_of<X...>>>;
  using layer_element = same_element<element_of_A<U>, element_of_B<T>>;
  using width =
      only_if<sequence::value, same_axis<width_of_X<last_axis<shape<X...>>>, input_of_W<Width>>>;
  using enough = only_if<sequence::value, fits_into<size<tokens>, any_axis<Position>>>;
  static constexpr bool holds = all_hold<sequence, layer_element, width, enough>;
};

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
    using call = rules::positions_call<tensor<U, X...>, T, Position, Width>;
    ATTN_REQUIRE_POSITIONS(call, "attn::nn::learned_positions(x)");
    if constexpr (call::holds) {
      if (first > Position::size - call::tokens) position_is_behind_the_last();
      return attn::detail::with_rows_added(x, narrow<0, call::tokens>(weight, first));
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
    using call = rules::positions_call<tensor<U, X...>, T, Position, Width>;
    ATTN_REQUIRE_POSITIONS(call, "attn::nn::sinusoidal_positions(x)");
    if constexpr (call::holds) {
      if (first > Position::size - call::tokens) position_is_behind_the_last();
      return attn::detail::with_rows_added(
          x, attn::sinusoidal_positions<dim<call::tokens>, dim<Width::size>, T, Layout>(first));
    } else {
      return x;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const sinusoidal_positions&,
                                            const sinusoidal_positions&) = default;
};

}  // namespace nn

template <class T, class Position, class Width>
struct counting_rule<nn::learned_positions<T, Position, Width>> {
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    return cost::add<X>();
  }
};
template <class T, class Position, class Width, class Layout>
struct counting_rule<nn::sinusoidal_positions<T, Position, Width, Layout>>
    : counting_rule<nn::learned_positions<T, Position, Width>> {};

}  // namespace attn
ATTN_STRICT_FP_END
