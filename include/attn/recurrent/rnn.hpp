// SPDX-License-Identifier: BSL-1.0
// The cell of a recurrent network without gates: rnn_step and nn::rnn_cell.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/cost.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/recurrent/detail/steps.hpp>
#include <attn/recurrent/gates.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// A step of a recurrent network: computes the new state from the input and the old state.
//
//   h' = act((W_ih x + b_ih) + (W_hh h + b_hh))
//
//   rnn_step<act>(x, before, W_ih, W_hh, b_ih, b_hh)     two biases, as PyTorch has
//   rnn_step<act>(x, before, W_ih, W_hh, b)              act((W_ih x + b) + W_hh h); or no bias
//   nn::rnn_cell<T, in, hidden, act> cell;   cell(x, before)          packed: layers/packed.hpp
//
// (…, in) x (…, hidden) -> (…, hidden): optional leading axes (batch). W_ih (hidden, in),
// W_hh (hidden, hidden), both output by input. The activation is tanh unless you say otherwise: a
// type of layers/activation.hpp, or a user-defined stateless one. An Elman network in U, W and b is
// that with W_hh = U, W_ih = W. A sequence: recurrent/unroll.hpp.
//
// Rules: the rules of every step (recurrent/gates.hpp); is_activation; is_matrix, same_axes, for
// the weights and biases of rnn_step.
// Accuracy: matmul's, one rounding for each sum, the activation's. PyTorch: torch.nn.RNNCell.
// Cost: cost::rnn_step<act, X, State, W_ih, W_hh, biases…>(), cost_of<nn::rnn_cell<…>, X, State>():
// per number of the state a dot product of the inputs and one of the state, 1 addition, 1 for each
// bias, and the activation.

namespace detail {

// Weights of a cell without gates: (hidden, in), or packed, or in small numbers.
template <class Weights, class T, class Hidden, class In>
struct weights_without_gates {
  using type = typename Weights::template type<T, dim<1>, Hidden, In>;
};
template <class T, class Hidden, class In>
struct weights_without_gates<plain_weights, T, Hidden, In> {
  using type = tensor<T, Hidden, In>;
};
template <class Weights, class T, class Hidden, class In>
using rnn_weight = typename weights_without_gates<Weights, T, Hidden, In>::type;

// (W_ih x + b_ih) + (W_hh h + b_hh), with one bias or none where there are not two.
template <class H, class X, class W, class U>
ATTN_ABI constexpr H rnn_sum(const X& x, const H& h, const W& w_ih, const U& w_hh) {
  H sum = product_rows_as<H>(x, w_ih);
  evaluate<bias_for<H, H>>(sum, sum, product_rows_as<H>(h, w_hh));
  return sum;
}
template <class H, class X, class W, class U, class B>
ATTN_ABI constexpr H rnn_sum(const X& x, const H& h, const W& w_ih, const U& w_hh, const B& b) {
  H sum = affine_rows_as<H>(x, w_ih, b);
  evaluate<bias_for<H, H>>(sum, sum, product_rows_as<H>(h, w_hh));
  return sum;
}
template <class H, class X, class W, class U, class Bih, class Bhh>
ATTN_ABI constexpr H rnn_sum(const X& x, const H& h, const W& w_ih, const U& w_hh, const Bih& b_ih,
                             const Bhh& b_hh) {
  H sum = affine_rows_as<H>(x, w_ih, b_ih);
  evaluate<bias_for<H, H>>(sum, sum, affine_rows_as<H>(h, w_hh, b_hh));
  return sum;
}

// The same of lanes, and the activation.
template <class F>
struct rnn_update {
  template <class V>
  ATTN_INLINE V operator()(const V& of_x, const V& of_h) const {
    return F{}(V(of_x + of_h));
  }
  template <class V>
  ATTN_INLINE V operator()(const V& of_x, const V& of_h, const V& b) const {
    return F{}(V(V(of_x + b) + of_h));
  }
  template <class V>
  ATTN_INLINE V operator()(const V& of_x, const V& of_h, const V& b_ih, const V& b_hh) const {
    return F{}(V(V(of_x + b_ih) + V(of_h + b_hh)));
  }
};

// A step at run time, of an activation that works on lanes, of_x being known. Hidden may be of_x,
// and must not overlap h.
template <class Activation, std::size_t Rows, std::size_t Width, class T, class U, class... B>
ATTN_ABI void write_rnn_step(T* hidden, const T* of_x, const T* h, const U& w_hh, const B&... b) {
  using update = rnn_update<element_function<Activation>>;
  alignas(64) T of_h[Rows * Width];
  lifetime_begins(of_h);
  write_product_rows<Rows, Width>(of_h, h, w_hh);
  for (std::size_t at = 0; at < Rows * Width; at += Width) {
    const T* const of_state = of_h + at;
    runtime::elementwise<Width>(hidden + at, update{}, of_x + at, of_state, b.data()...);
  }
}
template <class Activation, class H, class X, class W, class... Parameters>
ATTN_ABI state_after<H> rnn_at_run_time(const X& x, const state_before<H>& before, const W& w_ih,
                                        const Parameters&... parameters) {
  constexpr std::size_t width = last_axis<typename H::shape_type>::size, rows = H::volume / width;
  state_after<H> after{H(uninitialized)};
  auto* const hidden = after.value.data();
  write_product_rows<rows, last_axis<typename X::shape_type>::size>(hidden, x.data(), w_ih);
  write_rnn_step<Activation, rows, width>(hidden, hidden, before.value.data(), parameters...);
  return after;
}

// A step that has passed the rules; with a sum in memory where the activation is of tensors.
template <class Activation, class H, class X, class... Parameters>
ATTN_ABI constexpr state_after<H> rnn_after(const X& x, const state_before<H>& before,
                                            const Parameters&... parameters) {
  if constexpr (kernel_scalar<typename H::value_type> && activates_lanes<Activation>) {
    if (!std::is_constant_evaluated()) return rnn_at_run_time<Activation>(x, before, parameters...);
  }
  return state_after<H>{Activation{}(rnn_sum(x, before.value, parameters...))};
}

}  // namespace detail

namespace rules {
// The weights and biases of rnn_step: (hidden, in), (hidden, hidden) and rows (hidden).
template <class Activation, class W, class U, class... B>
struct rnn_weights_call {
  using T = typename W::value_type;
  using weight = typename W::shape_type;
  using hidden = axis_at<weight, 0>;
  using state = tensor<T, hidden>;
  using input = tensor<T, axis_at<weight, 1>>;
  using operands = roles<role_of<axes_of_A, weight>, role_of<axes_of_B, typename U::shape_type>>;
  using matrix = is_matrix<in_brief<role_of<axes_of, weight>>>;
  using square =
      axes_agree<axes_of_A<hidden, dim<hidden::size>>, role_of<axes_of_B, typename U::shape_type>>;
  using rows =
      each_of<axes_agree<axes_of_A<hidden>, role_of<axes_of_B, typename B::shape_type>>...>;
  using one_element = same_elements<elements<T, typename U::value_type, typename B::value_type...>>;
  using activation = is_activation<option<Activation>, operand<state>>;
  using all = in_order<matrix, square, rows, one_element, activation>;
};
}  // namespace rules

template <class Activation = act::tanh, class X, class State, class W, class U, class... B>
  requires(detail::is_tensor<X> && detail::is_tensor<W> && detail::is_tensor<U> && sizeof...(B) < 3)
ATTN_ABI constexpr auto rnn_step(const X& x, const State& before, const W& w_ih, const U& w_hh,
                                 const B&... b) {
  using weights = rules::rnn_weights_call<Activation, W, U, B...>;
  ATTN_REQUIRE(weights, matrix,
               "attn::rnn_step(x, before, W_ih, W_hh, b…): W_ih must be (hidden, in)");
  ATTN_REQUIRE(weights, square,
               "attn::rnn_step(x, before, W_ih, W_hh, b…): W_hh must be (hidden, hidden)");
  ATTN_REQUIRE(weights, rows, "attn::rnn_step(x, before, W_ih, W_hh, b…): a bias must be (hidden)");
  ATTN_REQUIRE_ONE_ELEMENT(weights, "attn::rnn_step(x, before, W_ih, W_hh, b…)");
  ATTN_REQUIRE(weights, activation,
               "attn::rnn_step<act>(x, before, …): the activation must map a tensor to one with "
               "its axes and elements");
  using call = rules::step_call<X, State, typename weights::input, typename weights::state>;
  if constexpr (weights::all::value) {
    ATTN_REQUIRE_STEP(call);
  }
  if constexpr (weights::all::value && call::all::value)
    return detail::rnn_after<Activation>(x, before, w_ih, w_hh, b...);
  else
    return detail::after_no_step(before);
}

namespace nn {

template <scalar T, axis_like In, axis_like Hidden, class Activation = act::tanh,
          class Weights = plain_weights>
struct rnn_cell {
  using weights = Weights;
  using input_type = attn::detail::rnn_weight<Weights, T, Hidden,
                                              decltype(attn::detail::input_beside<In, Hidden>())>;
  using hidden_type = attn::detail::rnn_weight<Weights, T, Hidden, dim<Hidden::size>>;
  using bias_type = tensor<T, Hidden>;
  using state_type = tensor<T, Hidden>;
  using input_tensor = tensor<T, In>;
  ATTN_MEMBERS(rnn_cell, (input_type, weight_ih), (hidden_type, weight_hh), (bias_type, bias_ih),
               (bias_type, bias_hh));

  static_assert(rules::is_activation<rules::option<Activation>, rules::operand<bias_type>>::value,
                "attn::nn::rnn_cell: the activation must map a tensor to one with its axes and "
                "elements");

  template <class X, class State>
    requires attn::detail::is_tensor<X>
  ATTN_ABI constexpr auto operator()(const X& x, const State& before) const {
    using call = rules::step_call<X, State, input_tensor, state_type>;
    ATTN_REQUIRE_STEP(call);
    if constexpr (call::all::value)
      return attn::detail::rnn_after<Activation>(x, before, weight_ih, weight_hh, bias_ih, bias_hh);
    else
      return attn::detail::after_no_step(before);
  }
  ATTN_ABI friend constexpr bool operator==(const rnn_cell&, const rnn_cell&) = default;

 private:
  friend attn::detail::steps_in_place;

  template <std::size_t Steps, class H>
    requires(attn::detail::kernel_scalar<T> && attn::detail::activates_lanes<Activation>)
  ATTN_ABI void write_steps(T* outputs, H& last, const T* xs, const H& before) const {
    using namespace attn::detail;
    constexpr std::size_t rows = H::volume / Hidden::size;
    const T* h = before.data();
    for_products_of_steps<Steps, rows, In::size, Hidden::size>(
        *this, xs, [&](std::size_t, const T* of_x) {
          write_rnn_step<Activation, rows, Hidden::size>(outputs, of_x, h, weight_hh, bias_ih,
                                                         bias_hh);
          h = outputs;
          outputs += H::volume;
        });
    for (T& element : last) element = *h++;
  }
};

}  // namespace nn

namespace cost {
template <class Activation, class... X>
ATTN_ABI constexpr operation_count rnn_step() {
  ATTN_COUNT(attn::rnn_step<Activation>(detail::part<X>(n)...));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
