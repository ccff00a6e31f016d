// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/recurrent reject that have no table of their own.
#include <boost/hana/define_struct.hpp>

#include <attn/recurrent.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using steps = axis<"time", 4>;
using batch = axis<"batch", 4>;
using batch_2 = axis<"batch", 2>;
constexpr auto before = initial<tensor<double, dim<3>>>();
constexpr nn::gru_cell<double, in, hidden, gate_order::zrh> from_keras;
constexpr tensor<double, dim<3>> h{1, 2, 3};
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr nn::gru_cell<double, in, hidden> gru;
constexpr state_after<tensor<double, dim<3>>> after{};
constexpr nn::lstm_cell<double, in, hidden, gate_order::iofc> from_onnx;
constexpr tensor<double, hidden> h_hidden;
using Q = tensor<double, axis<"token", 3>, axis<"feature", 2>>;
using K = tensor<double, axis<"key", 4>, axis<"feature", 2>>;
using A = tensor<double, axis<"token", 3>, axis<"feature", 2>>;
using B = tensor<double, axis<"feature", 2>, axis<"content", 4>>;
using X = tensor<double, axis<"token", 3>, axis<"key", 2>>;
constexpr nn::lstm_cell<double, in, hidden> lstm;
constexpr auto zero = initial<lstm_state<tensor<double, batch, hidden>>>();
constexpr tensor<double, batch, steps, in> xs;
constexpr tensor<double, steps, in> xs_time_in;
constexpr auto one = unroll(cell, xs_time_in, initial<cell_type::state_type>());
struct unroll_no_cell {
  template <class X, class S>
  constexpr auto operator()(const X& x, const state_before<S>& before) const {
    return before.value + x;
  }
};
struct adds {
  template <class X, class S>
  constexpr auto operator()(const X& x, const state_before<S>& before) const {
    return state_after<S>{before.value + x};
  }
};
constexpr auto once = unroll_states(cell, xs_time_in, initial<cell_type::state_type>());
constexpr auto zeros = initial<tensor<double, batch_2, hidden>>();
constexpr tensor<double, steps, batch_2, in> xs_time_batch_2_in;
using time_2 = axis<"time", 2>;
constexpr nn::rnn_cell<double, in, hidden> rnn;
constexpr auto befores = initial<tensor<double, batch_2, hidden>>();
constexpr auto before_2 = initial<tensor<double, hidden>>();
constexpr tensor<double, hidden, in> W;
constexpr matrix<double, 5, 5> U;
constexpr tensor<double, hidden> b, h_2;
constexpr auto first = cell(x, initial<cell_type::state_type>());
constexpr nn::bidirectional<nn::gru_cell<double, in, hidden>> both_ways;
constexpr nn::recurrent_layers<nn::bidirectional<nn::gru_cell<double, in, hidden>>, 2> deep;
constexpr tensor<int, batch_2> lengths{4, 1};
struct first_element {
  template <class X> constexpr auto operator()(const X& x) const { return x(0); }
};

// a state that is no tensor.
// - state_of_an_int: state_before<int>{} ;; state_before<tensor<double, dim<3>>>{}
//   ;; attn::state_before<S>: S must be a tensor, or a Hana struct of tensors
// lengths are numbers of steps: the mean of a mask, or a mask, is not one.
// - unroll_lengths_of_floats: unroll<"time">(gru, xs_time_batch_2_in, zeros, as<double>(lengths))
//   ;; unroll<"time">(gru, xs_time_batch_2_in, zeros, lengths)
//   ;; attn::unroll\(cell, xs, before, lengths\): the lengths must be integers
// the lengths of another batch, or one for each step (pytorch#16542: a mask for lengths).
// - unroll_lengths_of_steps: unroll<"time">(gru, xs_time_batch_2_in, zeros, tensor<int, steps>{})
//   ;; unroll<"time">(gru, xs_time_batch_2_in, zeros, lengths)
//   ;; attn::unroll\(cell, xs, before, lengths\): one length for each text ;; time 4, batch 2
// - unroll_reversed_lengths: unroll_reversed<"time">(gru, xs_time_batch_2_in, zeros, tensor<int,
//   batch>{}) ;; unroll_reversed<"time">(gru, xs_time_batch_2_in, zeros, lengths)
//   ;; attn::unroll_reversed\(cell, xs, before, lengths\): one length for each text ;; batch 4
// - unroll_states_lengths: unroll_states<"time">(gru, xs_time_batch_2_in, zeros, tensor<int,
//   steps>{}) ;; unroll_states<"time">(gru, xs_time_batch_2_in, zeros, lengths)
//   ;; attn::unroll_states\(cell, xs, before, lengths\): one length for each text ;; time 4, batch 2
// - unroll_states_lengths_of_floats: unroll_states<"time">(gru, xs_time_batch_2_in, zeros,
//   as<double>(lengths)) ;; unroll_states<"time">(gru, xs_time_batch_2_in, zeros, lengths)
//   ;; attn::unroll_states\(cell, xs, before, lengths\): the lengths must be integers
// - unroll_reversed_which_is_time: unroll_reversed(gru, xs_time_batch_2_in, zeros)
//   ;; unroll_reversed<"time">(gru, xs_time_batch_2_in, zeros)
//   ;; attn::unroll_reversed\(cell, xs, before\): which axis is time\?
// a text has no negative number of steps.
// - unroll_negative_length: constexpr auto y = unroll<"time">(gru, xs_time_batch_2_in, zeros,
//   tensor<int, batch_2>{4, -1}); ;; constexpr auto y = unroll<"time">(gru, xs_time_batch_2_in,
//   zeros, lengths); ;; constant: length_of_text_is_negative
// the state of a cell for both directions (keras#3224).
// - bidirectional_state_of_cell: unroll<"time">(both_ways, xs_time_batch_2_in, zeros)
//   ;; unroll<"time">(both_ways, xs_time_batch_2_in) ;; attn::unroll\(cell, xs, before\):
//   before must be the state of all layers
// - layers_of_both_directions_state_of_cell: unroll<"time">(deep, xs_time_batch_2_in, zeros)
//   ;; unroll<"time">(deep, xs_time_batch_2_in) ;; attn::unroll\(cell, xs, before\):
//   before must be the state of all layers
// - bidirectional_batch_for_time: unroll<"batch">(both_ways, xs_time_batch_2_in,
//   initial<bidirectional_state<tensor<double, batch_2, hidden>>>()) ;; unroll<"time">(both_ways,
//   xs_time_batch_2_in, initial<bidirectional_state<tensor<double, batch_2, hidden>>>())
//   ;; attn::unroll<time>\(cell, xs, …\): the state must have xs' leading axes but time; is it batch\?
// both directions, of inputs of another width.
// - bidirectional_input_width: unroll<0>(both_ways, tensor<double, steps, hidden>{}) ;;
//   unroll<0>(both_ways, xs_time_in) ;; attn: a step \(x, before\): x must be as wide as the input of
//   the cell
// both directions have a hidden state.
// - hidden_state_of_both: hidden_state(unroll<"time">(both_ways, xs_time_batch_2_in).last)
//   ;; unroll<"time">(both_ways, xs_time_batch_2_in).last.value.reverse
//   ;; attn::hidden_state\(state\): the state must be a tensor, or have one, `hidden`
// no layers.
// - recurrent_layers_none: constexpr nn::recurrent_layers<cell_type, 0> none{};
//   ;; constexpr nn::recurrent_layers<cell_type, 1> one_layer{};
//   ;; attn::nn::recurrent_layers<cell, n>: n must be at least 1
// - layers_which_is_time: unroll(both_ways, xs_time_batch_2_in) ;; unroll<"time">(both_ways,
//   xs_time_batch_2_in) ;; attn::unroll\(cell, xs, before\): which axis is time\?

// time does not go on by itself: there must have been a step.
// - advance_state_before: advance(before) ;; advance(state_after<tensor<double,
//   dim<3>>>{before.value}) ;; attn::advance\(after\): it takes the state after a step
// weights in Keras' order for a cell in PyTorch's (keras#3088, #8720).
// - gru_gate_order: constexpr nn::gru_cell<double, in, hidden> cell = from_keras; ;; constexpr
//   nn::gru_cell<double, in, hidden> cell = in_gate_order<gate_order::rzn>(from_keras); ;;
//   attn::nn::gru_cell: the gates have another order; convert with in_gate_order<order>\(cell\)
// the order of the gates twice, and no reset.
// - gru_no_reset: constexpr nn::gru_cell<double, in, hidden, gate_order::rzn, gate_order::zrh>
//   cell{};
//   ;; constexpr nn::gru_cell<double, in, hidden, gate_order::zrh, reset_before_linear> cell{};
//   ;; attn::nn::gru_cell: the reset is linear_before_reset \(PyTorch\) or reset_before_linear
// four gates for a cell that has three.
// - gru_order_of_lstm: constexpr nn::gru_cell<double, in, hidden, gate_order::ifgo> cell{};
//   ;; constexpr nn::gru_cell<double, in, hidden, gate_order::zrh> cell{};
//   ;; attn::nn::gru_cell: the gate order is gate_order::rzn
// a tensor is no state.
// - hidden_state_of_tensor: hidden_state(h) ;; hidden_state(initial(h))
//   ;; attn::hidden_state\(state\): it takes a state_before or a state_after
// an LSTM in the order of a GRU.
// - in_gate_order_of_gru: in_gate_order<gate_order::zrh>(cell)
//   ;; in_gate_order<gate_order::iofc>(cell)
//   ;; attn::in_gate_order<order>\(cell\): the gate order of an LSTM
// a GRU in the order of an LSTM.
// - in_gate_order_of_lstm: in_gate_order<gate_order::iofc>(gru)
//   ;; in_gate_order<gate_order::zrh>(gru)
//   ;; attn::in_gate_order<order>\(cell\): the gate order of a GRU
// a state after a step is not the first one.
// - initial_of_state_after: initial(after) ;; advance(after) ;; attn::initial\(s\): s must be a
//   tensor, or a Hana struct of tensors; after a step it is advance\(after\)
// weights in ONNX' order for a cell in PyTorch's (keras#3088, #8720, #15915).
// - lstm_gate_order: constexpr nn::lstm_cell<double, in, hidden> cell = from_onnx; ;; constexpr
//   nn::lstm_cell<double, in, hidden> cell = in_gate_order<gate_order::ifgo>(from_onnx); ;;
//   attn::nn::lstm_cell: the gates have another order; convert with in_gate_order<order>\(cell\)
// three gates for a cell that has four.
// - lstm_order_of_gru: constexpr nn::lstm_cell<double, in, hidden, gate_order::rzn> cell{};
//   ;; constexpr nn::lstm_cell<double, in, hidden, gate_order::iofc> cell{};
//   ;; attn::nn::lstm_cell: the gate order is gate_order::ifgo
// an LSTM has a state of two parts (h_0 without c_0).
// - lstm_state_without_cell: cell(x, initial(h_hidden)) ;; cell(x, initial(lstm_state{h_hidden,
//   h_hidden})) ;; attn: a step \(x, before\): an LSTM keeps lstm_state\{hidden, cell\}, the other
//   cells one tensor
// the cost of a causal mask on a rectangle, where nothing says which query stands at which key.
// - cost_attention_mask: cost::attention_weights<Q, K>(causal<>) ;; cost::attention_weights<Q,
//   K>(causal<bottom_right>) ;; attn::attention_weights\(Q, K, options…\): the mask requires as many queries
// the cost of a product that does not exist.
// - cost_matmul_contracted_axes: cost::matmul<B, A>() ;; cost::matmul<A, B>()
//   ;; attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size
// the cost of a softmax along an axis that is not there.
// - cost_softmax_axis_absent: cost::softmax<X, "feature">() ;; cost::softmax<X, "key">()
//   ;; attn::softmax<axis>\(x\): x has no such axis
// the last axis is the input of the cell, and not time.
// - unroll_along_input: unroll<"in">(lstm, xs, zero) ;; unroll<-2>(lstm, xs, zero)
//   ;; attn::unroll<time>\(cell, xs, …\): xs has no such axis
// xs has no such axis.
// - unroll_axis_absent: unroll<"word">(lstm, xs, zero) ;; unroll<"time">(lstm, xs, zero)
//   ;; attn::unroll<time>\(cell, xs, …\): xs has no such axis
// the network runs along the batch instead of time, as when batch_first is forgotten
// (pytorch#63560, #122959).
// - unroll_batch_for_time: unroll<"batch">(lstm, xs, zero) ;; ditto ;; attn::unroll<time>\(cell,
//   xs, …\): the state must have xs' leading axes but time; is it batch\?
// the last state of one piece begins the next, but is not the state before it.
// - unroll_from_state_after: unroll(cell, xs_time_in, one.last) ;; unroll(cell, xs_time_in,
//   advance(one.last)) ;; attn::unroll\(cell, xs, before\): before must be the state before the
//   first step: initial\(h\), or advance\(last\)
// a function that is no cell: it returns the state and not the state after.
// - unroll_no_cell: unroll(unroll_no_cell{}, matrix<double, 4, 3>{}, initial<tensor<double,
//   dim<3>>>()) ;; unroll(adds{}, matrix<double, 4, 3>{}, initial<tensor<double, dim<3>>>())
//   ;; attn::unroll\(cell, xs, before\): a cell makes a state_after of the same state
// a single input is no sequence.
// - unroll_of_vector: unroll(cell, x, initial<cell_type::state_type>())
//   ;; unroll(cell, tensor<double, steps, in>{}, initial<cell_type::state_type>())
//   ;; attn::unroll\(cell, xs, before\): xs must be \(time, in\), or have more axes
// two axes, and it is not said which of them is time.
// - unroll_which_is_time: unroll(lstm, xs, zero) ;; unroll<1>(lstm, xs, zero)
//   ;; attn::unroll\(cell, xs, before\): which axis is time\? unroll<"time">
// the last state of one piece begins the next, but is not the state before it.
// - unroll_states_from_state_after: unroll_states(cell, xs_time_in, once.last) ;;
//   unroll_states(cell, xs_time_in, advance(once.last)) ;; attn::unroll_states\(cell, xs, before\):
//   before must be the state before the first step: initial\(h\), or advance\(last\)
// with a batch, the axis of time is not obvious: PyTorch's default is the first.
// - unroll_states_which_axis: unroll_states(gru, xs_time_batch_2_in, zeros)
//   ;; unroll_states<"time">(gru, xs_time_batch_2_in, zeros)
//   ;; attn::unroll_states\(cell, xs, before\): which axis is time\? unroll_states<"time">\(…\)
// of the right width, and of another name.
// - rnn_hidden_name: gru(x, initial<tensor<double, axis<"word", 5>>>())
//   ;; gru(x, initial<tensor<double, dim<5>>>())
//   ;; attn: a step \(x, before\): the state and the cell have different names
// a state of another width than the cell.
// - rnn_hidden_width: rnn(x, initial<tensor<double, axis<"hidden", 3>>>())
//   ;; rnn(x, initial<tensor<double, hidden>>())
//   ;; attn: a step \(x, before\): the state must be as wide as the cell
// of the right width, and of another name.
// - rnn_input_name: cell(tensor<double, axis<"word", 3>>{}, initial<cell_type::state_type>())
//   ;; cell(tensor<double, dim<3>>{}, initial<cell_type::state_type>())
//   ;; attn: a step \(x, before\): x and the input of the cell have different names
// a number is no input.
// - rnn_input_scalar: cell(tensor<double>(1), initial<cell_type::state_type>())
//   ;; cell(x, initial<cell_type::state_type>())
//   ;; attn: a step \(x, before\): x must have an axis, the input of the cell
// an input of another width than the cell's.
// - rnn_input_width: cell(tensor<double, hidden>{}, initial<cell_type::state_type>())
//   ;; cell(tensor<double, in>{}, initial<cell_type::state_type>())
//   ;; attn: a step \(x, before\): x must be as wide as the input of the cell
// three rows of x and two of the state; or time where batch should be.
// - rnn_leading_axes: rnn(tensor<double, time_2, in>{}, befores) ;; rnn(tensor<double, batch_2,
//   in>{}, befores) ;; attn: a step \(x, before\): x and the state must share leading axes
// double and float.
// - rnn_mixed_element_types: cell(as<float>(x), initial<cell_type::state_type>())
//   ;; as<float>(cell)(as<float>(x), initial(as<float>(cell_type::state_type{})))
//   ;; attn: a step \(x, before\): x must have the element type of the cell; as<T>\(x\)
// a state that is a number.
// - rnn_state_without_axis: rnn(x, initial(tensor<double>(1))) ;; rnn(x, initial(tensor<double,
//   hidden>{})) ;; attn: a step \(x, before\): the state must have an axis, the width of the cell
// a bias as wide as the input.
// - rnn_step_bias: rnn_step(x, before_2, W, U, x) ;; rnn_step(x, before_2, W, U, b)
//   ;; attn::rnn_step\(x, before, W_ih, W_hh, b…\): a bias must be \(hidden\)
// what a step has made goes into the next one as it is; the two are different points in time.
// - rnn_step_from_state_after: cell(x, first) ;; cell(x, advance(first)) ;; attn: a step \(x,
//   before\): before must be the state before the step: initial\(h\), or advance\(after\) of
//   another step
// a tensor is no state: before or after which step?
// - rnn_step_from_tensor: rnn(x, h_2) ;; rnn(x, initial(h_2))
//   ;; attn: a step \(x, before\): before must be the state before the step: initial\(h\)
// a state of another width than the weights'.
// - rnn_step_state_width: rnn_step(x, initial<tensor<double, axis<"hidden", 4>>>(), W, U, b)
//   ;; rnn_step(x, initial<tensor<double, hidden>>(), W, U, b)
//   ;; attn: a step \(x, before\): the state must be as wide as the cell
// a weight with one axis.
// - rnn_step_weight_vector: rnn_step(x, before_2, b, U, b) ;; rnn_step(x, before_2, W, U, b)
//   ;; attn::rnn_step\(x, before, W_ih, W_hh, b…\): W_ih must be \(hidden, in\)
// W_hh where W_ih should be, and the other way round.
// - rnn_step_weights_swapped: rnn_step(x, before_2, U, W, b) ;; ditto
//   ;; attn::rnn_step\(x, before, W_ih, W_hh, b…\): W_hh must be \(hidden, hidden\)
// an activation that maps a tensor to a number.
// - rnn_activation: rnn_step<first_element>(x, before_2, W, U, b)
//   ;; rnn_step<act::relu>(x, before_2, W, U, b) ;; attn::rnn_step<act>\(x, before, …\): the
//   activation must map a tensor to one with its axes and elements

// case: unroll_states_of_two_kinds
// rejected: a state with tensors of two types: its template cannot give both of them a time axis.
// expect-error: attn::unroll_states\(cell, xs, before\): the state must be a tensor, or a template of the type of its tensors
template <class X> struct kept {
#ifdef ATTN_REJECT
  BOOST_HANA_DEFINE_STRUCT(kept, (X, hidden), (tensor<int>, count));
#else
  BOOST_HANA_DEFINE_STRUCT(kept, (X, hidden), (X, count));
#endif
};
struct keeps_input {
  template <class X>
  constexpr auto operator()(const X& x, const state_before<kept<X>>& before) const {
    return state_after<kept<X>>{{x, before.value.count}};
  }
};
using row = tensor<int, dim<3>>;
constexpr auto all = unroll_states(keeps_input{}, matrix<int, 4, 3>{}, initial<kept<row>>());
