// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/recurrent reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: advance_state_before
// rejected: time does not go on by itself: there must have been a step.
// expect-error: attn::advance\(after\): it takes the state after a step
// errors: 1
constexpr auto before = initial<tensor<double, dim<3>>>();

#ifdef ATTN_REJECT
constexpr auto next = advance(before);
#else
constexpr auto next = advance(state_after<tensor<double, dim<3>>>{before.value});
#endif

// case: gru_gate_order
// rejected: weights in Keras' order for a cell in PyTorch's (keras#3088, #8720).
// expect-error: attn::nn::gru_cell: the gates have another order; convert with in_gate_order<order>\(cell\)
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::gru_cell<double, in, hidden, gate_order::zrh> from_keras;

#ifdef ATTN_REJECT
constexpr nn::gru_cell<double, in, hidden> cell = from_keras;
#else
constexpr nn::gru_cell<double, in, hidden> cell = in_gate_order<gate_order::rzn>(from_keras);
#endif

// case: gru_no_reset
// rejected: the order of the gates twice, and no reset.
// expect-error: attn::nn::gru_cell: the reset is linear_before_reset \(PyTorch\) or reset_before_linear
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;

#ifdef ATTN_REJECT
constexpr nn::gru_cell<double, in, hidden, gate_order::rzn, gate_order::zrh> cell{};
#else
constexpr nn::gru_cell<double, in, hidden, gate_order::zrh, reset_before_linear> cell{};
#endif

// case: gru_order_of_lstm
// rejected: four gates for a cell that has three.
// expect-error: attn::nn::gru_cell: the gate order is gate_order::rzn
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;

#ifdef ATTN_REJECT
constexpr nn::gru_cell<double, in, hidden, gate_order::ifgo> cell{};
#else
constexpr nn::gru_cell<double, in, hidden, gate_order::zrh> cell{};
#endif

// case: hidden_state_of_tensor
// rejected: a tensor is no state.
// expect-error: attn::hidden_state\(state\): it takes a state_before or a state_after
// errors: 1
constexpr tensor<double, dim<3>> h{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto same = hidden_state(h);
#else
constexpr auto same = hidden_state(initial(h));
#endif

// case: in_gate_order_of_gru
// rejected: an LSTM in the order of a GRU.
// expect-error: attn::in_gate_order<order>\(cell\): the gate order of an LSTM
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto turned = in_gate_order<gate_order::zrh>(cell);
#else
constexpr auto turned = in_gate_order<gate_order::iofc>(cell);
#endif

// case: in_gate_order_of_lstm
// rejected: a GRU in the order of an LSTM.
// expect-error: attn::in_gate_order<order>\(cell\): the gate order of a GRU
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::gru_cell<double, in, hidden> cell;

#ifdef ATTN_REJECT
constexpr auto turned = in_gate_order<gate_order::iofc>(cell);
#else
constexpr auto turned = in_gate_order<gate_order::zrh>(cell);
#endif

// case: initial_of_state_after
// rejected: a state after a step is not the first one.
// expect-error: attn::initial\(s\): s must be a tensor, or a Hana struct of tensors; after a step it is advance\(after\)
// errors: 1
constexpr state_after<tensor<double, dim<3>>> after{};

#ifdef ATTN_REJECT
constexpr auto before = initial(after);
#else
constexpr auto before = advance(after);
#endif

// case: lstm_gate_order
// rejected: weights in ONNX' order for a cell in PyTorch's (keras#3088, #8720, #15915).
// expect-error: attn::nn::lstm_cell: the gates have another order; convert with in_gate_order<order>\(cell\)
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::lstm_cell<double, in, hidden, gate_order::iofc> from_onnx;

#ifdef ATTN_REJECT
constexpr nn::lstm_cell<double, in, hidden> cell = from_onnx;
#else
constexpr nn::lstm_cell<double, in, hidden> cell = in_gate_order<gate_order::ifgo>(from_onnx);
#endif

// case: lstm_order_of_gru
// rejected: three gates for a cell that has four.
// expect-error: attn::nn::lstm_cell: the gate order is gate_order::ifgo
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;

#ifdef ATTN_REJECT
constexpr nn::lstm_cell<double, in, hidden, gate_order::rzn> cell{};
#else
constexpr nn::lstm_cell<double, in, hidden, gate_order::iofc> cell{};
#endif

// case: lstm_state_without_cell
// rejected: an LSTM has a state of two parts (h_0 without c_0).
// expect-error: attn: a step \(x, before\): an LSTM keeps lstm_state\{hidden, cell\}, the other cells one tensor
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr tensor<double, hidden> h;

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial(h));
#else
constexpr auto after = cell(x, initial(lstm_state{h, h}));
#endif

// case: cost_attention_mask
// rejected: the cost of a causal mask on a rectangle, where nothing says which query stands at which
//   key.
// expect-error: attn::attention_weights\(Q, K, options…\): causal<> and sliding_window<l, r> require equal
// errors: 1
using Q = tensor<double, axis<"token", 3>, axis<"feature", 2>>;
using K = tensor<double, axis<"key", 4>, axis<"feature", 2>>;

#ifdef ATTN_REJECT
constexpr auto total = cost::attention_weights<Q, K>(causal<>);
#else
constexpr auto total = cost::attention_weights<Q, K>(causal<bottom_right>);
#endif

// case: cost_matmul_contracted_axes
// rejected: the cost of a product that does not exist.
// expect-error: attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size
// errors: 1
using A = tensor<double, axis<"token", 3>, axis<"feature", 2>>;
using B = tensor<double, axis<"feature", 2>, axis<"content", 4>>;

#ifdef ATTN_REJECT
constexpr auto total = cost::matmul<B, A>();
#else
constexpr auto total = cost::matmul<A, B>();
#endif

// case: cost_softmax_axis_absent
// rejected: the cost of a softmax along an axis that is not there.
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
using X = tensor<double, axis<"token", 3>, axis<"key", 2>>;

#ifdef ATTN_REJECT
constexpr auto total = cost::softmax<X, "feature">();
#else
constexpr auto total = cost::softmax<X, "key">();
#endif

// case: unroll_along_input
// rejected: the last axis is the input of the cell, and not time.
// expect-error: attn::unroll<time>\(cell, xs, …\): xs has no such axis
// errors: 1
using time = axis<"time", 4>;
using batch = axis<"batch", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::lstm_cell<double, in, hidden> cell;
constexpr auto zero = initial<lstm_state<tensor<double, batch, hidden>>>();
constexpr tensor<double, batch, time, in> xs;  // batch_first

#ifdef ATTN_REJECT
constexpr auto all = unroll<"in">(cell, xs, zero);
#else
constexpr auto all = unroll<-2>(cell, xs, zero);
#endif

// case: unroll_axis_absent
// rejected: xs has no such axis.
// expect-error: attn::unroll<time>\(cell, xs, …\): xs has no such axis
// errors: 1
using time = axis<"time", 4>;
using batch = axis<"batch", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::lstm_cell<double, in, hidden> cell;
constexpr auto zero = initial<lstm_state<tensor<double, batch, hidden>>>();
constexpr tensor<double, batch, time, in> xs;  // batch_first

#ifdef ATTN_REJECT
constexpr auto all = unroll<"word">(cell, xs, zero);
#else
constexpr auto all = unroll<"time">(cell, xs, zero);
#endif

// case: unroll_batch_for_time
// rejected: the network runs along the batch instead of time, as when batch_first is forgotten
// (pytorch#63560, #122959).
// expect-error: attn::unroll<time>\(cell, xs, …\): the state must have xs' leading axes but time; is it batch\?
// errors: 1
using time = axis<"time", 4>;
using batch = axis<"batch", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::lstm_cell<double, in, hidden> cell;
constexpr auto zero = initial<lstm_state<tensor<double, batch, hidden>>>();
constexpr tensor<double, batch, time, in> xs;  // batch_first

#ifdef ATTN_REJECT
constexpr auto all = unroll<"batch">(cell, xs, zero);
#else
constexpr auto all = unroll<"time">(cell, xs, zero);
#endif

// case: unroll_from_state_after
// rejected: the last state of one piece begins the next, but is not the state before it.
// expect-error: attn::unroll\(cell, xs, before\): before is that of the first step: initial\(h\), or advance\(last\)
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr tensor<double, time, in> xs;
constexpr auto one = unroll(cell, xs, initial<cell_type::state_type>());

#ifdef ATTN_REJECT
constexpr auto two = unroll(cell, xs, one.last);
#else
constexpr auto two = unroll(cell, xs, advance(one.last));
#endif

// case: unroll_no_cell
// rejected: a function that is no cell: it returns the state and not the state after.
// expect-error: attn::unroll\(cell, xs, before\): a cell makes a state_after of the same state
// errors: 1
struct adds {
  template <class X, class S>
  constexpr auto operator()(const X& x, const state_before<S>& before) const {
#ifdef ATTN_REJECT
    return before.value + x;
#else
    return state_after<S>{before.value + x};
#endif
  }
};
constexpr auto sums = unroll(adds{}, matrix<double, 4, 3>{}, initial<tensor<double, dim<3>>>());

// case: unroll_of_vector
// rejected: a single input is no sequence.
// expect-error: attn::unroll\(cell, xs, before\): xs must be \(time, in\), or have more axes
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto all = unroll(cell, x, initial<cell_type::state_type>());
#else
constexpr auto all = unroll(cell, tensor<double, time, in>{}, initial<cell_type::state_type>());
#endif

// case: unroll_which_is_time
// rejected: two axes, and it is not said which of them is time.
// expect-error: attn::unroll\(cell, xs, before\): which axis is time\? unroll<"time">
// errors: 1
using time = axis<"time", 4>;
using batch = axis<"batch", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::lstm_cell<double, in, hidden> cell;
constexpr auto zero = initial<lstm_state<tensor<double, batch, hidden>>>();
constexpr tensor<double, batch, time, in> xs;  // batch_first

#ifdef ATTN_REJECT
constexpr auto all = unroll(cell, xs, zero);
#else
constexpr auto all = unroll<1>(cell, xs, zero);
#endif

// case: unroll_states_of_two_kinds
// rejected: a state with tensors of two types: its template cannot give both of them a time axis.
// expect-error: attn::unroll_states\(cell, xs, before\): the state must be a tensor, or a template of the type of its tensors
// errors: 1
#include <boost/hana/define_struct.hpp>
template <class X>
struct kept {
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

// case: unroll_states_from_state_after
// rejected: the last state of one piece begins the next, but is not the state before it.
// expect-error: attn::unroll_states\(cell, xs, before\): before is that of the first step: initial\(h\), or advance\(last\)
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, time, in> xs;
constexpr auto one = unroll_states(cell, xs, initial<cell_type::state_type>());

#ifdef ATTN_REJECT
constexpr auto two = unroll_states(cell, xs, one.last);
#else
constexpr auto two = unroll_states(cell, xs, advance(one.last));
#endif

// case: unroll_states_which_axis
// rejected: with a batch, the axis of time is not obvious: PyTorch's default is the first.
// expect-error: attn::unroll_states\(cell, xs, before\): which axis is time\? unroll_states<"time">\(…\)
// errors: 1
using time = axis<"time", 4>;
using batch = axis<"batch", 2>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::gru_cell<double, in, hidden> cell;
constexpr auto zero = initial<tensor<double, batch, hidden>>();
constexpr tensor<double, time, batch, in> xs;

#ifdef ATTN_REJECT
constexpr auto all = unroll_states(cell, xs, zero);
#else
constexpr auto all = unroll_states<"time">(cell, xs, zero);
#endif
