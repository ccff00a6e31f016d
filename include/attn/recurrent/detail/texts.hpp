// SPDX-License-Identifier: BSL-1.0
// The steps of texts of different lengths (recurrent/unroll.hpp).
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/walk.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/state.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// A position, as a selector. A selector, as a position.
template <std::size_t At>
inline constexpr axis_selector<1> index{static_cast<int>(At)};
template <axis_selector Axis, class Shape>
inline constexpr std::size_t position_in = Shape::rank;
template <axis_selector Axis, class... Axes>
inline constexpr std::size_t position_in<Axis, shape<Axes...>> =
    Axis.template position_in<Axes...>();

// What is packed once, so that not every step turns the weights.
template <class Cell>
inline constexpr bool gains_by_packing = [] {
  if constexpr (requires { typename Cell::weights; })
    return std::is_same_v<typename Cell::weights, plain_weights> &&
           kernel_scalar<typename Cell::bias_type::value_type> && sizeof(Cell) <= 256 * 1024;
  else
    return false;
}();

template <class N, class... Batch>
ATTN_ABI constexpr bool is_any_negative(const tensor<N, Batch...>& lengths) {
  bool negative = false;
  for (const N& n : lengths) negative = negative || is_negative(n);
  return negative && indices_are_checked();
}

// The part of `from` of the texts that have a step t. Of the others, `to` stays what it is.
template <class X, class N, class... Batch>
ATTN_ABI constexpr void copy_texts(X& to, const X& from, const tensor<N, Batch...>& lengths,
                                   std::size_t t) {
  constexpr std::size_t each = X::volume / shape<Batch...>::volume;
  if constexpr (is_tally<typename X::value_type>) {
    to = from;
  } else {
    for (std::size_t b = 0; b < shape<Batch...>::volume; ++b)
      if (const N n = lengths.data()[b]; !is_negative(n) && t < as_index(n))
        for (std::size_t i = b * each; i < (b + 1) * each; ++i) to.data()[i] = from.data()[i];
  }
}

// The tensors of a state as the tensors of step t of Steps, along axis At.
template <std::size_t At, class States, class S>
ATTN_ABI constexpr void put_state(States& states, std::size_t t, const S& state) {
  const auto put = [t](const auto&, auto& to, const auto& from) {
    using around = around_axis<typename std::remove_cvref_t<decltype(to)>::shape_type, At>;
    write_runs(to, around::extent * around::inner, t * around::inner, from);
  };
  visit_leaves<0, count_leaves<States>()>(put, states, state);
}

// The same for texts of different lengths. The padding is replaced by zeros, so that what the cell
// makes of it is finite, and then not used. Hidden states, or all states if Result has them.
template <bool Reversed, std::size_t At, class Result, class Cell, class Xs, class S, class Lengths>
ATTN_ABI constexpr Result texts_along(const Cell& cell, const Xs& xs, const state_before<S>& before,
                                      const Lengths& lengths) {
  constexpr std::size_t steps = Xs::shape_type::extents[At];
  if constexpr (steps > 2 && gains_by_packing<Cell>) {
    if (!std::is_constant_evaluated())
      return texts_along<Reversed, At, Result>(packed(cell), xs, before, lengths);
  }
  Result result{{}, {before.value}};
  for (std::size_t step = 0; step < steps; ++step) {
    const std::size_t t = Reversed ? steps - 1 - step : step;
    tensor_of<typename Xs::value_type, without_axis<typename Xs::shape_type, At>> x;
    copy_texts(x, select<index<At>>(xs, t), lengths, t);
    const auto after = cell(x, advance(result.last));
    const auto keep = [&](const auto&, auto& to, const auto& from) {
      copy_texts(to, from, lengths, t);
    };
    visit_leaves<0, count_leaves<S>()>(keep, result.last.value, after.value);
    if constexpr (requires { result.states; }) {
      S shown{};
      visit_leaves<0, count_leaves<S>()>(keep, shown, after.value);
      put_state<At>(result.states, t, shown);
    } else {
      hidden_tensor<state_after<S>> hidden;
      copy_texts(hidden, hidden_state(after), lengths, t);
      put_state<At>(result.outputs, t, hidden);
    }
  }
  return result;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
