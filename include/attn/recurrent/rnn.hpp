// SPDX-License-Identifier: BSL-1.0
// A recurrent network's step: the new state from the input and the old state.
//
//   h' = act((W_ih x + b_ih) + (W_hh h + b_hh))
//
//   rnn_step<act>(x, before, W_ih, W_hh, b_ih, b_hh)     two biases, as PyTorch has
//   rnn_step<act>(x, before, W_ih, W_hh, b)              act((W_ih x + b) + W_hh h)
//   nn::rnn_cell<T, in, hidden, act> cell;   cell(x, before)
//
// (…, in) x (…, hidden) -> (…, hidden): leading axes (batch) go along. W_ih (hidden, in), W_hh
// (hidden, hidden), both output by input. The activation is tanh unless you say otherwise: a type of
// layers/activation.hpp, or a stateless one of yours. An Elman network in U, W and b is that with
// W_hh = U, W_ih = W. A sequence: recurrent/unroll.hpp.
//
// Rules: those of every step (recurrent/gates.hpp); is_activation; is_matrix, same_axes, for the
// weights and biases of rnn_step.
// Accuracy: matmul's, one rounding for each sum, the activation's. PyTorch: torch.nn.RNNCell.
#pragma once

#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/recurrent/gates.hpp>

namespace attn {

namespace detail {

template <class Activation, class State, class X>
constexpr auto activated_state(const State& before, const X& sum) {
  using H = hidden_tensor<State>;
  const H old = with_shape<typename H::shape_type>(sum);
  constexpr bool sound = rules::is_activation<rules::option<Activation>, rules::operand<H>>;
  static_assert(rules::is_activation<rules::option<Activation>, rules::operand<H>>,
                "attn::rnn_step<act>(x, before, …): the activation must be a stateless type that "
                "maps a tensor to one with its axes and elements, as act::tanh does");
  if constexpr (sound)
    return state_after<H>{Activation{}(old)};
  else
    return after_no_step(before);
}

// W_ih (hidden, in), W_hh (hidden, hidden), biases (hidden).
template <class Wih, class Whh, class... B>
consteval bool rnn_weights_fit() {
  if constexpr (Wih::rank != 2) {
    return false;
  } else {
    using hidden = axis_at<Wih, 0>;
    return rules::same_axes<rules::axes_of_A<hidden, dim<hidden::size>>,
                            rules::role_of<rules::axes_of_B, Whh>> &&
           (rules::same_axes<rules::axes_of_A<hidden>, rules::role_of<rules::axes_of_B, B>> && ...);
  }
}

}  // namespace detail

// Input: what x's last axis must be, where W_ih does not name it.
template <class Activation = act::tanh, class Input = void, class T, class U, class... X,
          class State, class... Wih, class... Whh, class... Bih, class... Bhh>
constexpr auto rnn_step(const tensor<U, X...>& x, const State& before,
                        const tensor<T, Wih...>& w_ih, const tensor<T, Whh...>& w_hh,
                        const tensor<T, Bih...>& b_ih, const tensor<T, Bhh...>& b_hh) {
  constexpr bool fit =
      detail::rnn_weights_fit<shape<Wih...>, shape<Whh...>, shape<Bih...>, shape<Bhh...>>();
  static_assert(rules::is_matrix<rules::axes_of<Wih...>>,
                "attn::rnn_step(x, before, W_ih, W_hh, b…): W_ih must be (hidden, in)");
  if constexpr (rules::is_matrix<rules::axes_of<Wih...>>) {
    using hidden = axis_at<shape<Wih...>, 0>;
    static_assert(rules::same_axes<rules::axes_of_A<hidden, dim<hidden::size>>,
                                   rules::axes_of_B<Whh...>>,
                  "attn::rnn_step(x, before, W_ih, W_hh, b…): W_hh must be (hidden, hidden), as "
                  "W_ih is (hidden, in)");
    static_assert(rules::same_axes<rules::axes_of_A<hidden>, rules::axes_of_B<Bih...>> &&
                      rules::same_axes<rules::axes_of_A<hidden>, rules::axes_of_B<Bhh...>>,
                  "attn::rnn_step(x, before, W_ih, W_hh, b…): a bias must be (hidden), as W_ih is "
                  "(hidden, in)");
    if constexpr (fit) {
      using in = std::conditional_t<std::is_void_v<Input>, axis_at<shape<Wih...>, 1>, Input>;
      if constexpr (rules::step_is_sound<T, in, hidden, tensor<T, hidden>>(
                        static_cast<tensor<U, X...>*>(nullptr), static_cast<State*>(nullptr)))
        return detail::activated_state<Activation>(
            before, detail::affine_rows(x, w_ih, b_ih) +
                        detail::affine_rows(hidden_state(before), w_hh, b_hh));
      else
        return detail::after_no_step(before);
    } else {
      return detail::after_no_step(before);
    }
  } else {
    return detail::after_no_step(before);
  }
}

template <class Activation = act::tanh, class Input = void, class T, class U, class... X,
          class State, class... Wih, class... Whh, class... B>
constexpr auto rnn_step(const tensor<U, X...>& x, const State& before,
                        const tensor<T, Wih...>& w_ih, const tensor<T, Whh...>& w_hh,
                        const tensor<T, B...>& b) {
  // -0 is what a sum does not notice: W_hh h + (-0) is W_hh h, to the bit.
  return rnn_step<Activation, Input>(x, before, w_ih, w_hh, b, -tensor<T, B...>{});
}

namespace nn {

template <scalar T, axis_like In, axis_like Hidden, class Activation = act::tanh>
struct rnn_cell {
  using input_type = attn::detail::weight_tensor<T, In, Hidden, output_by_input>;
  using hidden_type = tensor<T, Hidden, dim<Hidden::size>>;
  using bias_type = tensor<T, Hidden>;
  using state_type = tensor<T, Hidden>;
  BOOST_HANA_DEFINE_STRUCT(rnn_cell, (input_type, weight_ih), (hidden_type, weight_hh),
                           (bias_type, bias_ih), (bias_type, bias_hh));

  template <scalar U>
  using with_element = rnn_cell<U, In, Hidden, Activation>;

  template <class U, class... X, class State>
  constexpr auto operator()(const tensor<U, X...>& x, const State& before) const {
    return rnn_step<Activation, In>(x, before, weight_ih, weight_hh, bias_ih, bias_hh);
  }
  friend constexpr bool operator==(const rnn_cell&, const rnn_cell&) = default;
};

}  // namespace nn

}  // namespace attn
