// SPDX-License-Identifier: BSL-1.0
// A recurrent cell, step by step along a sequence.
//
//   unroll<"time">(cell, xs, before)    -> {outputs, last}
//   unroll(cell, xs, before)            xs (time, in): the first axis is time
//
//   s_0 = before,   s_t = cell(x_t, s_t-1),   outputs(t) = the hidden state of s_t,   last = s_T
//
// (time, in) x (hidden) -> (time, hidden);  (time, batch, in) x (batch, hidden) -> (time, batch,
// hidden). Which axis is time is said by name, or by position, where there is a choice: PyTorch's
// default is the first, its batch_first the second. `last` is a state_after, and advance(last)
// begins the next piece of the sequence. A cell is what maps (x, state_before<S>) to state_after<S>.
//
// Rules: names_its_time; has_axis, before the last one; is_state_before; is_cell; those of a step,
// where the cell states them. Bits: those of the steps one by one.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/ops/slice.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/rules/says.hpp>

namespace attn {

template <class Outputs, class S>
struct unrolled {
  Outputs outputs;
  state_after<S> last;
  friend constexpr bool operator==(const unrolled&, const unrolled&) = default;
};

namespace rules {
template <class Cell, class X, class S>
inline constexpr bool is_cell<option<Cell>, operand<X>, state<state_before<S>>> =
    requires(const Cell& cell, const X& x, const state_before<S>& before) {
  requires std::is_same_v<decltype(cell(x, before)), state_after<S>>;
};
}  // namespace rules

namespace detail {

// A position, as a selector.
template <std::size_t At>
inline constexpr axis_selector<1> index{static_cast<int>(At)};

// The hidden states of the steps along axis At, and the last state.
template <std::size_t At, class Cell, class T, class... X, class S>
constexpr auto unrolled_along(const Cell& cell, const tensor<T, X...>& xs,
                              const state_before<S>& before) {
  using hidden = typename hidden_tensor<state_before<S>>::shape_type;
  using axes = replace_axis<shape<X...>, sizeof...(X) - 1, last_axis<hidden>>;
  using around = around_axis<axes, At>;
  unrolled<tensor_of<T, axes>, S> result{tensor_of<T, axes>(uninitialized), {before.value}};
  state_before<S> now = before;
  for (std::size_t t = 0; t < around::extent; ++t) {
    result.last = cell(select<index<At>>(xs, t), now);
    const T* from = hidden_state(result.last).data();
    for (std::size_t o = 0; o < around::outer; ++o)
      for (std::size_t i = 0; i < around::inner; ++i)
        result.outputs.data()[(o * around::extent + t) * around::inner + i] = *from++;
    now = advance(result.last);
  }
  return result;
}

// What a rejected call implies.
template <class Outputs, class State>
constexpr auto not_unrolled(const Outputs& xs, const State& before) {
  const auto last = after_no_step(before);
  if constexpr (rules::is_state_after<rules::state<std::remove_const_t<decltype(last)>>>)
    return unrolled<Outputs, typename State::state_type>{xs, last};
  else
    return before;
}

}  // namespace detail

template <axis_selector Time, class Cell, class T, class... X, class State>
constexpr auto unroll(const Cell& cell, const tensor<T, X...>& xs, const State& before) {
  constexpr bool rows = sizeof...(X) > 1;
  static_assert(rules::is_state_before<rules::state<State>>,
                "attn::unroll(cell, xs, before): it starts from the state before the first step: "
                "initial(h), or advance(last) of another piece");
  static_assert(rules::rank_at_least<rules::axes_of<X...>, rules::rank<2>>,
                "attn::unroll(cell, xs, before): xs must be (time, in), or have more axes");
  if constexpr (rows && rules::is_state_before<rules::state<State>>) {
    using leading = detail::rows_of<shape<X...>>;
    constexpr std::size_t at = Time.template position_in<X...>();
    static_assert(
        rules::has_axis<rules::role_of<rules::axes_of, leading>, rules::wanted<detail::index<at>>>,
        ATTN_SAYS("attn::unroll<time>(cell, xs, before): xs has no such axis before its last one",
                  rules::axes_of<X...>));
    if constexpr (at + 1 < sizeof...(X)) {
      using x = tensor_of<T, without_axis<shape<X...>, at>>;
      constexpr bool steps =
          rules::is_cell<rules::option<Cell>, rules::operand<x>, rules::state<State>>;
      static_assert(rules::is_cell<rules::option<Cell>, rules::operand<x>, rules::state<State>>,
                    "attn::unroll(cell, xs, before): cell(x, before) must be a state_after of the "
                    "same state");
      if constexpr (steps)
        return detail::unrolled_along<at>(cell, xs, before);
      else
        return detail::not_unrolled(xs, before);
    } else {
      return detail::not_unrolled(xs, before);
    }
  } else {
    return detail::not_unrolled(xs, before);
  }
}

template <class Cell, class T, class... X, class State>
constexpr auto unroll(const Cell& cell, const tensor<T, X...>& xs, const State& before) {
  constexpr bool one = sizeof...(X) < 3;
  static_assert(rules::names_its_time<rules::axes_of<X...>>,
                ATTN_SAYS("attn::unroll(cell, xs, before): xs has several axes; say which is time, "
                          "as in unroll<\"time\">(cell, xs, before)",
                          rules::axes_of<X...>));
  if constexpr (one)
    return unroll<0>(cell, xs, before);
  else
    return detail::not_unrolled(xs, before);
}

}  // namespace attn
